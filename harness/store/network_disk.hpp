// Whether a file lies where SQLite's write-ahead log is not safe: its shared memory works on one
// machine only. Any thread.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace kilter {

// By the number that statfs() tells of a file system; nullopt: local, or unknown.
std::optional<std::string_view> network_kind(unsigned long magic);
// By the type that a mount has in /proc/self/mountinfo, "fuse.sshfs"; for those whose number says
// only FUSE.
std::optional<std::string_view> network_kind_of_mount(std::string_view type);
// The type of the mount that `path` (absolute) lies on; empty: none is known.
std::string mount_type(std::string_view mountinfo, std::string_view path);

// Of the folder that holds `file`; nullopt: local, or it cannot be told.
std::optional<std::string> network_disk_of(const std::filesystem::path& file);

}  // namespace kilter
