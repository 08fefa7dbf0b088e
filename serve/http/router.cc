#include "serve/http/router.h"

#include <algorithm>
#include <utility>

namespace wax::serve {
namespace {

// What describes the paths for programs.
constexpr std::string_view kDescription = "/api/openapi.json";

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

// "GET, HEAD, POST, OPTIONS"
std::string allowed(std::string_view methods) {
  std::string list;
  while (!methods.empty()) {
    size_t end = std::min(methods.find(' '), methods.size());
    std::string_view method = methods.substr(0, end);
    methods.remove_prefix(std::min(end + 1, methods.size()));
    if (method == "OPTIONS") continue;
    list.append(method).append(method == "GET" ? ", HEAD, " : ", ");
  }
  return list + "OPTIONS";
}

}  // namespace

void Router::add(std::string methods, std::string path,
                 answers::Handler handler) {
  routes_.push_back({std::move(methods), std::move(path), std::move(handler)});
}

const Router::Route* Router::find(std::string_view path,
                                  std::string_view method) const {
  const Route* best = nullptr;
  for (const Route& route : routes_) {
    bool fits = route.path.ends_with('/') && route.path != "/"
                    ? path.starts_with(route.path)
                    : path == route.path;
    if (!fits) continue;
    if (best == nullptr || best->path.size() < route.path.size() ||
        (best->path == route.path && has_word(route.methods, method))) {
      best = &route;
    }
  }
  return best;
}

std::string Router::methods_of(std::string_view path) const {
  std::string methods;
  for (const Route& route : routes_) {
    if (route.path != path) continue;
    if (!methods.empty()) methods += ' ';
    methods += route.methods;
  }
  return methods;
}

answers::Response Router::answer(const answers::Request& request) const {
  const Route* route = find(request.path, request.method);
  if (route == nullptr && request.path != "*") {
    std::string text = "This server has nothing at this path";
    if (request.path.starts_with("/api/") && find(kDescription, "GET")) {
      text.append("; ").append(kDescription);
      text += " says what it has for programs";
    }
    return answers::sentence(404, text + '.');
  }
  bool has_method =
      route != nullptr && has_word(route->methods, request.method);
  if (request.method == "OPTIONS" && !has_method) {
    answers::Response response;
    response.status = 204;
    response.type.clear();
    response.headers = {{"Allow", route == nullptr
                                      ? "GET, HEAD, OPTIONS"
                                      : allowed(methods_of(route->path))}};
    if (route != nullptr) response.route = route->path;
    return response;
  }
  if (!has_method) {
    answers::Response response = answers::sentence(
        405, "The method " + request.method + " is not allowed at this path.");
    if (route != nullptr) {
      response.headers.push_back({"Allow", allowed(methods_of(route->path))});
      response.route = route->path;
    }
    return response;
  }
  answers::Response response = route->handler(request);
  response.route = route->path;
  return response;
}

}  // namespace wax::serve
