// A capture as a line of a CDX file has it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cdx/format/capture.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::answers {

// Members that the CDX files lack, or that should be numbers and are not, are
// empty.
struct UrlCapture {
  std::string urlkey;
  std::string date;
  std::string url;
  std::string mime;
  std::string status;
  std::string digest;  // its normal spelling, without "sha1:"
  std::string redirect;
  std::optional<uint64_t> length = {};
  std::optional<uint64_t> offset = {};
  std::string filename;
  bool is_revisit = false;
};

// The fields of CDX that it is read from; `values`, in their order, are "-"
// where the line lacks them.
inline constexpr std::array<const char*, 10> kCaptureFields = {
    "urlkey", "timestamp", "url",    "mime",   "status",
    "digest", "redirect",  "length", "offset", "filename"};
void read_capture(const auto& values, UrlCapture& capture) {
  std::string* texts[] = {&capture.urlkey,   &capture.date,   &capture.url,
                          &capture.mime,     &capture.status, &capture.digest,
                          &capture.redirect, nullptr,         nullptr,
                          &capture.filename};
  for (size_t i = 0; i < kCaptureFields.size(); ++i) {
    if (texts[i] == nullptr) continue;
    *texts[i] = values[i] == "-" ? std::string_view() : values[i];
  }
  capture.length = text::whole_number(values[7]);
  capture.offset = text::whole_number(values[8]);
  if (!capture.digest.empty()) {
    capture.digest = cdx::without_sha1(warc::normal_digest(capture.digest));
  }
}

// Its digits; empty for none.
[[nodiscard]] inline std::string digits_of(std::optional<uint64_t> number) {
  return number ? std::to_string(*number) : std::string();
}

// Whether both name one record. Collections may have archives of one name.
[[nodiscard]] inline bool is_same_record(const UrlCapture& a,
                                         const UrlCapture& b) {
  return a.filename == b.filename && a.offset == b.offset && a.date == b.date &&
         a.url == b.url;
}

}  // namespace wax::answers
