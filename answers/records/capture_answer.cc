#include "answers/records/capture_answer.h"

#include <exception>
#include <memory>
#include <utility>

#include "answers/records/named_original.h"
#include "answers/records/stored_record.h"
#include "answers/shown/version_text.h"
#include "document/maker/document_maker.h"
#include "io/byte_source.h"
#include "warc/http/block_head.h"
#include "warc/http/media_type.h"
#include "warc/record/date.h"
#include "warc/record/record_part.h"

namespace wax::answers {
namespace {

// The most bytes that are read of a record's block, and shown of its head.
constexpr uint64_t kMostBlockBytes = 4 << 20;
constexpr size_t kMostShownHead = 32 << 10;

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
                  std::string_view block, std::string_view type,
                  CaptureAnswer& answer) {
  if (!is_markup_or_text(type)) return;
  document::Document page;
  page.url = answer.capture.url;
  page.type = type;
  document::CapturedBlock captured;
  captured.bytes = block;
  captured.is_http = warc::has_http_message(open.record);
  captured.whole = block.size() < kMostBlockBytes;
  captured.content_type = open.record.content_type;
  captured.archive = answer.capture.filename;
  captured.offset = open.record.offset;
  RecordReport problems(*scope.holdings);
  document::DocumentMaker(kMostBlockBytes)
      .make(captured, block.size(), page, problems);
  answer.title = std::move(page.title);
  answer.text = std::move(page.content);
  answer.lang = std::move(page.language);
  answer.author = std::move(page.author);
  answer.published = std::move(page.published);
  for (document::Link& link : page.links) {
    answer.links.push_back({std::move(link.url), std::move(link.text)});
  }
}

// The record that has the body of a revisit; null when it cannot be had.
std::shared_ptr<OpenRecord> open_original(const Scope& scope,
                                          const UrlCapture& revisit) {
  RecordReport problems(*scope.holdings);
  const Generation& generation = *scope.generation;
  DigestSearch digests{{scope.generation}};
  const Searchables files = open_cdx(generation);
  const RecordSource from(*scope.holdings, generation);
  auto original = find_original(from, files, generation.url_key, revisit,
                                digests, problems);
  RecordFailure why;
  return original ? open_record_or_copy(from, files, generation.url_key,
                                        *original, why)
                  : nullptr;
}

void read_record(const Scope& scope, CaptureAnswer& answer) {
  if (!scope.holdings->shows_captures()) {
    answer.unread = "The archives are not available on this server.";
    return;
  }
  RecordFailure why;
  auto open = open_record_or_copy(
      {*scope.holdings, *scope.generation}, open_cdx(*scope.generation),
      scope.generation->url_key, answer.capture, why);
  if (open == nullptr) {
    answer.unread = why.text;
    return;
  }
  std::string block = io::read_all(*open->record.body, kMostBlockBytes);
  answer.head = shown_header({scope.generation}, open->record);
  warc::BlockHead head;
  read_message_head(*open, block, head);
  answer.head += head.raw().substr(0, kMostShownHead);
  if (answer.capture.is_revisit) {
    open = open_original(scope, answer.capture);
    if (open == nullptr) return;
    block = io::read_all(*open->record.body, kMostBlockBytes);
    read_message_head(*open, block, head);
  }
  read_content(scope, *open, block,
               warc::bare_type(head.headers()
                                   .find("Content-Type")
                                   .value_or(open->record.content_type)),
               answer);
}

// The text of the version in the index, or nothing of it when the record has a
// text and no browser had another.
void read_indexed(const Scope& scope, CaptureAnswer& answer) {
  std::optional<VersionText> version;
  try {
    version = version_text(scope, answer.capture.url, answer.capture.digest);
  } catch (const std::exception&) {
    if (answer.text.empty()) throw;
  }
  if (!version || (!answer.text.empty() && !version->is_rendered)) return;
  answer.title = std::move(version->page.title);
  answer.text = std::move(version->text);
  answer.lang = std::move(version->page.lang);
  answer.author = std::move(version->author);
  answer.published = std::move(version->published);
}

}  // namespace

std::optional<CaptureAnswer> capture_answer(const Scope& scope,
                                            const std::string& url,
                                            std::string_view date) {
  const Generation& generation = *scope.generation;
  RecordReport problems(*scope.holdings);
  std::string moment;  // empty: the first one
  if (auto seconds = warc::seconds_of_date(date)) {
    moment = warc::date14_of_seconds(*seconds);
  }
  auto nearest = find_capture(RecordSource(*scope.holdings, generation),
                              open_cdx(generation), generation.url_key, url,
                              moment, Wanted::kBody, problems);
  if (!nearest) return std::nullopt;
  CaptureAnswer answer;
  answer.capture = std::move(*nearest);
  read_record(scope, answer);
  read_indexed(scope, answer);
  return answer;
}

}  // namespace wax::answers
