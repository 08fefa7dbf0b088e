// What sorted CDX files say of one URL after another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/files/key_cursor.h"
#include "io/problem.h"

namespace wax::posts {

// The URL with its scheme and host in one form, without default port and
// fragment; "/" where it has no path. Nothing else is changed. The text itself
// where it is no URL. Any thread.
[[nodiscard]] std::string plain_url(std::string_view url);

// Whether it is a URL that may be captured: http, https or ftp, with a host.
// Any thread.
[[nodiscard]] bool is_page_url(std::string_view url);

struct CapturedRedirect {
  std::string url;      // plain_url()
  int64_t seconds = 0;  // of its date
  std::string status;
  std::string target;  // absolute, plain; empty: none with a host
};

// Sorts captures by URL and time, as nearest() needs them; of those of a URL at
// one time, the first one stays. Any thread.
template <typename Capture>
void order_by_time(std::vector<Capture>& captures) {
  auto place = [](const Capture& one) {
    return std::pair(std::string_view(one.url), one.seconds);
  };
  std::stable_sort(
      captures.begin(), captures.end(),
      [&](const Capture& a, const Capture& b) { return place(a) < place(b); });
  captures.erase(std::unique(captures.begin(), captures.end(),
                             [&](const Capture& a, const Capture& b) {
                               return place(a) == place(b);
                             }),
                 captures.end());
}

// Finds, in captures that order_by_time() has sorted, the one of `url` that is
// nearest to a time; of two equally near ones the earlier. Null when the URL
// has no captures. Looks at few of them. Any thread.
template <typename Capture>
[[nodiscard]] const Capture* nearest(const std::vector<Capture>& captures,
                                     std::string_view url, int64_t seconds) {
  const std::pair asked(url, seconds);
  const auto after = std::lower_bound(
      captures.begin(), captures.end(), asked,
      [](const Capture& one, const auto& place) {
        return std::pair(std::string_view(one.url), one.seconds) < place;
      });
  const bool has_later = after != captures.end() && after->url == url;
  if (after == captures.begin() || std::prev(after)->url != url) {
    return has_later ? &*after : nullptr;
  }
  const Capture& before = *std::prev(after);
  return has_later && after->seconds - seconds < seconds - before.seconds
             ? &*after
             : &before;
}

// For one thread.
class CapturedRedirects {
 public:
  // Throws what cdx::KeyCursor does, UsageError for files without the columns.
  // `problems` outlives it.
  CapturedRedirects(const std::vector<std::string>& files,
                    ProblemSink& problems);

  // The captures of a key that is not less than the one before, ordered by URL
  // and time, as far as they say what their URL led to: A revisit without a
  // status or target of its own says what the nearest capture of its URL with
  // its digest does. Others, and those with status 304, are left out, unless
  // their URL has no captures but such. Valid until the next call. Throws what
  // KeyCursor::each_of() does.
  [[nodiscard]] const std::vector<CapturedRedirect>& of(std::string_view key);

  // Throws LineError where the rest of a file is out of order.
  void check_rest();

 private:
  void add_silent();

  // A capture that does not say itself what its URL led to.
  struct Silent {
    CapturedRedirect capture;
    std::string digest;  // empty: no other capture says it
  };

  std::vector<std::unique_ptr<cdx::KeyCursor>> cursors_;
  std::string key_;
  std::vector<CapturedRedirect> found_;
  std::vector<std::string> digests_;  // of found_, as they were read
  std::vector<Silent> silent_;
};

}  // namespace wax::posts
