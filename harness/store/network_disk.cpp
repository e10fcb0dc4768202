#include "harness/store/network_disk.hpp"

#include <sys/statfs.h>

#include <array>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

namespace kilter {
namespace {

struct Magic {
    unsigned long number;
    std::string_view name;
};

// statfs(2).
constexpr std::array<Magic, 8> k_network{{
    {0x6969UL, "NFS"},
    {0x517BUL, "SMB"},
    {0xFF534D42UL, "CIFS"},
    {0xFE534D42UL, "SMB"},
    {0x564CUL, "NCP"},
    {0x5346414FUL, "AFS"},
    {0x73757245UL, "Coda"},
    {0x00C36400UL, "Ceph"},
}};
constexpr unsigned long k_fuse = 0x65735546UL;

constexpr std::array<std::string_view, 8> k_network_mounts = {
    "fuse.sshfs",     "fuse.rclone", "fuse.s3fs",      "fuse.gcsfuse",
    "fuse.glusterfs", "fuse.ceph",   "fuse.curlftpfs", "fuse.davfs2"};

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    while (!line.empty()) {
        const std::size_t end = line.find(' ');
        words.push_back(line.substr(0, end));
        line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
    }
    return words;
}

bool lies_below(std::string_view path, std::string_view mount) {
    if (mount == "/") return true;
    return path.starts_with(mount) && (path.size() == mount.size() || path[mount.size()] == '/');
}

}  // namespace

std::optional<std::string_view> network_kind(unsigned long magic) {
    for (const Magic& one : k_network) {
        if (one.number == (magic & 0xFFFFFFFFUL)) return one.name;
    }
    return std::nullopt;
}

std::optional<std::string_view> network_kind_of_mount(std::string_view type) {
    for (const std::string_view one : k_network_mounts) {
        if (one == type) return one.substr(std::string_view("fuse.").size());
    }
    return std::nullopt;
}

// A line: id parent device root mount options [fields...] - type source options (proc(5)).
std::string mount_type(std::string_view mountinfo, std::string_view path) {
    std::string type;
    std::size_t longest = 0;
    while (!mountinfo.empty()) {
        const std::size_t end = mountinfo.find('\n');
        const std::string_view line = mountinfo.substr(0, end);
        mountinfo.remove_prefix(end == std::string_view::npos ? mountinfo.size() : end + 1);
        const std::size_t dash = line.find(" - ");
        if (dash == std::string_view::npos) continue;
        const auto front = words_of(line.substr(0, dash));
        const auto back = words_of(line.substr(dash + 3));
        if (front.size() < 5 || back.empty() || !lies_below(path, front[4])) continue;
        if (front[4].size() < longest) continue;  // of equal ones the last lies on top
        longest = front[4].size();
        type = back.front();
    }
    return type;
}

std::optional<std::string> network_disk_of(const std::filesystem::path& file) {
    std::error_code error;
    const auto folder = std::filesystem::canonical(
        file.has_parent_path() ? file.parent_path() : std::filesystem::path{"."}, error);
    struct statfs facts {};
    if (error || ::statfs(folder.c_str(), &facts) != 0) return std::nullopt;
    const auto magic = static_cast<unsigned long>(facts.f_type) & 0xFFFFFFFFUL;
    if (const auto kind = network_kind(magic)) return std::string(*kind);
    if (magic != k_fuse) return std::nullopt;
    std::ifstream mounts("/proc/self/mountinfo", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(mounts), {}};
    if (const auto kind = network_kind_of_mount(mount_type(text, folder.string()))) {
        return std::string(*kind);
    }
    return std::nullopt;
}

}  // namespace kilter
