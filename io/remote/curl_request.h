// A request as libcurl takes it, for the .cc files beside this header.
#pragma once

#include <memory>
#include <new>
#include <string_view>

#include "io/error.h"
#include "io/remote/curl.h"
#include "io/remote/http_request.h"

namespace wax::io {

using CurlLines = std::unique_ptr<curl_slist, void (*)(curl_slist*)>;

inline void add_line(CurlLines& lines, const char* line) {
  curl_slist* longer = curl().slist_append(lines.get(), line);
  if (longer == nullptr) throw std::bad_alloc();
  (void)lines.release();
  lines.reset(longer);
}

// Whether libcurl would take segments "." or ".." out of the path.
[[nodiscard]] inline bool has_dot_segment(std::string_view url) {
  url = url.substr(0, url.find('?'));
  for (std::string_view segment : {"/.", "/.."}) {
    if (url.ends_with(segment)) return true;
    for (size_t at = url.find(segment); at != std::string_view::npos;
         at = url.find(segment, at + 1)) {
      if (url.substr(at + segment.size()).starts_with('/')) return true;
    }
  }
  return false;
}

// Sets what all requests have in common. The lines must live as long as the
// request is under way.
[[nodiscard]] inline CurlLines set_request(CURL* easy,
                                           const HttpRequest& request,
                                           bool has_body) {
  auto set = [&](CURLoption option, auto value) {
    return curl().easy_setopt(easy, option, value);
  };
  CurlLines lines(nullptr, curl().slist_free_all);
  const bool is_signed = !request.signature.empty();
  if (has_body) {
    // Else libcurl states a form, and waits for "100 Continue". 7.88 signs
    // lines that are taken away, as if they were sent: no signed request has
    // any.
    if (!is_signed) add_line(lines, "Expect:");
    add_line(lines, is_signed ? "Content-Type: application/octet-stream"
                              : "Content-Type:");
  }
  if (is_signed) {
    // libcurl 7.88 adds none, and newer ones sign what is stated. The sum is
    // that of no bytes.
    add_line(lines,
             has_body ? "x-amz-content-sha256: UNSIGNED-PAYLOAD"
                      : "x-amz-content-sha256: "
                        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca4959"
                        "91b7852b855");
  }
  for (const std::string& line : request.head) add_line(lines, line.c_str());
  set(CURLOPT_URL, request.url.c_str());
  set(CURLOPT_HTTPHEADER, lines.get());
  set(CURLOPT_USERAGENT, "waxwing");
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_CONNECTTIMEOUT, 30L);
  if (is_signed) {
    // libcurl 8 signs no such request: it refuses keys with these segments.
    if (has_dot_segment(request.url)) set(CURLOPT_PATH_AS_IS, 1L);
    set(CURLOPT_USERNAME, request.access_key.c_str());
    set(CURLOPT_PASSWORD, request.secret_key.c_str());
    if (set(CURLOPT_AWS_SIGV4, request.signature.c_str()) != CURLE_OK) {
      throw IoError(name_of(request),
                    "this libcurl signs no requests to S3; 7.87 does");
    }
  }
  return lines;
}

}  // namespace wax::io
