// The log of requests, in the combined format of Apache.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace wax::serve {

// A request that was answered or refused.
struct Access {
  std::string client;
  std::string request_line;  // "GET /cdx?url=... HTTP/1.1"; empty: unreadable
  int status = 0;
  uint64_t bytes = 0;  // of the body
  std::string referer;
  std::string agent;
};

// A line with "\n". Quotes, backslashes, controls and bytes beyond ASCII become
// \" \\ \xHH, so that no request can begin a line of its own.
[[nodiscard]] std::string access_line(const Access& access,
                                      int64_t unix_seconds);

// Appends lines to a file; each is whole, also when several processes write.
class AccessLog {
 public:
  // "-" is standard output. Throws IoError.
  explicit AccessLog(const std::string& path);
  ~AccessLog();
  AccessLog(const AccessLog&) = delete;
  AccessLog& operator=(const AccessLog&) = delete;

  // For one thread. A disk that is full loses lines, not answers.
  void write(const Access& access) noexcept;
  // Opens the path again, after a rotation. Goes on with the old file if that
  // fails.
  void reopen() noexcept;

 private:
  std::string path_;
  int fd_;
};

}  // namespace wax::serve
