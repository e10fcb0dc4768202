# What `cmake --install` puts in place. Below share/kilter it has the layout of the checkout, so that the configs find their
# suites and the binary finds its scenarios. The manual page and the completions are written by the built binary itself.
set(manual_dir "${PROJECT_BINARY_DIR}/manual")
find_program(KILTER_GZIP gzip)

function(kilter_written_by_itself output)
  add_custom_command(OUTPUT "${manual_dir}/${output}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${manual_dir}"
    COMMAND kilter ${ARGN} > "${manual_dir}/${output}"
    DEPENDS kilter VERBATIM)
endfunction()
kilter_written_by_itself(kilter.1 manual)
kilter_written_by_itself(kilter completion bash)
kilter_written_by_itself(_kilter completion zsh)
kilter_written_by_itself(kilter.fish completion fish)

set(man_page "${manual_dir}/kilter.1")
if(KILTER_GZIP)  # -n: no time in it, so that two builds give the same bytes
  set(man_page "${manual_dir}/kilter.1.gz")
  add_custom_command(OUTPUT "${man_page}" COMMAND "${KILTER_GZIP}" -9nkf "${manual_dir}/kilter.1"
    DEPENDS "${manual_dir}/kilter.1" VERBATIM)
endif()
add_custom_target(kilter_manual_files ALL
  DEPENDS "${man_page}" "${manual_dir}/kilter" "${manual_dir}/_kilter" "${manual_dir}/kilter.fish")

install(TARGETS kilter RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
set(data_dir "${CMAKE_INSTALL_DATADIR}/kilter")
set(code PATTERN "*.cpp" EXCLUDE PATTERN "*.hpp" EXCLUDE PATTERN "*.cmake" EXCLUDE PATTERN "CMakeLists.txt" EXCLUDE PATTERN ".*" EXCLUDE)
install(DIRECTORY suites DESTINATION "${data_dir}" ${code} PATTERN "importers" EXCLUDE)
install(DIRECTORY harness/sim/scenarios DESTINATION "${data_dir}/harness/sim" ${code})
install(DIRECTORY config DESTINATION "${data_dir}" FILES_MATCHING PATTERN "*.yaml")
install(FILES "${man_page}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES "${manual_dir}/kilter" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
# zsh of Debian and Ubuntu looks below /usr in a folder of its own for what packages bring.
install(CODE "
  set(zsh_dir site-functions)
  if(CMAKE_INSTALL_PREFIX MATCHES \"(^|/)usr/?$\")
    set(zsh_dir vendor-completions)
  endif()
  file(INSTALL \"${manual_dir}/_kilter\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${zsh_dir}\")")
install(FILES "${manual_dir}/kilter.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
install(FILES README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DOCDIR}" FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "decisions" EXCLUDE)
