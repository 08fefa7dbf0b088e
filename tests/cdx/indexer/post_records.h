// A POST request and its response, as WARC records.
#pragma once

#include <string>
#include <utility>

#include "tests/support/archives.h"

namespace wax::cdx {

// A request with the record ID `id` that was sent with the record `answer`.
inline std::string request_record(const std::string& head_and_body,
                                  const std::string& id,
                                  const std::string& answer,
                                  std::string uri = "http://example.org/") {
  return tests::warc_record(
      head_and_body, {.type = "request",
                      .uri = std::move(uri),
                      .more = "WARC-Record-ID: <" + id +
                              ">\r\nWARC-Concurrent-To: <" + answer + ">\r\n"});
}

inline std::string post(const std::string& body, const std::string& id,
                        const std::string& answer,
                        std::string uri = "http://example.org/",
                        const std::string& method = "POST") {
  return request_record(
      method +
          " / HTTP/1.1\r\n"
          "Content-Type: application/x-www-form-urlencoded\r\n"
          "Referer: http://r.org/\r\nContent-Length: " +
          std::to_string(body.size()) + "\r\n\r\n" + body,
      id, answer, std::move(uri));
}

inline std::string answer(const std::string& id,
                          std::string uri = "http://example.org/") {
  return tests::warc_record(
      tests::http_response("x"),
      {.uri = std::move(uri), .more = "WARC-Record-ID: <" + id + ">\r\n"});
}

}  // namespace wax::cdx
