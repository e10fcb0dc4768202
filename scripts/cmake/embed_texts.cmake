# Writes a .cpp with the texts of files for reports/schemas.hpp, each under its name without the suffix.
# Usage: cmake "-DINPUTS=a.json;b.json" -DOUTPUT=schemas_text.cpp -P embed_texts.cmake
set(entries "")
foreach(input IN LISTS INPUTS)
  cmake_path(GET input STEM name)
  file(READ "${input}" text)
  string(APPEND entries "    {\"${name}\", R\"schema(${text})schema\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Written by the build from reports/schemas.
#include \"reports/schemas.hpp\"

namespace kilter {

const std::vector<NamedSchema>& json_schemas() {
    static const std::vector<NamedSchema> k_schemas = {
${entries}    };
    return k_schemas;
}

}  // namespace kilter
")
