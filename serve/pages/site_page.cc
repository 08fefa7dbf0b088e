#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "answers/records/archived_body.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "text/ascii.h"

namespace wax::serve {
namespace {

struct Part {
  std::string_view key;
  std::string_view name;
};
constexpr std::array<Part, 3> kParts = {
    {{"contact", "Contact"},
     {"takedown", "Requests to remove pages"},
     {"imprint", "Imprint"}}};

std::string href_of(std::string_view text) {
  if (answers::may_link(text)) return std::string(text);
  const bool is_address =
      text.find('@') != text.npos && text.find_first_of(" \t,;/") == text.npos;
  return is_address ? "mailto:" + std::string(text) : std::string();
}

}  // namespace

bool has_about(const answers::Scope& scope) {
  if (!site_text(scope, "description").empty()) return true;
  for (const Part& part : kParts) {
    if (!site_text(scope, part.key).empty()) return true;
  }
  return false;
}

answers::Response about_page(const answers::Holdings& holdings,
                             const answers::Request& request) {
  const answers::Scope scope = scope_of(holdings, request);
  const Words& words = words_of(scope);
  if (!has_about(scope)) {
    throw answers::NotFound("Nothing is said about this archive.");
  }
  std::vector<Values> parts;
  for (const auto& [key, name] : kParts) {
    const std::string_view text = site_text(scope, key);
    if (text.empty()) continue;
    parts.push_back({{"id", key},
                     {"name", words.of(name)},
                     {"text", text},
                     {"href", href_of(text)}});
  }
  const std::string_view title = site_text(scope, "title");
  PageFrame frame;
  frame.title = words.of("About this archive");
  return page(
      scope, frame, "about",
      {{"house", title.empty() ? collection_title(scope) : std::string(title)},
       {"description", site_text(scope, "description")},
       {"parts", parts}});
}

answers::Response chosen_language(const answers::Request& request) {
  std::string to;
  std::string back = "/";
  for (const auto& [name, value] : request.parameters.pairs()) {
    if (name == "to") to = value;
    if (name == "back") back = value;
  }
  const Words* words = find_words(to);
  if (words == nullptr) {
    throw answers::NotFound("The pages are not in the language \"" + to +
                            "\".");
  }
  // A path of this server, and no other host.
  const bool is_path = back.starts_with('/') && !back.starts_with("//") &&
                       back.find_first_of("\\\r\n") == back.npos;
  answers::Response response = answers::redirect(is_path ? back : "/", 303);
  response.headers.push_back(
      {"Set-Cookie", std::string(answers::kLanguageCookie) + '=' +
                         std::string(words->tag()) +
                         "; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly"});
  response.headers.push_back({"Cache-Control", "no-store"});
  return response;
}

answers::Response site_logo(const answers::Holdings& holdings,
                            const answers::Request& request) {
  const answers::Site& site = site_of(scope_of(holdings, request));
  if (site.logo.empty()) throw answers::NotFound("There is no logo.");
  answers::Response response;
  response.type = site.logo_type;
  response.headers = {{"Cache-Control", "max-age=3600"},
                      {"Content-Security-Policy",
                       "default-src 'none'; style-src 'unsafe-inline'; "
                       "sandbox"}};
  response.body = site.logo;
  return response;
}

answers::Response site_style(const answers::Holdings& holdings,
                             const answers::Request& request) {
  const answers::Site& site = site_of(scope_of(holdings, request));
  auto rule = [&](std::string_view key) {
    const std::string color(site.text(key, ""));
    if (color.empty()) return std::string();
    return ":root{--accent:" + color + ";--link:" + color + '}';
  };
  answers::Response response;
  response.type = "text/css; charset=utf-8";
  response.headers = {{"Cache-Control", "max-age=3600"}};
  response.body = "@media (prefers-color-scheme:light){" + rule("color") +
                  "}\n@media (prefers-color-scheme:dark){" +
                  rule("dark-color") + "}\n";
  return response;
}

}  // namespace wax::serve
