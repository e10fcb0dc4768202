# Warnings for own code; foreign headers are system includes and stay silent.
add_library(kilter_warnings INTERFACE)
target_compile_options(kilter_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Woverloaded-virtual -Wold-style-cast -Wcast-qual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 takes the operators new and delete of Asio's coroutine frames for a mismatched pair as soon as
  # it inlines one of them.
  target_compile_options(kilter_warnings INTERFACE -Wduplicated-cond -Wlogical-op -Wno-mismatched-new-delete)
endif()
if(KILTER_WERROR)
  target_compile_options(kilter_warnings INTERFACE -Werror)
endif()
