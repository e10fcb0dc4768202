# build_jobs: how many compilers to run at once: one a core, but no more than the free memory holds at 1.2 GB each.
build_jobs() {
    local cores room
    cores=$(nproc)
    room=$(awk '/^MemAvailable:/ { print int($2 / 1200000) }' /proc/meminfo 2>/dev/null || true)
    room=${room:-$cores}
    if [ "$room" -lt 1 ]; then room=1; fi
    if [ "$room" -lt "$cores" ]; then cores=$room; fi
    printf '%s\n' "$cores"
}

# build_preset PRESET [CMAKE_BUILD_OPTION...]: configures where that was not done yet, then builds what changed.
build_preset() {
    [ -f "build/$1/build.ninja" ] || cmake --preset "$1"
    cmake --build --preset "$1" --parallel "$(build_jobs)" "${@:2}"
}
