#include "harness/store/network_disk.hpp"

#include <catch2/catch_all.hpp>

#include "tests/support/temp_folder.hpp"

using namespace kilter;

TEST_CASE("network file systems are told by their number") {
    struct Case {
        unsigned long magic;
        std::optional<std::string_view> kind;
    };
    const Case cases[] = {
        {0x6969, "NFS"},
        {0xFF534D42, "CIFS"},
        {0xFE534D42, "SMB"},
        {0x517B, "SMB"},
        {0xFFFFFFFFFF534D42, "CIFS"},  // sign-extended by some systems
        {0xEF53, std::nullopt},        // ext4
        {0x01021994, std::nullopt},    // tmpfs
        {0x9123683E, std::nullopt},    // btrfs
        {0x794C7630, std::nullopt},    // overlayfs
        {0x65735546, std::nullopt},    // FUSE: local or not, its mount says which
        {0, std::nullopt},
    };
    for (const Case& one : cases) {
        INFO(one.magic);
        CHECK(network_kind(one.magic) == one.kind);
    }
}

TEST_CASE("a FUSE mount is a network disk by its type") {
    CHECK(network_kind_of_mount("fuse.sshfs") == "sshfs");
    CHECK_FALSE(network_kind_of_mount("fuse.ntfs-3g"));
    CHECK_FALSE(network_kind_of_mount("fuse"));
    CHECK_FALSE(network_kind_of_mount(""));
}

TEST_CASE("the mount of a path is the longest one, of equal ones the last") {
    const std::string_view mounts =
        "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
        "30 22 0:50 / /srv/far rw shared:1 - fuse.sshfs host:/ rw\n"
        "31 22 0:51 / /srv/far/near rw - tmpfs none rw\n"
        "no mount at all\n"
        "32 22 0:52 / /srv/twice rw - ext4 a rw\n"
        "33 22 0:53 / /srv/twice rw - fuse.rclone b rw";
    CHECK(mount_type(mounts, "/var") == "ext4");
    CHECK(mount_type(mounts, "/srv/far") == "fuse.sshfs");
    CHECK(mount_type(mounts, "/srv/far/deep/er") == "fuse.sshfs");
    CHECK(mount_type(mounts, "/srv/farther") == "ext4");
    CHECK(mount_type(mounts, "/srv/far/near/x") == "tmpfs");
    CHECK(mount_type(mounts, "/srv/twice") == "fuse.rclone");
    CHECK(mount_type("", "/").empty());
}

TEST_CASE("a folder that is not there tells nothing") {
    const test::TempFolder folder;
    CHECK_FALSE(network_disk_of(folder / "none/store.db"));
}
