#include <string_view>
#include <utility>

#include "cdx/indexer/capture_maker.h"
#include "text/ascii.h"
#include "warc/http/http.h"

namespace wax::cdx {
namespace {

// The media type as the record states it.
std::string_view stated_type(const RecordView& view) {
  bool in_head =
      view.http() != nullptr && view.record.format == warc::Format::kWarc;
  return in_head ? view.http()->headers().find("Content-Type").value_or("")
                 : view.record.content_type;
}

bool says_nothing(std::string_view type) {
  return type.empty() || type == "unk" || type == "no-type";
}

}  // namespace

void report_odd_values(const RecordView& view, const Capture& capture,
                       bool has_key, const std::string& path,
                       ProblemSink& problems, Severity unusable) {
  auto warn = [&](const char* id, std::string text) {
    problems.report(
        {Severity::kWarning, id, path, view.record.offset, std::move(text)});
  };
  if (!has_key) warn("odd-url", "no URL key can be made from " + capture.url);
  if (capture.date.empty()) {
    problems.report({unusable, "odd-date", path, view.record.offset,
                     "no capture date can be made from \"" +
                         std::string(view.record.date) + '"'});
  }
  if (view.head != nullptr && view.head->cut()) {
    warn("http-head-limit", "the HTTP head is longer than " +
                                std::to_string(warc::kMaxHttpHead) +
                                " bytes; of the fields after them, only those "
                                "are read that say how to read the body");
  }
  std::string_view type = stated_type(view);
  if (capture.mime == "unk" && !says_nothing(type)) {
    warn("odd-mime",
         "no media type can be made from \"" + std::string(type) + '"');
  }
  if (!text::all_digits(capture.status)) {
    bool response = view.record.type == warc::RecordType::kResponse;
    problems.report({response ? unusable : Severity::kWarning, "odd-status",
                     path, view.record.offset,
                     "the status is not a number: " + capture.status});
  }
}

bool verify_http(const RecordView& view, const std::string& path,
                 ProblemSink& problems) {
  bool is_response = view.record.type == warc::RecordType::kResponse;
  if (!is_response || view.head == nullptr) return true;
  std::string_view version = view.head->version_or_method();
  if (version == "HTTP/1.0" || version == "HTTP/1.1") return true;
  problems.report({Severity::kLost, "odd-http", path, view.record.offset,
                   "the response does not begin with HTTP/1.0 or HTTP/1.1"});
  return false;
}

}  // namespace wax::cdx
