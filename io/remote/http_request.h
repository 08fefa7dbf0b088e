// What a web server is asked.
#pragma once

#include <string>
#include <vector>

namespace wax::io {

struct HttpRequest {
  std::string url;
  // Whole header lines, such as "Accept: text/plain".
  std::vector<std::string> head = {};
  // What libcurl signs the request for, as CURLOPT_AWS_SIGV4 takes it, and with
  // what. Empty: it is not signed.
  std::string signature = {};
  std::string access_key = {};
  std::string secret_key = {};
  // What messages call it; empty: by the URL.
  std::string name = {};
};

// The name in messages.
[[nodiscard]] inline const std::string& name_of(const HttpRequest& request) {
  return request.name.empty() ? request.url : request.name;
}

}  // namespace wax::io
