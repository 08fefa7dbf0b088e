#include "warc/check/check_json.h"

#include <cstdint>
#include <string_view>
#include <utility>

#include "text/json.h"

namespace wax::warc {
namespace {

void append_digests(std::string& out, std::string_view name,
                    const DigestCounts& counts) {
  out.append(",\"").append(name).append("\":{");
  char separator = ' ';
  for (const auto& [word, number] :
       {std::pair<std::string_view, uint64_t>{"stated", counts.stated},
        {"stored", counts.stored},
        {"dechunked", counts.dechunked},
        {"either", counts.either},
        {"block", counts.whole_block},
        {"mismatched", counts.mismatched},
        {"unchecked", counts.unchecked}}) {
    if (separator == ',') out += separator;
    separator = ',';
    out.append("\"").append(word).append("\":").append(std::to_string(number));
  }
  out += '}';
}

}  // namespace

void CheckJson::begin(const std::string& file) {
  if (std::exchange(open_, true)) return;
  any_ = false;
  clean_ = true;
  line_ = "{\"file\":";
  text::append_json_string(file, line_);
  line_ += ",\"findings\":[";
  output_->write(line_);
}

void CheckJson::add(const Problem& problem) {
  begin(problem.file);
  line_ = std::exchange(any_, true) ? "," : "";
  line_ += '{';
  if (problem.offset) {
    line_ += "\"offset\":" + std::to_string(*problem.offset) + ",";
  }
  line_ += "\"severity\":";
  text::append_json_string(name(problem.severity), line_);
  line_ += ",\"id\":";
  text::append_json_string(problem.id, line_);
  line_ += ",\"text\":";
  text::append_json_string(problem.text, line_);
  line_ += '}';
  output_->write(line_);
  clean_ = clean_ && problem.severity == Severity::kNote;
}

void CheckJson::end(const CheckReport& report) {
  open_ = false;
  line_ = "],\"format\":";
  if (report.format.empty()) {
    line_ += "null";
  } else {
    text::append_json_string(report.format, line_);
  }
  line_ += ",\"records\":" + std::to_string(report.records);
  line_ += ",\"intact\":" + std::to_string(report.intact);
  append_digests(line_, "blockDigests", report.block);
  append_digests(line_, "payloadDigests", report.payload);
  line_ += clean_ ? ",\"clean\":true}\n" : ",\"clean\":false}\n";
  output_->write(line_);
}

}  // namespace wax::warc
