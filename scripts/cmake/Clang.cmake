# The compiler of the fuzz preset: the one that $KILTER_CLANG names, else clang 14, else the newest there is. Read before the
# project's first line, and again for every check of the compiler, so it only sets the compiler.
if(NOT CMAKE_CXX_COMPILER)
  find_program(KILTER_CLANG NAMES "$ENV{KILTER_CLANG}" clang++-14 clang++ clang++-22 clang++-21 clang++-20 clang++-19 clang++-18
    clang++-17 clang++-16 clang++-15 NO_CMAKE_PATH)
  if(NOT KILTER_CLANG)
    message(FATAL_ERROR "clang was not found; scripts/setup --for fuzz installs it")
  endif()
  set(CMAKE_CXX_COMPILER "${KILTER_CLANG}")
endif()
