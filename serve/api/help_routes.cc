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

// Ways back to the search of each collection, at the head of a page.
void add_collections(const answers::Collections& collections,
                     std::string& page) {
  if (collections.all().empty()) return;
  std::string links;
  auto add = [&](std::string_view href, std::string_view name) {
    links.append("<a href=\"/").append(href).append("\">");
    links.append(name).append("</a>\n");
  };
  if (collections.all().size() == 1) {
    add("", "Search");
  } else {
    const std::string in = "?in=";
    add(in + std::string(answers::kAllCollections), "All");
    for (const auto& one : collections.all())
      add(in + one->name(), one->name());
  }
  constexpr std::string_view kBody = "<body>\n";
  const size_t body = page.find(kBody);
  if (body == page.npos) return;
  page.insert(body + kBody.size(),
              "<nav aria-label=\"Collections\">\n" + links + "</nav>\n");
}

answers::Response help_page(const answers::Holdings& holdings,
                            const answers::Request& request) {
  const std::string& folder = holdings.manual;
  std::string name = request.path.substr(kHelpPath.size());
  if (name.empty()) name = "index.html";
  if (folder.empty()) {
    throw answers::NotFound(
        "The manual is not installed as HTML; see 'man wax-serve'.");
  }
  if (!is_name_of_page(name))
    throw answers::NotFound("The manual has no such page.");
  answers::Response response;
  try {
    response.body =
        io::read_all(*io::open_file(folder + '/' + name), UINT64_MAX);
  } catch (const IoError&) {
    throw answers::NotFound("The manual has no such page.");
  }
  if (name.ends_with(".css")) {
    response.type = "text/css; charset=utf-8";
  } else {
    response.type = "text/html; charset=utf-8";
    add_collections(holdings.collections, response.body);
  }
  response.headers = {{"Cache-Control", "max-age=3600"}};
  return response;
}

}  // namespace

void add_help_routes(const answers::Holdings& holdings, Router& router) {
  router.add("GET", "/help", [](const answers::Request& request) {
    return answers::redirect(origin_of(request) + std::string(kHelpPath));
  });
  router.add("GET", std::string(kHelpPath),
             [&holdings](const answers::Request& request) {
               return help_page(holdings, request);
             });
}

}  // namespace wax::serve
