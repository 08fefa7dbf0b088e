#include "warc/check/check.h"

#include <memory>
#include <utility>

#include "text/ascii.h"
#include "text/json.h"
#include "warc/check/header_rules.h"
#include "warc/reader/reader.h"

namespace wax::warc {
namespace {

class FileCheck {
 public:
  FileCheck(const std::string& path, const CheckOptions& options,
            ProblemSink& problems)
      : path_(path),
        options_(options),
        problems_(problems),
        reader_(open_archive(path, problems)),
        block_(path, options.digests, problems) {
    report_.ids.most = options.most_ids;
  }

  CheckReport run() {
    Record record;
    for (;;) {
      if (options_.progress) options_.progress(reader_->position());
      if (!reader_->next(record)) break;
      if (report_.records++ == 0) check_first(record);
      check_header(record, path_, options_.latest_date, problems_);
      note_ids(record);
      offset_ = record.offset;
      check_block(record);
    }
    report_.bytes = reader_->position();
    return std::move(report_);
  }

 private:
  void check_first(const Record& record) {
    bool arc = record.format == Format::kArc;
    report_.format = arc ? "arc" : "warc";
    if (arc && record.type != RecordType::kFiledesc) {
      offset_ = record.offset;
      report(Severity::kWarning, "arc-no-version-block",
             "the first record is not a filedesc record");
    }
  }

  void check_version_block(const Record& record) {
    constexpr size_t kEnough = 512;
    std::string_view block = record.body->peek(kEnough);
    size_t line = block.find('\n');
    bool version = (block.starts_with("1 ") || block.starts_with("2 ")) &&
                   line != std::string_view::npos;
    if (version && block.substr(line + 1).starts_with("URL ")) return;
    report(Severity::kWarning, "arc-bad-version-block",
           version ? "the line that names the fields is missing"
                   : "the version line of ARC 1 or 2 is missing");
  }

  void note_ids(const Record& record) {
    using Reference = FileIds::Reference;
    for (const Field& field : record.headers.all()) {
      auto refers = [&](std::string_view name, Reference kind) {
        if (!text::equal_ignoring_case(field.name, name)) return;
        report_.ids.add(field.value, record.offset, kind);
      };
      if (text::equal_ignoring_case(field.name, "WARC-Record-ID")) {
        report_.ids.add(field.value, record.offset);
      }
      refers("WARC-Concurrent-To", Reference::kConcurrentTo);
      refers("WARC-Refers-To", Reference::kOriginal);
      refers("WARC-Warcinfo-ID", Reference::kWarcinfo);
    }
  }

  void check_block(const Record& record) {
    if (record.type == RecordType::kFiledesc) check_version_block(record);
    block_.read(record);
    reader_->finish();
    report_.intact += reader_->intact() ? 1 : 0;
    block_.compare(reader_->intact(), report_.block, report_.payload);
  }

  void report(Severity severity, std::string id, std::string text) {
    problems_.report(
        {severity, std::move(id), path_, offset_, std::move(text)});
  }

  const std::string& path_;
  const CheckOptions& options_;
  ProblemSink& problems_;
  std::unique_ptr<Reader> reader_;
  BlockCheck block_;
  uint64_t offset_ = 0;  // of the current record
  CheckReport report_;
};

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

CheckReport& CheckReport::operator+=(const CheckReport& other) {
  records += other.records;
  intact += other.intact;
  bytes += other.bytes;
  block += other.block;
  payload += other.payload;
  return *this;
}

CheckReport check_archive(const std::string& path, const CheckOptions& options,
                          ProblemSink& problems) {
  return FileCheck(path, options, problems).run();
}

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
