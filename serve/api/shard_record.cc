#include "serve/api/shard_record.h"

#include <memory>
#include <string>
#include <utility>

#include "answers/records/named_original.h"
#include "answers/records/record_package.h"
#include "answers/records/shard_records.h"
#include "answers/records/stored_record.h"
#include "answers/shown/found_page.h"
#include "answers/shown/search_answer.h"
#include "index/search/results.h"
#include "io/error.h"
#include "io/spool.h"
#include "warc/extract/record_copies.h"
#include "warc/writer/writer.h"

namespace wax::serve {
namespace {

class SpoolBody final : public answers::BodyStream {
 public:
  explicit SpoolBody(std::unique_ptr<io::Spool> spool)
      : spool_(std::move(spool)) {}
  bool next(std::string& piece) override {
    piece = spool_->peek(1).substr(0, kPiece);
    spool_->consume(piece.size());
    return !piece.empty();
  }

 private:
  std::unique_ptr<io::Spool> spool_;
};

bool has_line(const answers::Scope& scope, const answers::UrlCapture& capture) {
  const answers::Generation& generation = *scope.generation;
  answers::RecordReport problems(*scope.holdings);
  answers::Searchables files = open_cdx(generation);
  bool has = false;
  {
    answers::FoundCaptures found(files, capture.url,
                                 {.url_key = generation.url_key,
                                  .from = capture.date,
                                  .to = capture.date},
                                 problems);
    answers::UrlCapture one;
    while (!has && found.next(one)) {
      has = is_same_record(one, capture) && one.digest == capture.digest;
    }
  }
  generation.idle.give(std::move(files));
  return has;
}

// Whether the full text knows the capture; for a collection without CDX files.
bool has_document(const answers::Scope& scope,
                  const answers::UrlCapture& capture) {
  if (scope.generation->reader == nullptr) return false;
  const index::IndexReader& reader = *scope.generation->reader;
  index::Query query;
  query.kind = index::Query::Kind::kExact;
  query.field = "urlkey";
  query.values.push_back(capture.urlkey);
  bool has = false;
  index::StoredDocument document;
  (void)index::each_hit(
      reader, query, limits_of(scope), [&](const index::Hit& hit) {
        reader.document(hit.document, {"url", "date", "filename", "offset"},
                        document);
        const answers::FoundPage page = answers::found_page(document);
        has = page.url == capture.url && page.filename == capture.filename &&
              page.offset == capture.offset &&
              page.first_date() == capture.date;
        return !has;
      });
  return has;
}

answers::Response without_record(int status, std::string why) {
  answers::Response response;
  response.status = status;
  response.headers = {{std::string(answers::kHasCapture), "1"}};
  response.body = std::move(why) + '\n';
  return response;
}

}  // namespace

answers::Response shard_record(const answers::Scope& scope,
                               const answers::Request& request) {
  answers::UrlCapture capture;
  try {
    capture = answers::decoded_capture(request.body);
  } catch (const FormatError& error) {
    throw UsageError("This is no question of a server that joins shards: " +
                     error.text());
  }
  // An empty URL would stand for all captures.
  const bool has = !capture.url.empty() && (scope.generation->has_captures()
                                                ? has_line(scope, capture)
                                                : has_document(scope, capture));
  if (!has) return answers::sentence(404, "There is no such capture here.");
  answers::RecordFailure why;
  auto open = open_record(*scope.holdings, capture, why);
  if (open == nullptr) {
    return without_record(why.damaged ? 502 : 404, std::move(why.text));
  }
  std::string header;
  if (!open->is_of_arc) {
    header = answers::shown_header({scope.generation}, open->record);
  }
  auto spool = std::make_unique<io::Spool>();
  io::SpoolOutput output(*spool);
  warc::Writer writer(output, {.compression = io::Compression::kNone});
  warc::RecordCopies copies(writer, std::string(answers::kSoftware),
                            open->problems);
  const auto extent =
      copies.copy(*open->reader, open->record, open->path, header);
  writer.finish();
  if (!extent) {
    return without_record(502, "its archive does not have all of it");
  }
  spool->rewind();
  answers::Response response;
  response.type = "application/warc";
  response.headers = {
      {std::string(answers::kRecordOffset), std::to_string(extent->offset)},
      {std::string(answers::kRecordFormat), open->is_of_arc ? "arc" : "warc"}};
  response.compress = false;
  response.stream_size = spool->size();
  response.stream = std::make_unique<SpoolBody>(std::move(spool));
  return response;
}

}  // namespace wax::serve
