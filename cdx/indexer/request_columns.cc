#include "cdx/indexer/request_columns.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "cdx/request/request_encoder.h"
#include "cdx/url/url_key.h"
#include "text/ascii.h"

namespace wax::cdx {
namespace {

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
