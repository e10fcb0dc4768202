# Writes a .cpp that gives the bytes of a file to reports/html/page_template.hpp.
# Usage: cmake -DINPUT=page.html -DOUTPUT=page_bytes.cpp -P embed_bytes.cmake; an empty INPUT means no page.
set(bytes "")
if(INPUT)
  file(READ "${INPUT}" hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
endif()
file(WRITE "${OUTPUT}" "// Written by the build from the page in reports/web.
#include \"reports/html/page_template.hpp\"

namespace kilter {

namespace {
constexpr unsigned char k_bytes[] = {${bytes}0};
}  // namespace

std::string_view page_template() {
    return {reinterpret_cast<const char*>(k_bytes), sizeof(k_bytes) - 1};
}

}  // namespace kilter
")
