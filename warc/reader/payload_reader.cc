#include "warc/reader/payload_reader.h"

#include <utility>

#include "warc/http/http.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"
#include "warc/record/record_part.h"

namespace wax::warc {
namespace {

std::string date_of(const Record& record) {
  auto date = record.format == Format::kArc ? date14_of_arc(record.date)
                                            : date14_of_warc(record.date);
  return date.value_or("");
}

// Whether a revisit has the payload of its digest (WARC 1.1, 6.7.2).
bool is_identical(const Record& record) {
  const auto profile = record.headers.find("WARC-Profile");
  return record.type == RecordType::kRevisit &&
         (!profile ||
          profile->find("identical-payload-digest") != profile->npos);
}

std::string digest_of(const Record& record) {
  const auto digest = record.headers.find("WARC-Payload-Digest");
  if (!digest || digest->empty()) return {};
  return normal_digest(*digest);
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
    if (!read(payload.body)) continue;
    payload.digest = payload.body != nullptr || is_identical(record_)
                         ? digest_of(record_)
                         : std::string();
    return true;
  }
  return false;
}

Extent PayloadReader::finish() {
  decoded_.reset();
  return reader_->finish();
}

bool PayloadReader::read(io::ByteSource*& body) {
  body = nullptr;
  const bool is_response = record_.type == RecordType::kResponse;
  if (record_.type == RecordType::kRevisit) return gives_unchanged_;
  if (!is_response && record_.type != RecordType::kResource) return false;
  body = record_.body;
  if (!is_response || !has_http_message(record_)) return body != nullptr;
  head_.read(*record_.body);
  body = nullptr;
  if (head_.status() == "304") return gives_unchanged_;
  if (head_.status() != "200") return false;
  decoded_ = decode_body(*record_.body, head_.headers(), {}, ignored_, where_);
  body = decoded_.get();
  return true;
}

}  // namespace wax::warc
