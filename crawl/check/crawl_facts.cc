#include "crawl/check/crawl_facts.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "document/charset/charset.h"
#include "document/content/page_reader.h"
#include "document/text/simhash.h"
#include "document/text/url_reference.h"
#include "document/text/words.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/replace.h"
#include "warc/http/block_head.h"
#include "warc/http/http.h"
#include "warc/http/media_type.h"
#include "warc/reader/reader.h"
#include "warc/record/date.h"

namespace wax::crawl {
namespace {

using warc::RecordType;

constexpr size_t kSketch = 128;
constexpr uint64_t kMostOfBody = uint64_t{16} << 20;
constexpr uint64_t kWordsOfShell = 5;
constexpr uint64_t kWordsOfNotice = 40;  // "This site needs JavaScript"

std::string read_up_to(io::ByteSource& source, uint64_t limit) {
  std::string out;
  while (out.size() < limit) {
    std::string_view bytes = source.peek();
    if (bytes.empty()) break;
    bytes = bytes.substr(0, static_cast<size_t>(limit) - out.size());
    out += bytes;
    source.consume(bytes.size());
  }
  return out;
}

void pass_over(io::ByteSource& source) {
  for (std::string_view bytes; !(bytes = source.peek()).empty();) {
    source.consume(bytes.size());
  }
}

// Counts what is read of a body.
class CountedBody final : public io::ByteSource {
 public:
  explicit CountedBody(io::ByteSource& inner) : inner_(&inner) {}
  std::string_view peek(size_t at_least = 1) override {
    return inner_->peek(at_least);
  }
  void consume(size_t n) override {
    size_ += n;
    inner_->consume(n);
  }
  [[nodiscard]] uint64_t size() const { return size_; }

 private:
  io::ByteSource* inner_;
  uint64_t size_ = 0;
};

bool begins_with(std::string_view url, std::string_view scheme) {
  return text::starts_with_ignoring_case(url, scheme);
}

// A hash of a page's text and pictures. Pages that name their own path ("/x is
// not here") and have the same else have one.
uint64_t hash_of_look(std::string_view content, std::string_view url,
                      const std::vector<Need>& needs) {
  const std::string_view path = cdx::split_url(url).path;
  std::string text = path.size() > 1 ? text::with_replaced(content, path, "")
                                     : std::string(content);
  for (const Need& need : needs) {
    if (need.part == Part::kImage) (text += '\n') += need.urls.front();
  }
  return key_hash(text);
}

bool is_shell(const std::string& body, const document::Document& page,
              const std::vector<Need>& needs) {
  if (body.find("<script") == body.npos) return false;
  const bool shows_parts =
      body.find("<input") != body.npos ||
      std::ranges::any_of(needs, [](const Need& need) {
        return need.part == Part::kImage || need.part == Part::kFrame;
      });
  return (page.words < kWordsOfShell && !shows_parts) ||
         (page.words < kWordsOfNotice &&
          page.content.find("JavaScript") != std::string::npos);
}

class CrawlReader {
 public:
  CrawlReader(const std::string& path, ProblemSink& problems)
      : path_(path), problems_(&problems) {}

  CrawlFacts read() {
    std::unique_ptr<warc::ArchiveReader> reader =
        warc::open_archive(path_, *problems_);
    warc::Record record;
    while (reader->next(record)) {
      ++facts_.records;
      const size_t cut_before = facts_.cut.size();
      take(record);
      reader->finish();
      if (!reader->intact() && is_capture(record) &&
          facts_.cut.size() == cut_before && !url_.empty()) {
        facts_.cut.push_back({url_, date_, "the record is damaged"});
      }
    }
    for (ToldCapture& capture : facts_.cut) {
      if (head_requests_.contains(capture.url)) capture.url.clear();
    }
    std::erase_if(facts_.cut, [](const ToldCapture& capture) {
      return capture.url.empty();
    });
    return std::move(facts_);
  }

 private:
  static bool is_capture(const warc::Record& record) {
    return record.type == RecordType::kResponse ||
           record.type == RecordType::kResource ||
           record.type == RecordType::kRevisit ||
           record.type == RecordType::kConversion;
  }

  void take(const warc::Record& record) {
    url_ = record.target_uri;
    if (record.type == RecordType::kRequest) {
      if (record.body->peek(5).starts_with("HEAD ")) {
        head_requests_.insert(url_);
      }
      return;
    }
    if (!is_capture(record) || url_.empty()) return;
    date_ = (record.format == warc::Format::kArc
                 ? warc::date14_of_arc(record.date)
                 : warc::date14_of_warc(record.date))
                .value_or("");
    if (cdx::is_of_other_record(url_)) {
      take_beside_page(record);
      return;
    }
    key_ = cdx::url_key(cdx::UrlKeyKind::kSurt, url_);
    facts_.captured.insert(key_hash(key_));
    if (record.type == RecordType::kRevisit) return;
    if (record.type == RecordType::kResponse) {
      take_response(record);
    } else if (warc::bare_type(record.content_type) == "text/html") {
      add_page(read_up_to(*record.body, kMostOfBody), record.content_type, 200);
    }
  }

  void take_beside_page(const warc::Record& record) {
    const std::string page = cdx::page_of_record(url_);
    if (begins_with(url_, "urn:text:") || begins_with(url_, "urn:textfinal:")) {
      const std::string text = read_up_to(*record.body, kMostOfBody);
      facts_.texts.push_back({cdx::url_key(cdx::UrlKeyKind::kSurt, page), date_,
                              document::count_words(text), sketch_of(text)});
    } else if (begins_with(url_, "urn:pageinfo:")) {
      const document::PageInfo info =
          document::read_page_info(read_up_to(*record.body, kMostOfBody));
      facts_.asked.push_back(
          {info.url.empty() ? page : info.url, date_, asked_needs(info)});
    }
  }

  void take_response(const warc::Record& record) {
    head_.clear();
    head_.read(*record.body);
    const warc::Headers& headers = head_.headers();
    const int status =
        static_cast<int>(text::whole_number(head_.status()).value_or(0));
    const std::string type =
        warc::bare_type(headers.find("Content-Type").value_or(""));
    CountedBody stored(*record.body);
    std::string body;
    const bool is_page = type == "text/html" || type == "application/xhtml+xml";
    if (is_page) {
      NoProblems none;
      const auto decoded =
          warc::decode_body(stored, headers, {.limit = kMostOfBody}, none, {});
      body = read_up_to(*decoded, kMostOfBody);
    }
    pass_over(stored);
    check_whole(record, headers, status, stored.size());
    if (status >= 300 && status < 400) add_redirect(headers);
    if (is_page) {
      add_page(body, headers.find("Content-Type").value_or(""), status);
    }
  }

  void check_whole(const warc::Record& record, const warc::Headers& headers,
                   int status, uint64_t size) {
    const std::string_view why =
        record.headers.find("WARC-Truncated").value_or("");
    if (!why.empty()) {
      facts_.cut.push_back(
          {url_, date_, "cut by the crawler: " + std::string(why)});
      return;
    }
    if (status < 200 || status == 204 || status == 304) return;
    if (headers.find("Transfer-Encoding")) return;
    const auto stated =
        text::whole_number(headers.find("Content-Length").value_or(""));
    // A crawler that undoes a coding keeps the length of the coded body.
    if (!stated || headers.find("Content-Encoding") || *stated <= size) return;
    facts_.cut.push_back({url_, date_,
                          std::to_string(size) + " of " +
                              std::to_string(*stated) + " bytes are there"});
  }

  void add_redirect(const warc::Headers& headers) {
    std::string target;
    if (!document::append_resolved(url_, headers.find("Location").value_or(""),
                                   target)) {
      return;
    }
    const PageLook look = look_of_redirect(url_, target);
    if (look == PageLook::kPage) return;
    facts_.redirects.push_back({url_, date_, "redirects to " + target, look});
  }

  void add_page(const std::string& body, std::string_view content_type,
                int status) {
    const std::string_view text = document::decode_page(
        body, document::sniff_charset(body, content_type, true, url_),
        content_type, utf8_);
    document_ = {};
    document_.url = url_;
    tree_.parse(text, {.lenient = true});
    document::read_page(tree_, {url_, {}}, document_);
    document_.words = document::count_words(document_.content);
    CrawlPage& page = facts_.pages.emplace_back();
    page.url = url_;
    page.key = key_;
    page.date = date_;
    page.status = status;
    page.words = document_.words;
    page.look = look_of(document_, tree_);
    page.simhash = document::simhash(document_.content).value_or(0);
    page.sketch = sketch_of(document_.content);
    page.needs = page_needs(tree_, url_);
    page.text_hash = hash_of_look(document_.content, url_, page.needs);
    page.is_shell = is_shell(body, document_, page.needs);
  }

  const std::string& path_;
  ProblemSink* problems_;
  CrawlFacts facts_;
  std::unordered_set<std::string> head_requests_;  // their URLs
  std::string url_;                                // of the record at hand
  std::string key_;
  std::string date_;
  warc::BlockHead head_;
  document::HtmlTree tree_;
  document::Document document_;
  std::string utf8_;
};

template <typename List>
void append_moved(List& to, List& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()),
            std::make_move_iterator(from.end()));
}

}  // namespace

WordSketch sketch_of(std::string_view text) {
  WordSketch sketch;
  document::WordReader words(text);
  for (document::Word word; words.next(word);) sketch.push_back(word.hash);
  std::ranges::sort(sketch);
  sketch.erase(std::unique(sketch.begin(), sketch.end()), sketch.end());
  sketch.resize(std::min(sketch.size(), kSketch));
  sketch.shrink_to_fit();
  return sketch;
}

double likeness(const WordSketch& a, const WordSketch& b) {
  WordSketch all;
  std::ranges::set_union(a, b, std::back_inserter(all));
  if (all.empty()) return 1;
  all.resize(std::min(all.size(), kSketch));
  const auto both = std::ranges::count_if(all, [&](uint32_t word) {
    return std::ranges::binary_search(a, word) &&
           std::ranges::binary_search(b, word);
  });
  return static_cast<double>(both) / static_cast<double>(all.size());
}

uint64_t key_hash(std::string_view key) {
  return std::hash<std::string_view>()(key);
}

void CrawlFacts::add(CrawlFacts other) {
  records += other.records;
  captured.merge(other.captured);
  append_moved(pages, other.pages);
  append_moved(texts, other.texts);
  append_moved(asked, other.asked);
  append_moved(cut, other.cut);
  append_moved(redirects, other.redirects);
}

CrawlFacts read_crawl(const std::string& path, ProblemSink& problems) {
  return CrawlReader(path, problems).read();
}

}  // namespace wax::crawl
