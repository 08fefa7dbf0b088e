// What sorted CDX files say of one URL after another.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/key_cursor.h"
#include "io/problem.h"

namespace wax::posts {

// The URL with its scheme and host in one form, without default port and
// fragment; "/" where it has no path. Nothing else is changed. The text itself
// where it is no URL. Any thread.
[[nodiscard]] std::string plain_url(std::string_view url);

struct CapturedRedirect {
  std::string url;      // plain_url()
  int64_t seconds = 0;  // of its date
  std::string status;
  std::string target;  // absolute, plain; empty: none
};

// Of captures of the same URL as `url`, that next to a time; of two the
// earlier. Null: there is none. Any thread.
template <typename Capture>
[[nodiscard]] const Capture* nearest(const std::vector<Capture>& captures,
                                     std::string_view url, int64_t seconds) {
  const Capture* best = nullptr;
  auto distance = [&](const Capture& one) {
    return std::abs(one.seconds - seconds);
  };
  for (const Capture& one : captures) {
    if (one.url != url) continue;
    if (best == nullptr || distance(one) < distance(*best) ||
        (distance(one) == distance(*best) && one.seconds < best->seconds)) {
      best = &one;
    }
  }
  return best;
}

// For one thread.
class CapturedRedirects {
 public:
  // Throws what cdx::KeyCursor does, UsageError for files without the columns.
  // `problems` outlives it.
  CapturedRedirects(const std::vector<std::string>& files,
                    ProblemSink& problems);

  // The captures of a key that is not less than the one before. Valid until the
  // next call. Throws what KeyCursor::each_of() does.
  [[nodiscard]] const std::vector<CapturedRedirect>& of(std::string_view key);

  // Throws LineError where the rest of a file is out of order.
  void check_rest();

 private:
  std::vector<std::unique_ptr<cdx::KeyCursor>> cursors_;
  std::string key_;
  std::vector<CapturedRedirect> found_;
};

}  // namespace wax::posts
