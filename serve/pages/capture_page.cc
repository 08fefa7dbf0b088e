#include "serve/pages/capture_page.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/format/capture_line.h"
#include "index/document/document_maker.h"
#include "index/search/versions.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "serve/api/search_answer.h"
#include "serve/api/stored_record.h"
#include "serve/api/url_captures.h"
#include "serve/http/error.h"
#include "serve/pages/frame.h"
#include "text/number.h"
#include "warc/http/block_head.h"
#include "warc/http/media_type.h"
#include "warc/record/record_part.h"

namespace wax::serve {
namespace {

// Of a record's block, and of what is shown of it.
constexpr uint64_t kMostBlockBytes = 4 << 20;
constexpr size_t kMostShownText = 200'000;
constexpr size_t kMostShownLinks = 1000;
constexpr size_t kMostShownHead = 32 << 10;

struct ShownCapture {
  UrlCapture capture;
  std::string head;         // of the record and of the message in it
  std::string unread;       // why the archive is not read; empty: it was
  index::Document content;  // empty when it was not read
};

uint64_t seconds_between(std::string_view a, std::string_view b) {
  auto x = text::whole_number(a);
  auto y = text::whole_number(b);
  if (!x || !y) return UINT64_MAX;
  return *x > *y ? *x - *y : *y - *x;
}

std::string padded_date(std::string_view date) {
  constexpr std::string_view kEarliest = "10000101000000";
  std::string full(date.substr(0, kEarliest.size()));
  full += kEarliest.substr(full.size());
  return full;
}

// The capture next to a date, by the digits of both.
std::optional<UrlCapture> nearest_capture(const Scope& scope,
                                          const std::string& url,
                                          std::string_view date) {
  UrlCaptures captures(scope, url);
  std::optional<UrlCapture> best;
  uint64_t least = UINT64_MAX;
  std::string asked = padded_date(date);
  UrlCapture capture;
  while (captures.next(capture)) {
    uint64_t distance = seconds_between(capture.date, asked);
    if (best && distance >= least) continue;
    best = capture;
    least = distance;
  }
  return best;
}

StoredCapture place_of_record(const UrlCapture& capture) {
  StoredCapture place;
  place.date = capture.date;
  place.url = capture.url;
  place.mime = capture.mime;
  place.filename = capture.filename;
  auto offset = text::whole_number(capture.offset);
  place.stored = offset && !capture.filename.empty();
  place.offset = offset.value_or(0);
  return place;
}

bool is_markup_or_text(std::string_view type) {
  return type == "text/html" || type == "application/xhtml+xml" ||
         type == "text/plain";
}

// The head of the message in a block; empty when the block is none.
void read_message_head(const OpenRecord& open, std::string_view block,
                       warc::BlockHead& head) {
  head.clear();
  if (!warc::has_http_message(open.record)) return;
  io::MemorySource source(block);
  head.read(source);
}

// Text and links of a page.
void read_content(const Scope& scope, const OpenRecord& open,
                  std::string_view block, ShownCapture& shown) {
  if (!is_markup_or_text(shown.content.type)) return;
  index::CapturedBlock captured;
  captured.bytes = block;
  captured.is_http = warc::has_http_message(open.record);
  captured.whole = block.size() < kMostBlockBytes;
  captured.content_type = open.record.content_type;
  captured.archive = shown.capture.filename;
  captured.offset = open.record.offset;
  RecordProblems problems(*scope.site);
  index::DocumentMaker(kMostBlockBytes)
      .make(captured, block.size(), shown.content, problems);
}

// The record that has the body of a revisit; null when it cannot be had.
std::shared_ptr<OpenRecord> open_original(const Scope& scope,
                                          const StoredCapture& revisit) {
  RecordProblems problems(*scope.site);
  auto cdx = open_cdx_files(*scope.site, nullptr);
  auto original = find_original(*cdx, revisit, problems);
  std::string why;
  return original ? open_record(*scope.site, *original, why) : nullptr;
}

void read_record(const Scope& scope, ShownCapture& shown) {
  if (scope.site->archives == nullptr) {
    shown.unread = "The archives are not at hand on this server.";
    return;
  }
  StoredCapture place = place_of_record(shown.capture);
  auto open = open_record(*scope.site, place, shown.unread);
  if (open == nullptr) return;
  std::string block = io::read_all(*open->record.body, kMostBlockBytes);
  shown.head = open->record.raw_header;
  warc::BlockHead head;
  read_message_head(*open, block, head);
  shown.head += head.raw().substr(0, kMostShownHead);
  if (shown.capture.is_revisit) {
    open = open_original(scope, place);
    if (open == nullptr) return;
    block = io::read_all(*open->record.body, kMostBlockBytes);
    read_message_head(*open, block, head);
  }
  shown.content.url = shown.capture.url;
  shown.content.type = warc::bare_type(
      head.headers().find("Content-Type").value_or(open->record.content_type));
  read_content(scope, *open, block, shown);
}

// The text of the version in the index.
void read_indexed(const Scope& scope, ShownCapture& shown) {
  if (scope.generation->reader == nullptr) return;
  const index::IndexReader& reader = *scope.generation->reader;
  for (const index::PageVersion& version :
       index::versions_of(reader, shown.capture.url)) {
    if (cdx::without_sha1(version.digest) != shown.capture.digest) continue;
    index::StoredDocument values;
    reader.document(version.document,
                    {"title", "content", "lang", "author", "published"},
                    values);
    index::Document& content = shown.content;
    content.title = index::value_of(values, "title");
    content.content = index::value_of(values, "content");
    content.language = index::value_of(values, "lang");
    content.author = index::value_of(values, "author");
    content.published = index::value_of(values, "published");
    return;
  }
}

void append_capture_facts(const ShownCapture& shown, Markup& out) {
  const UrlCapture& capture = shown.capture;
  auto fact = [&out](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    out << "<div><dt>" << name << "</dt><dd>" << value << "</dd></div>";
  };
  out << "<dl class=\"facts-row\"><div><dt>captured (UTC)</dt><dd>"
      << moment_element(capture.date) << "</dd></div>";
  fact("HTTP status", capture.status);
  fact("type", capture.mime);
  fact("language", shown.content.language);
  fact("author", shown.content.author);
  fact("published", shown.content.published);
  out << "</dl><dl class=\"place-of-record\">";
  fact("digest", capture.digest);
  fact("archive", capture.filename);
  fact("byte", capture.offset);
  if (auto size = text::whole_number(capture.length)) {
    fact("stored", size_text(*size));
  }
  fact("URL key", capture.urlkey);
  out << "</dl>";
}

void append_capture_ways_to_it(const Scope& scope, const UrlCapture& capture,
                               Markup& out) {
  out << "<ul class=\"ways\">";
  if (may_link(capture.url)) {
    std::string replay = replay_url(*scope.site, capture.date, capture.url);
    if (!replay.empty()) {
      out << "<li><a href=\"" << replay << "\">Replay</a></li>";
    }
  }
  if (scope.site->archives != nullptr) {
    for (auto [modifier, name] : {std::pair("id_", "Body as archived"),
                                  std::pair("hd_", "Headers as text"),
                                  std::pair("rec_", "Download the record")}) {
      out << "<li><a href=\"" << raw_href(capture.date, capture.url, modifier)
          << "\">" << std::string_view(name) << "</a></li>";
    }
  }
  out << "<li><a href=\"" << url_page_href(scope, capture.url)
      << "\">All captures of this URL</a></li><li><a href=\"/url/similar?url="
      << UrlPart{capture.url} << in_parameter(scope)
      << "\">Pages like this</a></li></ul>";
}

void append_capture_text(const index::Document& content, Markup& out) {
  out << "<section><h2 id=\"text\">Text</h2>";
  std::string_view text = content.content;
  if (text.empty()) {
    out << "<p class=\"quiet\">There is no text.</p></section>";
    return;
  }
  out << "<div class=\"text-of-page\" tabindex=\"0\" role=\"region\" "
         "aria-labelledby=\"text\" dir=\"auto\"";
  if (!content.language.empty()) {
    out << " lang=\"" << content.language << "\"";
  }
  out << ">" << text.substr(0, text.find_first_of(" \n", kMostShownText));
  if (text.size() > kMostShownText) out << " …";
  out << "</div></section>";
}

void append_capture_links(const Scope& scope, const UrlCapture& capture,
                          const std::vector<index::Link>& links, Markup& out) {
  if (links.empty()) return;
  out << "<section><h2 id=\"links\">Links of this page <span "
         "class=\"quiet\">"
      << grouped(links.size()) << "</span></h2><ul class=\"links-of-page\">";
  for (size_t i = 0; i < std::min(links.size(), kMostShownLinks); ++i) {
    const index::Link& link = links[i];
    out << "<li dir=\"auto\"><a href=\"/url/capture?url=" << UrlPart{link.url}
        << "&amp;date=" << UrlPart{capture.date} << in_parameter(scope) << "\">"
        << (link.text.empty() ? short_url(link.url)
                              : std::string_view(link.text))
        << "</a> <span class=\"quiet\" dir=\"ltr\">" << short_url(link.url)
        << "</span></li>";
  }
  out << "</ul>";
  if (links.size() > kMostShownLinks) {
    out << "<p class=\"notice\">The first " << grouped(kMostShownLinks)
        << " are shown.</p>";
  }
  out << "</section>";
}

void append_capture_head(const ShownCapture& shown, Markup& out) {
  out << "<section><h2 id=\"headers\">Headers</h2>";
  if (shown.head.empty()) {
    out << "<p class=\"quiet\">" << shown.unread << "</p></section>";
    return;
  }
  out << "<pre class=\"head-of-record\" tabindex=\"0\" role=\"region\" "
         "aria-labelledby=\"headers\">"
      << shown.head << "</pre></section>";
}

}  // namespace

Response capture_page(const Site& site, const Request& request) {
  Scope scope = scope_of(site, request);
  std::string url(request.parameters.get("url"));
  if (url.empty())
    throw UsageError("Give a URL: /url/capture?url=...&date=...");
  auto nearest = nearest_capture(scope, url, request.parameters.get("date"));
  PageFrame frame;
  frame.title = "Capture of " + url;
  Markup out;
  if (!nearest) {
    out << "<h1>No captures</h1><p class=\"url\" dir=\"ltr\">" << url
        << "</p><p>This collection has no capture of this URL.";
    out << "</p>";
    return page(scope, frame, out, 404);
  }
  ShownCapture shown;
  shown.capture = std::move(*nearest);
  read_record(scope, shown);
  if (shown.content.content.empty()) read_indexed(scope, shown);
  const std::string& title = shown.content.title;
  out << "<h1 dir=\"auto\">"
      << (title.empty() ? short_url(shown.capture.url)
                        : std::string_view(title))
      << "</h1><p class=\"url\" dir=\"ltr\">" << shown.capture.url << "</p>";
  append_capture_facts(shown, out);
  append_capture_ways_to_it(scope, shown.capture, out);
  append_capture_text(shown.content, out);
  append_capture_links(scope, shown.capture, shown.content.links, out);
  append_capture_head(shown, out);
  return page(scope, frame, out);
}

}  // namespace wax::serve
