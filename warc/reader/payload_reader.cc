#include "warc/reader/payload_reader.h"

#include <utility>

#include "warc/http/http.h"
#include "warc/record/date.h"
#include "warc/record/record_part.h"

namespace wax::warc {
namespace {

std::string date_of(const Record& record) {
  auto date = record.format == Format::kArc ? date14_of_arc(record.date)
                                            : date14_of_warc(record.date);
  return date.value_or("");
}

}  // namespace

PayloadReader::PayloadReader(const std::string& path, ProblemSink& problems)
    : reader_(open_archive(path, problems)) {}

PayloadReader::PayloadReader(std::unique_ptr<io::FileSource> source,
                             ProblemSink& problems)
    : reader_(open_archive(std::move(source), problems)) {}

bool PayloadReader::next(Payload& payload) {
  decoded_.reset();
  while (reader_->next(record_)) {
    ++records_;
    payload.date = date_of(record_);
    payload.url = record_.target_uri;
    payload.offset = record_.offset;
    if (payload.date.empty() || payload.url.empty()) continue;
    payload.body = body_of(record_);
    if (payload.body != nullptr) return true;
  }
  return false;
}

Extent PayloadReader::finish() {
  decoded_.reset();
  return reader_->finish();
}

io::ByteSource* PayloadReader::body_of(const Record& record) {
  const bool is_response = record.type == RecordType::kResponse;
  if (!is_response && record.type != RecordType::kResource) return nullptr;
  if (!is_response || !has_http_message(record)) return record.body;
  head_.read(*record.body);
  if (head_.status() != "200") return nullptr;
  decoded_ = decode_body(*record.body, head_.headers(), {}, ignored_, where_);
  return decoded_.get();
}

}  // namespace wax::warc
