# The language standard and the sanitizers, as one target that own code links privately.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(kilter_options INTERFACE)
target_include_directories(kilter_options INTERFACE "${PROJECT_SOURCE_DIR}")
if(KILTER_SANITIZE)
  target_compile_options(kilter_options INTERFACE "-fsanitize=${KILTER_SANITIZE}" -fno-sanitize-recover=all)
  target_link_options(kilter_options INTERFACE "-fsanitize=${KILTER_SANITIZE}")
endif()

find_program(KILTER_CCACHE ccache)
if(KILTER_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${KILTER_CCACHE}")
endif()
