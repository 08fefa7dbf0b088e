// Where the server with scripts and the server without them find each other.
// Any number of threads may call what is declared here.
#pragma once

#include <string>
#include <string_view>

#include "answers/requests/message.h"
#include "answers/shown/holdings.h"

namespace wax::serve {

// What links to the server of ScriptedPlace begin with, for a reader who asks
// the main server: "http://127.0.0.1:8081". Empty without such a server.
[[nodiscard]] std::string scripted_url(const answers::Holdings& holdings,
                                       const answers::Request& request);
// The origin of the main server, for a reader who asks that of ScriptedPlace.
[[nodiscard]] std::string main_origin(const answers::Holdings& holdings,
                                      const answers::Request& request);

// "https://example.org" of "https://example.org/archive".
[[nodiscard]] std::string_view origin_in(std::string_view url);

}  // namespace wax::serve
