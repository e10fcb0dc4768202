# Warnings for own code; foreign headers are system includes and stay silent.
add_library(kilter_warnings INTERFACE)
target_compile_options(kilter_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Woverloaded-virtual -Wold-style-cast -Wcast-qual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(kilter_warnings INTERFACE -Wduplicated-cond -Wlogical-op)
endif()
if(KILTER_WERROR)
  target_compile_options(kilter_warnings INTERFACE -Werror)
endif()
