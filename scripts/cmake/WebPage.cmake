# kilter_web_page(TARGET FOLDER): builds the page in FOLDER with Node.js and compiles it into TARGET. Without Node.js, or
# without the page's packages and a network to get them, the page is left out; the build goes on and `kilter report` says so.
set(KILTER_PAGE "AUTO" CACHE STRING "The page of the HTML report: AUTO (where Node.js is there) or OFF")

# Sets `out` to whether esbuild runs here; fetches the packages once where they are missing.
function(_kilter_page_packages out node folder)
  set(${out} FALSE PARENT_SCOPE)
  find_program(KILTER_NPM npm)
  file(LOCK "${folder}/packages.lock" GUARD FUNCTION TIMEOUT 300 RESULT_VARIABLE ignored)  # two builds may share the folder
  if(NOT EXISTS "${folder}/node_modules/esbuild" AND KILTER_NPM AND NOT KILTER_PAGE_TRIED)
    message(STATUS "kilter: fetching the packages of the report's page (npm ci)")
    execute_process(COMMAND "${KILTER_NPM}" ci --ignore-scripts --no-audit --no-fund --fetch-retries=0 --fetch-timeout=20000
      WORKING_DIRECTORY "${folder}" TIMEOUT 240 RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    set(KILTER_PAGE_TRIED TRUE CACHE INTERNAL "npm ci was tried in this build folder")
  endif()
  execute_process(COMMAND "${node}" -e "require('esbuild').transformSync('1')" WORKING_DIRECTORY "${folder}"
    TIMEOUT 60 RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed STREQUAL "0")
    set(${out} TRUE PARENT_SCOPE)
  endif()
endfunction()

function(kilter_web_page target folder)
  set(page "${CMAKE_CURRENT_BINARY_DIR}/page.html")
  set(source "${CMAKE_CURRENT_BINARY_DIR}/page_bytes.cpp")
  set(embed "${PROJECT_SOURCE_DIR}/scripts/cmake/embed_bytes.cmake")
  find_program(KILTER_NODE node)
  set(ready FALSE)
  if(KILTER_NODE AND NOT KILTER_PAGE STREQUAL "OFF")
    _kilter_page_packages(ready "${KILTER_NODE}" "${folder}")
  endif()
  if(ready)
    file(GLOB_RECURSE inputs CONFIGURE_DEPENDS "${folder}/src/*")
    add_custom_command(OUTPUT "${page}" COMMAND "${KILTER_NODE}" build.mjs "${page}" WORKING_DIRECTORY "${folder}"
      DEPENDS ${inputs} "${folder}/build.mjs" "${folder}/package-lock.json" COMMENT "Bundling the page of the report" VERBATIM)
    add_custom_command(OUTPUT "${source}" COMMAND "${CMAKE_COMMAND}" "-DINPUT=${page}" "-DOUTPUT=${source}" -P "${embed}"
      DEPENDS "${page}" "${embed}" VERBATIM)
  else()
    message(STATUS "kilter: the HTML report is left out of this build; it needs Node.js 18 with npm (scripts/setup --for report)")
    add_custom_command(OUTPUT "${source}" COMMAND "${CMAKE_COMMAND}" -DINPUT= "-DOUTPUT=${source}" -P "${embed}"
      DEPENDS "${embed}" VERBATIM)
  endif()
  target_sources(${target} PRIVATE "${source}")
endfunction()
