// What archives of a crawl say, as far as checks of the crawl need it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "crawl/check/page_look.h"
#include "crawl/check/page_needs.h"
#include "io/problem.h"

namespace wax::crawl {

// The smallest hashes of the different words of a text.
using WordSketch = std::vector<uint32_t>;
[[nodiscard]] WordSketch sketch_of(std::string_view text);
// The share of words that two texts have in common, 0 to 1, as far as sketches
// tell: within some hundredths.
[[nodiscard]] double likeness(const WordSketch& a, const WordSketch& b);

// A capture of an HTML page.
struct CrawlPage {
  std::string url;
  std::string key;   // URL key, by the rules of SURT
  std::string date;  // 14 digits
  int status = 0;
  PageLook look = PageLook::kPage;
  // Has scripts, and next to no words, or a few that ask for JavaScript.
  bool is_shell = false;
  uint64_t words = 0;
  uint64_t text_hash = 0;  // of text and pictures, without its own path
  uint64_t simhash = 0;    // 0: none
  WordSketch sketch;
  std::vector<Need> needs;
};

// A text of a page as a browser showed it.
struct ShownText {
  std::string key;  // of the page
  std::string date;
  uint64_t words = 0;
  WordSketch sketch;
};

// A capture with something that is told of it: cut, or a redirect.
struct ToldCapture {
  std::string url;
  std::string date;
  std::string detail;
  PageLook look = PageLook::kPage;  // of a redirect
};

struct AskedByBrowser {
  std::string page;
  std::string date;
  std::vector<Need> needs;
};

struct CrawlFacts {
  uint64_t records = 0;
  std::unordered_set<uint64_t> captured;  // key_hash() of what has a record
  std::vector<CrawlPage> pages;
  std::vector<ShownText> texts;
  std::vector<AskedByBrowser> asked;
  std::vector<ToldCapture> cut;
  std::vector<ToldCapture> redirects;  // with a look

  // Adds those of another archive.
  void add(CrawlFacts other);
};

[[nodiscard]] uint64_t key_hash(std::string_view key);

// Reads an archive. Of a body 16 MiB are read. Damage is reported. Throws
// IoError. Any number of threads may read archives. Memory: what it returns:
// some 500 bytes for a page, and 100 for what a page asks for.
[[nodiscard]] CrawlFacts read_crawl(const std::string& path,
                                    ProblemSink& problems);

}  // namespace wax::crawl
