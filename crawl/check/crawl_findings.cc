#include "crawl/check/crawl_findings.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "collection/segment/text_capture.h"
#include "crawl/check/url_traps.h"
#include "text/json_tree.h"
#include "text/json_writer.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace wax::crawl {
namespace {

constexpr uint64_t kFewWords = 200;
constexpr uint64_t kEnoughWords = 50;  // that a comparison means something
constexpr size_t kFewestOfOneText = 3;
constexpr int kSameTemplate = 3;  // bits of SimHash
constexpr double kUnlike = 0.1;   // texts that have next to nothing in common

std::string host_of_url(std::string_view url) {
  return std::string(cdx::host_of(url));
}

std::string path_of_url(std::string_view url) {
  return std::string(cdx::split_url(url).path);
}

bool is_first_page(std::string_view url) {
  const cdx::UrlParts parts = cdx::split_url(url);
  return (parts.path.empty() || parts.path == "/" ||
          parts.path == "/index.html") &&
         parts.query.empty();
}

bool is_answer(const CrawlPage& page) {
  return page.status >= 200 && page.status < 300;
}

bool is_of_404_template(const CrawlPage& page, const CrawlPage& error) {
  if (page.text_hash == error.text_hash) return true;
  const uint64_t more = std::max(page.words, error.words);
  const uint64_t fewer = std::min(page.words, error.words);
  return fewer >= kEnoughWords / 2 && more * 4 <= fewer * 5 &&
         std::popcount(page.simhash ^ error.simhash) <= kSameTemplate;
}

class FaultFinder {
 public:
  FaultFinder(const CrawlFacts& crawl, const CrawlFacts& before)
      : crawl_(crawl) {
    by_key_ = pages_by_key(crawl);
    for (const CrawlPage& page : before.pages) {
      if (!is_answer(page)) continue;
      const CrawlPage*& last = earlier_[page.key];
      if (last == nullptr || last->date <= page.date) last = &page;
    }
    join_texts(crawl, by_key_);
    join_texts(before, pages_by_key(before));
  }

  std::vector<Finding> find() {
    find_missing();
    find_looks();
    find_traps();
    find_texts();
    find_cut();
    std::ranges::sort(findings_, {}, [](const Finding& finding) {
      return std::tie(finding.kind, finding.host, finding.url, finding.date);
    });
    return std::move(findings_);
  }

 private:
  void add(FindingKind kind, std::string_view url, std::string_view date,
           std::string detail) {
    Finding& finding = findings_.emplace_back();
    finding.kind = kind;
    finding.host = host_of_url(url);
    finding.url = url;
    finding.date = date;
    finding.detail = std::move(detail);
  }

  using PagesByKey = std::map<std::string_view, std::vector<const CrawlPage*>>;

  static PagesByKey pages_by_key(const CrawlFacts& facts) {
    PagesByKey found;
    for (const CrawlPage& page : facts.pages) found[page.key].push_back(&page);
    for (auto& [key, pages] : found) {
      std::ranges::stable_sort(
          pages, {}, [](const CrawlPage* page) { return page->date; });
    }
    return found;
  }

  // The text that a browser showed of each capture: the last one counts.
  void join_texts(const CrawlFacts& facts, const PagesByKey& by_key) {
    std::unordered_map<std::string_view, std::vector<const ShownText*>> texts;
    for (const ShownText& text : facts.texts) {
      texts[text.key].push_back(&text);
    }
    for (auto& [key, all] : texts) {
      const auto pages = by_key.find(key);
      if (pages == by_key.end()) continue;
      std::ranges::stable_sort(
          all, {}, [](const ShownText* text) { return text->date; });
      std::vector<collection::PageCapture> captures;
      for (const CrawlPage* page : pages->second) {
        captures.push_back(
            {warc::seconds_of_date(page->date).value_or(0), {}, true});
      }
      for (const ShownText* text : all) {
        const auto found = collection::capture_of_text(
            captures, warc::seconds_of_date(text->date).value_or(0));
        if (found) shown_[pages->second[found->page]] = text;
      }
    }
  }

  void find_missing() {
    struct Asked {
      const std::string* page;
      const std::string* date;
      Part part = Part::kOther;
      std::set<std::string_view> pages = {};
    };
    std::map<std::string_view, Asked> missing;
    auto ask = [&](const std::string& page, const std::string& date,
                   const std::vector<Need>& needs) {
      for (const Need& need : needs) {
        if (std::ranges::any_of(need.urls, [&](const std::string& url) {
              return crawl_.captured.contains(
                  key_hash(cdx::url_key(cdx::UrlKeyKind::kSurt, url)));
            })) {
          continue;
        }
        Asked& asked =
            missing.try_emplace(need.urls.front(), Asked{&page, &date})
                .first->second;
        if (asked.part == Part::kOther) asked.part = need.part;
        asked.pages.insert(page);
      }
    };
    for (const CrawlPage& page : crawl_.pages) {
      if (is_answer(page)) ask(page.url, page.date, page.needs);
    }
    for (const AskedByBrowser& info : crawl_.asked) {
      ask(info.page, info.date, info.needs);
    }
    for (const auto& [url, asked] : missing) {
      add(FindingKind::kMissing, url, *asked.date, "no record");
      findings_.back().part = name(asked.part);
      findings_.back().page = *asked.page;
      findings_.back().count = asked.pages.size();
    }
  }

  void find_looks() {
    std::map<std::string, std::vector<const CrawlPage*>> errors;  // by host
    std::map<std::pair<std::string, uint64_t>, std::vector<const CrawlPage*>>
        same;
    for (const CrawlPage& page : crawl_.pages) {
      if (page.words == 0) continue;
      if (page.status == 404 || page.status == 410) {
        errors[host_of_url(page.url)].push_back(&page);
      } else if (is_answer(page)) {
        same[{host_of_url(page.url), page.text_hash}].push_back(&page);
      }
    }
    for (const CrawlPage& page : crawl_.pages) {
      if (!is_answer(page)) continue;
      look_at(page, errors[host_of_url(page.url)]);
    }
    for (const auto& [host_and_text, pages] : same) find_one_text(pages);
    for (const ToldCapture& redirect : crawl_.redirects) {
      add(kind_of(redirect.look), redirect.url, redirect.date, redirect.detail);
    }
  }

  static FindingKind kind_of(PageLook look) {
    return look == PageLook::kLogin        ? FindingKind::kLogin
           : look == PageLook::kCookieWall ? FindingKind::kCookieWall
                                           : FindingKind::kSoftError;
  }

  void look_at(const CrawlPage& page,
               const std::vector<const CrawlPage*>& errors) {
    constexpr std::string_view kDetails[] = {
        "", "its text says \"not found\"", "asks for a password",
        "asks for consent, with little else"};
    if (page.look != PageLook::kPage) {
      tell(page, kind_of(page.look),
           std::string(kDetails[static_cast<size_t>(page.look)]));
      return;
    }
    const auto error = std::ranges::find_if(errors, [&](const CrawlPage* each) {
      return is_of_404_template(page, *each);
    });
    if (error == errors.end() || page.words == 0) return;
    tell(page, FindingKind::kSoftError,
         "has the text of " + (*error)->url + ", status " +
             std::to_string((*error)->status));
  }

  void tell(const CrawlPage& page, FindingKind kind, std::string detail) {
    if (!told_.insert(&page).second) return;
    add(kind, page.url, page.date, std::move(detail));
  }

  void find_one_text(const std::vector<const CrawlPage*>& pages) {
    std::set<std::string> paths;
    const CrawlPage* first = nullptr;
    for (const CrawlPage* page : pages) {
      paths.insert(path_of_url(page->url));
      if (is_first_page(page->url)) first = page;
    }
    const bool is_one =
        paths.size() >= kFewestOfOneText && pages.front()->words <= kFewWords;
    if (paths.size() < 2 || (first == nullptr && !is_one)) return;
    // A folder's page may have a second name: one path is no sign.
    if (first != nullptr && paths.size() < kFewestOfOneText) return;
    for (const CrawlPage* page : pages) {
      if (is_first_page(page->url) || page->is_shell) continue;
      tell(*page, FindingKind::kSoftError,
           std::to_string(paths.size()) + " paths have this text" +
               (first == nullptr ? std::string()
                                 : ", and so has the first page"));
    }
  }

  void find_traps() {
    std::vector<std::string_view> urls;
    int last_year = 0;
    for (const CrawlPage& page : crawl_.pages) {
      urls.push_back(page.url);
      if (page.date.size() < 4) continue;
      last_year = std::max(
          last_year,
          static_cast<int>(
              text::whole_number(std::string_view(page.date).substr(0, 4))
                  .value_or(0)));
    }
    for (UrlTrap& trap : url_traps(urls, last_year)) {
      add(FindingKind::kTrap, trap.example, "", std::move(trap.why));
      findings_.back().count = trap.urls;
    }
  }

  // With the words that a browser showed.
  [[nodiscard]] uint64_t words_of(const CrawlPage& page) const {
    const auto text = shown_.find(&page);
    return text == shown_.end() ? page.words
                                : std::max(page.words, text->second->words);
  }

  void find_texts() {
    for (const auto& [key, pages] : by_key_) {
      const CrawlPage* last = nullptr;
      const CrawlPage* former = nullptr;
      for (const CrawlPage* page : pages) {
        if (!is_answer(*page)) continue;
        former = std::exchange(last, page);
      }
      if (last == nullptr || told_.contains(last)) continue;
      const auto earlier = earlier_.find(last->key);
      if (earlier != earlier_.end()) former = earlier->second;
      if (former != nullptr) compare(*last, *former);
      compare_shown(*last);
    }
  }

  void compare(const CrawlPage& page, const CrawlPage& former) {
    const uint64_t words = words_of(page);
    const uint64_t before = words_of(former);
    if (before < kEnoughWords || words * 2 >= before) return;
    add(FindingKind::kShrunk, page.url, page.date,
        std::to_string(words) + " words, " + std::to_string(before) + " on " +
            former.date);
  }

  void compare_shown(const CrawlPage& page) {
    const auto found = shown_.find(&page);
    if (found == shown_.end()) {
      if (page.is_shell) {
        add(FindingKind::kNoText, page.url, page.date,
            "scripts, " + std::to_string(page.words) +
                " words, and no text that a browser showed");
      }
      return;
    }
    const ShownText& shown = *found->second;
    if (page.is_shell && shown.words < 3) {
      add(FindingKind::kNoText, page.url, page.date,
          "a browser showed " + std::to_string(shown.words) + " words");
    }
    if (page.words < kEnoughWords) return;
    const bool is_less = shown.words * 2 < page.words;
    if (!is_less && likeness(page.sketch, shown.sketch) >= kUnlike) return;
    add(FindingKind::kOtherText, page.url, page.date,
        is_less ? "a browser showed " + std::to_string(shown.words) + " of " +
                      std::to_string(page.words) + " words"
                : "a browser showed other words than the HTML has");
  }

  void find_cut() {
    for (const ToldCapture& capture : crawl_.cut) {
      add(FindingKind::kCut, capture.url, capture.date, capture.detail);
    }
  }

  const CrawlFacts& crawl_;
  PagesByKey by_key_;
  std::unordered_map<std::string_view, const CrawlPage*> earlier_;
  std::unordered_map<const CrawlPage*, const ShownText*> shown_;
  std::set<const CrawlPage*> told_;
  std::vector<Finding> findings_;
};

}  // namespace

std::string_view name(FindingKind kind) {
  constexpr std::string_view kNames[kFindingKinds] = {
      "missing", "soft-404",   "login",   "cookie-wall", "trap",
      "shrunk",  "other-text", "no-text", "cut"};
  return kNames[static_cast<size_t>(kind)];
}

std::vector<Finding> find_faults(const CrawlFacts& crawl,
                                 const CrawlFacts& before) {
  return FaultFinder(crawl, before).find();
}

void append_json(const Finding& finding, std::string& out) {
  out += '{';
  text::JsonWriter json(out);
  json.add("kind", name(finding.kind));
  json.add("host", finding.host);
  if (!finding.part.empty()) json.add("part", finding.part);
  json.add("url", finding.url);
  if (!finding.date.empty()) json.add("date", finding.date);
  if (!finding.page.empty()) json.add("page", finding.page);
  json.put_name("count");
  out += std::to_string(finding.count);
  json.add("detail", finding.detail);
  out += '}';
}

std::optional<Finding> read_finding(std::string_view line) {
  const nlohmann::json json = text::try_parse_json(line);
  if (!json.is_object()) return std::nullopt;
  auto text_of = [&](const char* field) {
    const auto found = json.find(field);
    return found != json.end() && found->is_string() ? found->get<std::string>()
                                                     : std::string();
  };
  Finding finding;
  const std::string kind = text_of("kind");
  size_t number = 0;
  while (number < kFindingKinds &&
         kind != name(static_cast<FindingKind>(number))) {
    ++number;
  }
  const auto count = json.find("count");
  if (number == kFindingKinds || count == json.end() ||
      !count->is_number_unsigned()) {
    return std::nullopt;
  }
  finding.kind = static_cast<FindingKind>(number);
  finding.count = count->get<uint64_t>();
  finding.host = text_of("host");
  finding.part = text_of("part");
  finding.url = text_of("url");
  finding.date = text_of("date");
  finding.page = text_of("page");
  finding.detail = text_of("detail");
  return finding;
}

}  // namespace wax::crawl
