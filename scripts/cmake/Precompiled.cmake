# Headers of others that nearly every file of a library reads, compiled once instead of once a file: those of the standard
# library and fmt for all of own code, Asio's for what sends and listens. Off, a file gets only what it includes itself; the
# fuzz preset builds that way.
option(KILTER_PRECOMPILE "Compile the headers of the standard library, fmt, Asio and others once" ON)

set(KILTER_STD_HEADERS <algorithm> <array> <charconv> <chrono> <filesystem> <functional> <map> <memory> <optional> <set>
  <span> <string> <string_view> <utility> <variant> <vector> <fmt/format.h>)
set(KILTER_ASIO_HEADERS <boost/asio/any_io_executor.hpp> <boost/asio/as_tuple.hpp> <boost/asio/awaitable.hpp>
  <boost/asio/co_spawn.hpp> <boost/asio/io_context.hpp> <boost/asio/ip/tcp.hpp> <boost/asio/post.hpp>
  <boost/asio/steady_timer.hpp> <boost/asio/use_awaitable.hpp>)

# kilter_precompile(TARGET header...): for this target alone.
function(kilter_precompile target)
  if(KILTER_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# kilter_shared_headers(NAME DEPENDS library... HEADERS header...): for the libraries that name it, see kilter_library.
function(kilter_shared_headers name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;HEADERS" ${ARGN})
  if(KILTER_PRECOMPILE)
    set(nothing "${PROJECT_BINARY_DIR}/${name}.cpp")
    file(CONFIGURE OUTPUT "${nothing}" CONTENT "// The headers alone.\n")
    add_library(${name} OBJECT "${nothing}")
    target_link_libraries(${name} PRIVATE kilter_options kilter_warnings ${ARG_DEPENDS})
    target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
  endif()
endfunction()

kilter_shared_headers(kilter_std_headers DEPENDS fmt::fmt HEADERS ${KILTER_STD_HEADERS})
