# Every foreign library, from the distribution's packages. A missing one names its Debian package.
if(POLICY CMP0167)  # newer CMake finds Boost by Boost's own package file, older ones know it themselves
  cmake_policy(SET CMP0167 NEW)
endif()

function(kilter_require name package)
  find_package(${name} ${ARGN} QUIET)
  if(NOT ${name}_FOUND)
    message(FATAL_ERROR "${name} was not found. Install the package ${package}, or run scripts/setup, which installs all of them.")
  endif()
endfunction()

find_package(Threads REQUIRED)
kilter_require(CURL libcurl4-openssl-dev)
kilter_require(SQLite3 libsqlite3-dev)
kilter_require(OpenSSL libssl-dev)
kilter_require(yaml-cpp libyaml-cpp-dev)
kilter_require(nlohmann_json nlohmann-json3-dev)
kilter_require(fmt libfmt-dev)
kilter_require(CLI11 libcli11-dev)
kilter_require(rapidfuzz "librapidfuzz-cpp-dev (on Debian 12 from bookworm-backports)")
kilter_require(Boost libboost1.81-dev 1.81)
kilter_require(zstd libzstd-dev)
kilter_require(pugixml libpugixml-dev)
if(KILTER_TESTS)
  kilter_require(Catch2 "catch2 version 3 (on Debian 12 from bookworm-backports)" 3)
endif()

find_path(UTF8PROC_INCLUDE utf8proc.h)
find_library(UTF8PROC_LIBRARY utf8proc)
if(NOT UTF8PROC_INCLUDE OR NOT UTF8PROC_LIBRARY)
  message(FATAL_ERROR "utf8proc was not found. Install the package libutf8proc-dev, or run scripts/setup, which installs all of them.")
endif()
add_library(utf8proc::utf8proc UNKNOWN IMPORTED)
set_target_properties(utf8proc::utf8proc PROPERTIES
  IMPORTED_LOCATION "${UTF8PROC_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${UTF8PROC_INCLUDE}")

# Newer releases bring a package file with RE2, which knows what it leans on; Debian 12 does not.
find_package(re2 CONFIG QUIET)
if(NOT TARGET re2::re2)
  find_path(RE2_INCLUDE re2/re2.h)
  find_library(RE2_LIBRARY re2)
  if(NOT RE2_INCLUDE OR NOT RE2_LIBRARY)
    message(FATAL_ERROR "RE2 was not found. Install the package libre2-dev, or run scripts/setup, which installs all of them.")
  endif()
  add_library(re2::re2 UNKNOWN IMPORTED)
  set_target_properties(re2::re2 PROPERTIES
    IMPORTED_LOCATION "${RE2_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${RE2_INCLUDE}")
endif()
