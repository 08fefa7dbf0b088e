#include "rank/robots.h"

#include <algorithm>
#include <utility>

#include "rank/view_files.h"
#include "text/ascii.h"

namespace wax::rank {

RobotList::RobotList()
    : RobotList({"bot",
                 "crawl",
                 "spider",
                 "slurp",
                 "archive.org",
                 "ia_archiver",
                 "heritrix",
                 "nutch",
                 "scrapy",
                 "httrack",
                 "wget",
                 "curl/",
                 "libwww",
                 "python",
                 "java/",
                 "okhttp",
                 "go-http-client",
                 "httpclient",
                 "ruby",
                 "perl",
                 "php/",
                 "headless",
                 "phantomjs",
                 "selenium",
                 "puppeteer",
                 "feedfetcher",
                 "feedparser",
                 "facebookexternalhit",
                 "link checker",
                 "linkchecker",
                 "monitor",
                 "uptime",
                 "pingdom",
                 "nagios",
                 "validator",
                 "preview",
                 "mediapartners",
                 "browsertrix",
                 "webcopier",
                 "offline"}) {}

RobotList::RobotList(std::vector<std::string> words)
    : words_(std::move(words)) {
  for (std::string& word : words_) text::lower_case(word);
}

RobotList RobotList::of_file(const std::string& path) {
  std::vector<std::string> words;
  auto lines = open_text(path, 1);
  for (std::string_view line; lines->next(line);) {
    line = text::trim(line);
    if (!line.empty() && line.front() != '#') words.emplace_back(line);
  }
  return RobotList(std::move(words));
}

bool RobotList::has(std::string_view agent) const {
  std::string lower(agent);
  text::lower_case(lower);
  return std::any_of(words_.begin(), words_.end(), [&](const auto& word) {
    return lower.find(word) != std::string::npos;
  });
}

}  // namespace wax::rank
