#include "cdx/indexer/request_pairs.h"

#include <algorithm>

#include "cdx/request/request_encoder.h"
#include "cdx/url/url_key.h"
#include "text/ascii.h"

namespace wax::cdx {
namespace {

bool names(const PairedRecord& one, const PairedRecord& other) {
  const auto& ids = one.concurrent_to;
  return std::find(ids.begin(), ids.end(), other.capture.record_id) !=
         ids.end();
}

bool belong_together(const PairedRecord& one, const PairedRecord& other) {
  bool request_and_answer = (one.is_request && other.is_answer) ||
                            (one.is_answer && other.is_request);
  return request_and_answer && one.capture.url == other.capture.url &&
         (names(one, other) || names(other, one));
}

// The body of a request as a query. A body that is sent in chunks, without a
// length, is decoded.
std::string body_query(const warc::BlockHead& request, PayloadReader& payload) {
  const warc::Headers& headers = request.headers();
  auto stated = headers.find("Content-Length");
  bool chunked = !stated && headers.find("Transfer-Encoding").has_value();
  std::string_view body =
      chunked ? payload.decoded(request, kMostRequestBody) : payload.kept();
  std::string length =
      chunked ? std::to_string(body.size()) : std::string(stated.value_or(""));
  return request_body_query(request.version_or_method(),
                            headers.find("Content-Type").value_or(""), length,
                            body);
}

}  // namespace

std::string_view without_brackets(std::string_view id) {
  if (id.starts_with('<')) id.remove_prefix(1);
  if (id.ends_with('>')) id.remove_suffix(1);
  return id;
}

void PairedRecord::clear() {
  capture.clear();
  wanted = paired = is_request = is_answer = false;
  concurrent_to.clear();
  method.clear();
  query.clear();
  fields.clear();
}

PairedRecord* RequestPairs::room() {
  // One stays free: the last that was taken is still read.
  if (waiting_ + 1 >= ring_.size()) return nullptr;
  return &ring_[(oldest_ + waiting_) % ring_.size()];
}

PairedRecord* RequestPairs::add() {
  PairedRecord& added = ring_[(oldest_ + waiting_) % ring_.size()];
  for (size_t back = waiting_++; back > 0; --back) {
    PairedRecord& earlier = ring_[(oldest_ + back - 1) % ring_.size()];
    if (earlier.paired || !belong_together(added, earlier)) continue;
    added.paired = earlier.paired = true;
    return &earlier;
  }
  return nullptr;
}

PairedRecord* RequestPairs::take() {
  if (waiting_ == 0) return nullptr;
  PairedRecord& taken = ring_[oldest_];
  oldest_ = (oldest_ + 1) % ring_.size();
  --waiting_;
  return &taken;
}

size_t RequestColumns::needed(const RecordView& view) {
  bool is_request = view.record.type == warc::RecordType::kRequest;
  return is_request && view.head != nullptr ? kMostRequestBody : 0;
}

void RequestColumns::read(const RecordView& view, PayloadReader& payload,
                          PairedRecord& slot) const {
  slot.is_request = view.record.type == warc::RecordType::kRequest;
  slot.is_answer = options_.profile->answers_request(view.record.type);
  for (const warc::Field& field : view.record.headers.all()) {
    if (text::equal_ignoring_case(field.name, "WARC-Concurrent-To")) {
      slot.concurrent_to.emplace_back(without_brackets(field.value));
    }
  }
  if (!slot.is_request || view.http() == nullptr) return;
  slot.method.assign(view.http()->version_or_method());
  slot.query = body_query(*view.http(), payload);
  fields_.append_of_request(*view.http(), slot.fields);
  auto& fields = slot.capture.fields;
  fields.insert(fields.end(), slot.fields.begin(), slot.fields.end());
}

void RequestColumns::add(PairedRecord& request, PairedRecord& answer) const {
  auto& fields = answer.capture.fields;
  fields.insert(fields.end(), request.fields.begin(), request.fields.end());
  if (!options_.post_append || request.method.empty() ||
      !options_.profile->appends(request.method)) {
    return;
  }
  std::string url;
  append_request_url(answer.capture.url, request.method, request.query, url);
  options_.profile->clean_request_url(url);
  if (url == answer.capture.url) return;
  answer.capture.urlkey.clear();
  append_url_key(options_.key_kind(), url, answer.capture.urlkey);
  request.capture.urlkey = answer.capture.urlkey;
  bool has_method = std::any_of(fields.begin(), fields.end(), [](auto& field) {
    return field.first == "method";
  });
  if (!has_method) {
    text::upper_case(fields.emplace_back("method", request.method).second);
  }
  if (!request.query.empty()) {
    fields.emplace_back("requestBody", request.query);
  }
}

}  // namespace wax::cdx
