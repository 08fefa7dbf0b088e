// The OpenAPI document of the APIs.
#pragma once

#include <string>

namespace wax::serve {

// serve/assets/openapi.json with the parameters of each of its paths, from the
// table of parameters. Any thread may call it.
[[nodiscard]] const std::string& openapi_document();

}  // namespace wax::serve
