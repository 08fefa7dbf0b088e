#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <exception>

#include "io/error.h"
#include "serve/http/metrics.h"
#include "text/number.h"

namespace wax::serve {
namespace {

void append_quoted(std::string_view text, std::string& out) {
  if (text.empty()) text = "-";
  out += '"';
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out.append({'\\', c});
    } else if (c < ' ' || c == '\x7f') {  // bytes beyond ASCII are negative
      auto byte = static_cast<unsigned char>(c);
      out += "\\x";
      out += text::kLowerHex[byte >> 4];
      out += text::kLowerHex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

int open_log(const std::string& path) {
  if (path == "-") return STDOUT_FILENO;
  return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
}

}  // namespace

std::string access_line(const Access& access, int64_t unix_seconds) {
  constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::time_t time = unix_seconds;
  std::tm fields = {};
  gmtime_r(&time, &fields);
  char date[64];
  std::snprintf(date, sizeof date, " - - [%02d/%s/%04d:%02d:%02d:%02d +0000] ",
                fields.tm_mday, kMonths[fields.tm_mon], fields.tm_year + 1900,
                fields.tm_hour, fields.tm_min, fields.tm_sec);
  std::string line = access.client.empty() ? "-" : access.client;
  line += date;
  append_quoted(access.request_line, line);
  line += ' ' + std::to_string(access.status) + ' ' +
          (access.bytes == 0 ? "-" : std::to_string(access.bytes)) + ' ';
  append_quoted(access.referer, line);
  line += ' ';
  append_quoted(access.agent, line);
  line += '\n';
  return line;
}

AccessLog::AccessLog(const std::string& path)
    : path_(path), fd_(open_log(path)) {
  if (fd_ < 0) throw IoError(path, "open", errno);
}

AccessLog::~AccessLog() {
  if (path_ != "-") ::close(fd_);
}

void AccessLog::write(const Access& access) noexcept {
  try {
    std::string line = access_line(access, std::time(nullptr));
    std::lock_guard lock(mutex_);
    // A short write is of a full disk: the rest would fail, too.
    [[maybe_unused]] ssize_t written = ::write(fd_, line.data(), line.size());
  } catch (const std::exception&) {
    // Memory is short: the line is lost.
  }
}

void AccessLog::reopen() noexcept {
  if (path_ == "-") return;
  int fd = open_log(path_);
  if (fd < 0) return;
  std::lock_guard lock(mutex_);
  ::close(fd_);
  fd_ = fd;
}

}  // namespace wax::serve
