// Fetches the URLs of lists into archives.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/archive_paths.h"
#include "crawl/fetch/fetch_archive.h"
#include "crawl/fetch/frontier.h"
#include "crawl/seen/url_line.h"
#include "io/problem.h"
#include "io/remote/wire_fetcher.h"
#include "lines/line_stream.h"

namespace wax::crawl {

struct FetchOptions {
  std::string agent;    // product token, as robots.txt files name it
  std::string contact;  // URL or address of mail
  uint64_t connections = 64;
  Politeness politeness;
  io::WireLimits limits;
  unsigned redirects = 5;
  unsigned tries = 3;
  bool requisites = false;    // also fetch what pages show
  double longest_wait = 300;  // seconds that a server may ask for (Retry-After)
  ArchiveOptions archive;
  std::vector<std::string> against;  // as PastCaptures takes them
  bool any_url = false;
  // Where the archives of `against` are, so that servers are asked whether a
  // page has changed; null: they are not. Outlives the run, as `problems` does,
  // which takes what cannot be read.
  const cdx::ArchivePaths* archives = nullptr;
  ProblemSink* problems = nullptr;
  // Called with each line that is left out because of a fault; may be empty.
  BadLine bad_line = {};
  // Called with each URL that is not in the archives, and why; may be empty.
  std::function<void(std::string_view url, std::string_view reason,
                     std::string_view text)>
      failed = {};
  // Called about once a second, when `counts` say how far it is; may be empty.
  std::function<void()> tick = {};
  // Called once, when all that was to be fetched until then is in the archives
  // that are open or finished: gives further URLs. May be empty.
  std::function<std::unique_ptr<lines::LineStream>()> more = {};
};

struct FetchCounts {
  using ByReason = std::map<std::string, uint64_t, std::less<>>;

  uint64_t read = 0;     // lines with a URL
  uint64_t again = 0;    // URLs of lists, and targets of redirects, met before
  uint64_t before = 0;   // URLs of lists that the folder has
  uint64_t fetched = 0;  // answers in archives, with these five
  uint64_t robots = 0;
  uint64_t redirected = 0;
  uint64_t requisites = 0;  // that pages show
  uint64_t truncated = 0;
  uint64_t revisits = 0;
  uint64_t unmodified = 0;  // of these: the server said so
  ByReason statuses;        // "2xx"
  ByReason skipped;         // "disallowed", ...
  ByReason failed;          // "unresolved", ...
  uint64_t received = 0;    // bytes of answers
  uint64_t files = 0;
  uint64_t bytes = 0;      // of archives
  uint64_t under_way = 0;  // requests, at a tick, each to another host
  uint64_t waiting = 0;    // hosts whose turn comes later, at a tick
};

// Whether the reason why a URL is not in the archives is that it is not to be
// there; others may pass.
[[nodiscard]] bool is_choice(std::string_view reason);

// Fetches each URL of the lists (lines as parse_url_line() takes them) that the
// folder does not have, and what redirects lead to. One thread has the sockets,
// another one writes. Memory: that of Frontier and WireFetcher, and 64 answers.
// Throws IoError.
void fetch_urls(lines::LineStream& urls, const FetchOptions& options,
                FetchCounts& counts);

}  // namespace wax::crawl
