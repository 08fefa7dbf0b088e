#include "graph/update/wat_reader.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "cdx/indexer/html_meta.h"
#include "document/text/nfc.h"
#include "document/text/text_builder.h"
#include "document/text/url_reference.h"
#include "io/byte_source.h"
#include "text/ascii.h"
#include "warc/http/media_type.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::graph {
namespace {

namespace dom = simdjson::dom;

// An element, or why there is none.
using Value = simdjson::simdjson_result<dom::element>;

Value member(const Value& from, std::string_view name) {
  return from.at_key(name);
}

// A text, or a number as one; empty for all others.
std::string text_of(const Value& value) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) return std::string(text);
  int64_t number = 0;
  if (value.get(number) == simdjson::SUCCESS) return std::to_string(number);
  return {};
}

std::string text_of(const Value& from, std::string_view name) {
  return text_of(member(from, name));
}

template <typename Use>
void for_each_of(const Value& list, Use use) {
  dom::array elements;
  if (list.get(elements) != simdjson::SUCCESS) return;
  for (dom::element element : elements) use(Value(dom::element(element)));
}

// Fields of HTTP, whose names may be in any case; the first one that counts. A
// list has the values of a repeated field, which are one value with commas.
std::string header_of(const Value& headers, std::string_view name) {
  dom::object object;
  if (headers.get(object) != simdjson::SUCCESS) return {};
  for (auto [key, value] : object) {
    if (!text::equal_ignoring_case(key, name)) continue;
    const Value found((dom::element(value)));
    std::string all = text_of(found);
    for_each_of(found, [&](const Value& one) {
      if (!all.empty()) all += ", ";
      all += text_of(one);
    });
    return all;
  }
  return {};
}

std::string short_text(const std::string& text) {
  std::string out;
  document::TextBuilder(out).append(
      document::cut_text(text, document::kLongestAnchor), false, false);
  document::compose(out);
  return out;
}

bool is_page_link(std::string_view path) {
  constexpr std::array<std::string_view, 4> kPaths = {
      "A@/href", "AREA@/href", "FRAME@/src", "IFRAME@/src"};
  return std::ranges::any_of(kPaths, [&](std::string_view known) {
    return text::equal_ignoring_case(path, known);
  });
}

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const size_t end = std::min(words.find_first_of(" \t\r\n\f"), words.size());
    if (text::equal_ignoring_case(words.substr(0, end), word)) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

// The links of one page, each resolved, as document/page reads them.
class PageLinks {
 public:
  PageLinks(const Value& html, document::Document& document)
      : head_(member(html, "Head")), document_(document) {
    const std::string base = text_of(head_, "Base");
    if (base.empty() || !document::append_resolved(document.url, base, base_)) {
      base_ = document.url;
    }
    read_metas();
    read_head_links();
    for_each_of(member(html, "Links"), [&](const Value& link) {
      if (!is_page_link(text_of(link, "path"))) return;
      std::string_view reference;
      if (member(link, "url").get(reference) != simdjson::SUCCESS ||
          reference.starts_with('#')) {
        return;
      }
      std::string text = text_of(link, "text");
      if (text.empty()) text = text_of(link, "alt");
      add(reference, text, text_of(link, "rel"));
    });
  }

 private:
  void add(std::string_view reference, const std::string& text,
           std::string rel) {
    std::string url;
    if (!document::append_resolved(base_, reference, url) ||
        document_.links.size() >= document::kMostLinks ||
        bytes_ + url.size() > document::kMostLinkBytes) {
      return;
    }
    bytes_ += url.size();
    text::lower_case(rel);
    document_.links.push_back({std::move(url), short_text(text), rel});
  }

  void read_metas() {
    cdx::HtmlMeta robots;
    for_each_of(member(head_, "Metas"), [&](const Value& meta) {
      const std::string content = text_of(meta, "content");
      if (text::equal_ignoring_case(text_of(meta, "http-equiv"), "refresh")) {
        const std::string_view target = cdx::refresh_url(content);
        if (!target.empty()) add(target, {}, {});
        return;
      }
      for (const char* key : {"name", "property"}) {
        const std::string name = text_of(meta, key);
        if (text::equal_ignoring_case(name, "robots")) {
          cdx::add_robots_directives(content, robots);
        } else if (text::equal_ignoring_case(name, "og:url") &&
                   open_graph_.empty()) {
          open_graph_ = content;
        }
      }
    });
    document_.nofollow = document_.nofollow || robots.nofollow;
  }

  void read_head_links() {
    std::string canonical;
    for_each_of(member(head_, "Link"), [&](const Value& link) {
      if (canonical.empty() && has_word(text_of(link, "rel"), "canonical")) {
        canonical = text_of(link, "url");
      }
    });
    if (canonical.empty()) canonical = open_graph_;
    if (canonical.empty()) return;
    (void)document::append_resolved(base_, canonical, document_.canonical);
  }

  Value head_;
  document::Document& document_;
  std::string base_;
  std::string open_graph_;
  size_t bytes_ = 0;
};

}  // namespace

WatReader::WatReader(const std::string& path, cdx::UrlKeyKind kind,
                     ProblemSink& problems)
    : path_(path),
      kind_(kind),
      problems_(problems),
      reader_(warc::open_archive(path, problems)) {}

bool WatReader::next(document::Document& document) {
  warc::Record record;
  while (reader_->next(record)) {
    if (record.type != warc::RecordType::kMetadata ||
        warc::bare_type(record.content_type) != "application/json") {
      continue;
    }
    const uint64_t offset = record.offset;
    bytes_ = io::read_all(*record.body, kLongestWatRecord);
    if (!record.body->peek().empty()) {
      report(offset, "is longer than 64 MiB");
      continue;
    }
    const Value envelope = member(parser_.parse(bytes_), "Envelope");
    dom::object object;
    if (envelope.get(object) != simdjson::SUCCESS) {
      report(offset, "is no JSON object with an \"Envelope\"");
      continue;
    }
    if (read(envelope, document)) return true;
  }
  return false;
}

bool WatReader::read(const Envelope& envelope, document::Document& document) {
  document = {};
  const Value http =
      member(member(envelope, "Payload-Metadata"), "HTTP-Response-Metadata");
  if (!read_identity(envelope, text_of(http, "Entity-Digest"), document)) {
    return false;
  }
  if (document.revisit) return true;
  const Value headers = member(http, "Headers");
  cdx::HtmlMeta robots;
  cdx::add_robots_directives(header_of(headers, "X-Robots-Tag"), robots);
  document.nofollow = robots.nofollow;
  const Value html = member(http, "HTML-Metadata");
  const std::string status =
      text_of(member(http, "Response-Message"), "Status");
  document.status = std::max(0, cdx::status_number(status));
  document.type = warc::bare_type(header_of(headers, "Content-Type"));
  const cdx::Verdict verdict =
      rules_.judge({cdx::CaptureFacts::Record::kResponse, document.url, status,
                    document.type});
  // Where the type says nothing, the maker of the file has seen the bytes.
  dom::object seen;
  if (verdict != cdx::Verdict::kTaken &&
      (verdict != cdx::Verdict::kUncertain ||
       html.get(seen) != simdjson::SUCCESS)) {
    return false;
  }
  PageLinks links(html, document);
  return true;
}

// False for what is no capture.
bool WatReader::read_identity(const Envelope& envelope,
                              const std::string& entity_digest,
                              document::Document& document) {
  const Value warc_header = member(envelope, "WARC-Header-Metadata");
  const Value arc_header = member(envelope, "ARC-Header-Metadata");
  std::string date = text_of(arc_header, "Date");
  std::string digest = text_of(warc_header, "WARC-Payload-Digest");
  if (date.empty()) {
    const std::string type = text_of(warc_header, "WARC-Type");
    document.revisit = type == "revisit";
    if (!document.revisit && type != "response") return false;
    date = text_of(warc_header, "WARC-Date");
    document.url = text_of(warc_header, "WARC-Target-URI");
  } else {
    document.url = text_of(arc_header, "Target-URI");
  }
  if (digest.empty()) digest = entity_digest;
  document.digest = warc::normal_digest(digest);
  document.date = warc::date14_of_warc(date).value_or("");
  if (document.date.empty() || document.url.empty() ||
      (document.revisit && document.digest == "-")) {
    return false;
  }
  (void)cdx::append_url_key(kind_, document.url, document.urlkey);
  return true;
}

void WatReader::report(uint64_t offset, const std::string& text) {
  problems_.report({Severity::kLost, "wat-bad-record", path_, offset, text});
}

}  // namespace wax::graph
