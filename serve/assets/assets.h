// Files of serve/assets/ as they are compiled into the library. They are
// constants, for any thread.
#pragma once

#include <string_view>

namespace wax::serve {

extern const std::string_view kStyle;         // style.css
extern const std::string_view kScript;        // script.js
extern const std::string_view kReplayWorker;  // replay_worker.js
extern const std::string_view kIcon;          // icon.svg
extern const std::string_view kOpenApi;       // openapi.json

}  // namespace wax::serve
