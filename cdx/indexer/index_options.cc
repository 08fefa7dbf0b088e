#include "cdx/indexer/index_options.h"

#include <algorithm>

#include "io/error.h"
#include "text/utf8.h"
#include "warc/extract/record_fields.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kHttpPrefix = "http:";
constexpr std::string_view kRequestPrefix = "req.http:";

std::optional<std::string_view> record_value(const RecordView& view,
                                             std::string_view name,
                                             std::string& made) {
  if (!name.starts_with(kHttpPrefix)) {
    return warc::warc_field(view.record, name, made);
  }
  bool is_request = view.record.type == warc::RecordType::kRequest;
  if (view.http() == nullptr || is_request) return std::nullopt;
  return view.http()->headers().find(name.substr(kHttpPrefix.size()));
}

std::optional<std::string_view> request_value(const warc::BlockHead& request,
                                              std::string_view name) {
  if (name == "method") return request.version_or_method();
  if (name == "referrer") return request.headers().find("Referer");
  return request.headers().find(name.substr(kRequestPrefix.size()));
}

void append_value(const std::string& name, std::string_view value,
                  ExtraFields::Values& values) {
  text::assign_as_utf8(value, values.emplace_back(name, "").second);
}

}  // namespace

bool IndexOptions::pairs_requests() const {
  return post_append ||
         std::any_of(fields.begin(), fields.end(), is_request_field);
}

void IndexOptions::check() const {
  if (minimal && pairs_requests()) {
    throw UsageError(
        "--minimal does not read requests; it excludes --post-append and the "
        "fields of requests");
  }
}

bool is_request_field(std::string_view name) {
  return name == "method" || name == "referrer" ||
         name.starts_with(kRequestPrefix);
}

ExtraFields::ExtraFields(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    (is_request_field(name) ? of_request_ : of_record_).push_back(name);
  }
}

void ExtraFields::append_of_record(const RecordView& view, Values& values) {
  for (const std::string& name : of_record_) {
    auto value = record_value(view, name, made_);
    if (value) append_value(name, *value, values);
  }
}

void ExtraFields::append_of_request(const warc::BlockHead& request,
                                    Values& values) const {
  for (const std::string& name : of_request_) {
    auto value = request_value(request, name);
    if (value) append_value(name, *value, values);
  }
}

}  // namespace wax::cdx
