# kilter_library(NAME [FOLDERS a b ...] DEPENDS ...): a static library of the .cpp files that lie
# directly in the calling folder, or in the named folders below it.
function(kilter_library name)
  cmake_parse_arguments(ARG "" "" "FOLDERS;DEPENDS;PRIVATE" ${ARGN})
  if(NOT ARG_FOLDERS)
    set(ARG_FOLDERS .)
  endif()
  set(sources "")
  foreach(folder IN LISTS ARG_FOLDERS)
    file(GLOB found CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp")
    list(APPEND sources ${found})
  endforeach()
  if(NOT sources)  # a part that has only headers so far
    set(sources "${CMAKE_CURRENT_BINARY_DIR}/${name}_empty.cpp")
    file(WRITE "${sources}" "")
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC kilter_options ${ARG_DEPENDS} PRIVATE kilter_warnings ${ARG_PRIVATE})
endfunction()
