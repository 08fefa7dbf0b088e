#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/error.h"
#include "serve/api/api_routes.h"
#include "text/ascii.h"

namespace wax::serve {
namespace {

constexpr std::string_view kHelpPath = "/help/";

// Not "." and "..", and nothing in other folders.
bool is_name_of_page(std::string_view name) {
  if (!name.ends_with(".html") && !name.ends_with(".css")) return false;
  for (char c : name) {
    if (!text::is_alphanumeric(c) && !text::is_one_of(c, "-_.")) return false;
  }
  return !name.starts_with('.');
}

Response help_page(const std::string& folder, const Request& request) {
  std::string name = request.path.substr(kHelpPath.size());
  if (name.empty()) name = "index.html";
  if (folder.empty()) {
    throw NotFound("The manual is not installed as HTML; see 'man wax-serve'.");
  }
  if (!is_name_of_page(name)) throw NotFound("The manual has no such page.");
  Response response;
  try {
    response.body =
        io::read_all(*io::open_file(folder + '/' + name), UINT64_MAX);
  } catch (const IoError&) {
    throw NotFound("The manual has no such page.");
  }
  response.type = name.ends_with(".css") ? "text/css; charset=utf-8"
                                         : "text/html; charset=utf-8";
  response.headers = {{"Cache-Control", "max-age=3600"}};
  return response;
}

}  // namespace

void add_help_routes(std::string folder, Router& router) {
  router.add("GET", "/help", [](const Request& request) {
    return redirect(origin_of(request) + std::string(kHelpPath));
  });
  router.add("GET", std::string(kHelpPath),
             [folder = std::move(folder)](const Request& request) {
               return help_page(folder, request);
             });
}

}  // namespace wax::serve
