// Which handler answers which path. Routes are added by one thread; then any
// number of threads may ask for answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answers/requests/message.h"

namespace wax::serve {

class Router {
 public:
  // `methods` are separated by spaces: "GET" (connections make it of HEAD) or
  // "GET POST". `path` is a whole decoded path ("/cdx"), or, with a "/" at its
  // end, the beginning of paths ("/files/"). The longest that fits answers; a
  // path may be added again with other methods.
  void add(std::string methods, std::string path, answers::Handler handler);

  // Answers OPTIONS itself (204 with Allow), unless it is one of the methods,
  // and with a sentence 404 for other
  // paths and 405 for other methods.
  [[nodiscard]] answers::Response answer(const answers::Request& request) const;

 private:
  struct Route {
    std::string methods;
    std::string path;
    answers::Handler handler;
  };
  [[nodiscard]] const Route* find(std::string_view path,
                                  std::string_view method) const;
  // The methods of all routes with a path.
  [[nodiscard]] std::string methods_of(std::string_view path) const;

  std::vector<Route> routes_;
};

}  // namespace wax::serve
