# `cpack` makes a .deb of what `cmake --install` puts in place. The libraries it needs are read off the binary by
# dpkg-shlibdeps, so a package serves the release it was built on.
set(KILTER_PACKAGE_MAINTAINER "kilter developers <kilter@example.org>" CACHE STRING "Whom the package names as its maintainer")

set(package_dir "${PROJECT_BINARY_DIR}/package")
configure_file(packaging/deb/changelog.in "${package_dir}/changelog" @ONLY)
if(KILTER_GZIP)
  execute_process(COMMAND "${KILTER_GZIP}" -9nkf "${package_dir}/changelog" COMMAND_ERROR_IS_FATAL ANY)
  install(FILES "${package_dir}/changelog.gz" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endif()
install(FILES packaging/deb/copyright DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME kilter)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_VENDOR kilter)
set(CPACK_PACKAGE_CONTACT "${KILTER_PACKAGE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "score LLM engines for accuracy and stability side by side")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"kilter sends a suite of documents and questions K times to each of several
engines that speak the OpenAI protocol and keeps every answer in one SQLite
file. Its board says how accurate an engine is and how often it disagrees with
itself: where answers part, which values flip, when the majority vote is wrong,
and when an engine ran in circles.
.
It brings suites in English and Hungarian, a simulated engine, and reports as
one HTML page, Markdown, CSV, JSON and JUnit.")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ca-certificates")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/package")
include(CPack)
