#include "warc/reader.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "warc/arc_header.h"
#include "warc/io/member_stream.h"

namespace wax::warc {
namespace {

using io::MemberStream;
using Ending = io::MemberStream::Ending;

constexpr size_t kMaxWarcHeader = 4 * 1024 * 1024;
constexpr size_t kMaxArcLine = 1024 * 1024;

size_t blank_prefix(std::string_view bytes) {
  return std::min(bytes.find_first_not_of("\r\n"), bytes.size());
}

bool starts_warc(std::string_view bytes) {
  return bytes.size() > 5 && bytes.starts_with("WARC/") && bytes[5] >= '0' &&
         bytes[5] <= '9';
}

bool starts_arc(std::string_view bytes) {
  size_t end = bytes.find('\n');
  return end != std::string_view::npos &&
         plausible_arc_header(bytes.substr(0, end));
}

bool starts_record(std::string_view bytes) {
  bytes.remove_prefix(blank_prefix(bytes));
  return starts_warc(bytes) || starts_arc(bytes);
}

// Position behind the blank line that closes a header block.
size_t header_end(std::string_view bytes, size_t from) {
  for (size_t at = bytes.find('\n', from); at != std::string_view::npos;
       at = bytes.find('\n', at + 1)) {
    std::string_view rest = bytes.substr(at + 1);
    if (rest.starts_with('\n')) return at + 2;
    if (rest.starts_with("\r\n")) return at + 3;
  }
  return std::string_view::npos;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) {
    text.remove_suffix(1);
  }
  while (text.starts_with(' ')) text.remove_prefix(1);
  return text;
}

class ArchiveReader final : public Reader {
 public:
  ArchiveReader(std::unique_ptr<MemberStream> stream, ProblemSink& problems)
      : stream_(std::move(stream)), problems_(&problems), body_(*this) {}

  bool next(Record& record) override {
    if (open_) finish();
    while (reach_header()) {
      if (read_header(record)) {
        open_ = true;
        return true;
      }
    }
    return false;
  }

  Extent finish() override {
    if (!open_) return extent_;
    open_ = false;
    io::skip(body_, UINT64_MAX);
    check_end();
    return extent_;
  }

  bool intact() const override { return intact_; }
  uint64_t position() const override { return stream_->stored_offset(); }

 private:
  class Body final : public io::ByteSource {
   public:
    explicit Body(ArchiveReader& reader) : reader_(&reader) {}
    std::string_view peek(size_t at_least) override {
      return reader_->peek_body(at_least);
    }
    void consume(size_t n) override {
      reader_->stream_->consume(n);
      reader_->left_ -= n;
    }

   private:
    ArchiveReader* reader_;
  };

  std::string_view peek_body(size_t at_least) {
    if (left_ == 0) return {};
    auto wanted = static_cast<size_t>(std::min<uint64_t>(at_least, left_));
    std::string_view bytes = stream_->peek(wanted);
    return bytes.substr(
        0, static_cast<size_t>(std::min<uint64_t>(bytes.size(), left_)));
  }

  void report(Severity severity, std::string id, std::string text) {
    problems_->report({severity, std::move(id), stream_->path(), extent_.offset,
                       std::move(text)});
  }

  void skip_blank_lines() {
    for (;;) {
      std::string_view bytes = stream_->peek();
      size_t blank = blank_prefix(bytes);
      stream_->consume(blank);
      if (blank < bytes.size() || bytes.empty()) return;
    }
  }

  // Stands at the first byte of a header, perhaps in the next member. False at
  // the end of the file.
  bool reach_header() {
    for (;;) {
      skip_blank_lines();
      if (!stream_->peek().empty()) break;
      if (stream_->ending() == Ending::kTruncated && !member_used_) {
        extent_.offset = stream_->member_offset();
        report(Severity::kLost, "warc-truncated-record",
               "the file ends in the header of a record");
      }
      if (!stream_->next_member()) return false;
      member_used_ = false;
    }
    if (!stream_->compressed()) {
      extent_ = {stream_->stored_offset(), 0, true};
    } else if (!member_used_) {
      extent_ = {std::max(stream_->member_offset(), 0ul), 0, true};
    } else {
      extent_ = {stream_->member_offset(), 0, false};
      if (!std::exchange(several_reported_, true)) {
        report(Severity::kWarning, "gzip-not-per-record",
               "one member holds several records, which cannot be read by "
               "offset; recompress the file with a member for each record");
      }
    }
    member_used_ = true;
    intact_ = true;
    left_ = 0;
    return true;
  }

  bool read_header(Record& record) {
    std::string_view bytes = stream_->peek(16);
    if (starts_warc(bytes)) return read_warc_header(record);
    return read_arc_header(record);
  }

  bool read_warc_header(Record& record) {
    size_t seen = 0;
    size_t wanted = 512;
    for (;;) {
      std::string_view bytes = stream_->peek(wanted);
      size_t end = header_end(bytes, seen < 3 ? 0 : seen - 3);
      if (end != std::string_view::npos) {
        header_.assign(bytes.substr(0, end));
        stream_->consume(end);
        return parse_warc_header(record);
      }
      if (bytes.size() < wanted) {
        report(Severity::kLost, "warc-truncated-record",
               "the header of the record is cut off");
        stream_->consume(bytes.size());
        return false;
      }
      if (bytes.size() > kMaxWarcHeader) {
        report(Severity::kLost, "warc-bad-header", "the header has no end");
        stream_->consume(bytes.size());
        resync();
        return false;
      }
      seen = bytes.size();
      wanted = 2 * seen;
    }
  }

  bool parse_warc_header(Record& record) {
    std::string_view block = header_;
    size_t line = block.find('\n');
    record.format = Format::kWarc;
    record.version = trim(block.substr(5, line - 5));
    record.raw_header = block;
    record.headers.parse(block.substr(line + 1));
    record.type_name = field(record, "WARC-Type");
    record.type = record_type(record.type_name);
    record.target_uri = field(record, "WARC-Target-URI");
    if (record.target_uri.starts_with('<') &&
        record.target_uri.ends_with('>')) {
      record.target_uri.remove_prefix(1);
      record.target_uri.remove_suffix(1);
    }
    record.date = field(record, "WARC-Date");
    record.content_type = field(record, "Content-Type");
    record.ip_address = field(record, "WARC-IP-Address");
    record.negative_length = false;
    read_content_length(record);
    start_body(record);
    return true;
  }

  static std::string_view field(const Record& record, std::string_view name) {
    return record.headers.find(name).value_or(std::string_view());
  }

  void read_content_length(Record& record) {
    record.content_length = 0;
    auto text = record.headers.find("Content-Length");
    if (!text) {
      intact_ = false;
      report(Severity::kLost, "warc-no-length", "no Content-Length");
      return;
    }
    const char* end = text->data() + text->size();
    auto [stop, error] =
        std::from_chars(text->data(), end, record.content_length);
    if (error == std::errc() && stop == end) return;
    intact_ = false;
    record.content_length = 0;
    report(Severity::kLost, "warc-bad-length",
           "Content-Length is no number: " + std::string(*text));
  }

  void start_body(Record& record) {
    left_ = record.content_length;
    header_size_ = header_.size();
    content_length_ = record.content_length;
    record.offset = extent_.offset;
    record.body = &body_;
    format_ = record.format;
  }

  bool read_arc_header(Record& record) {
    size_t seen = 0;
    size_t wanted = 256;
    for (;;) {
      std::string_view bytes = stream_->peek(wanted);
      size_t end = bytes.find('\n', seen);
      bool at_end = bytes.size() < wanted;
      if (end == std::string_view::npos && !at_end && wanted < kMaxArcLine) {
        seen = bytes.size();
        wanted = 2 * seen;
        continue;
      }
      end = std::min(end, bytes.size() - 1) + 1;
      header_.assign(bytes.substr(0, end));
      auto header = parse_arc_header(
          std::string_view(header_).substr(0, header_.find('\n')));
      if (!header) {
        resync();
        return false;
      }
      stream_->consume(end);
      fill_arc(record, *header);
      return true;
    }
  }

  void fill_arc(Record& record, const ArcHeader& header) {
    record.format = Format::kArc;
    record.headers.clear();
    record.raw_header = header_;
    record.target_uri = header.url;
    record.ip_address = header.ip_address;
    record.date = header.date;
    record.content_type = header.content_type;
    record.negative_length = header.length < 0;
    record.content_length =
        header.length < 0 ? 0 : static_cast<uint64_t>(header.length);
    bool filedesc = header.url.starts_with("filedesc:");
    record.type = filedesc ? RecordType::kFiledesc : RecordType::kResponse;
    record.type_name = name(record.type);
    if (filedesc) read_version_block(record);
    if (!header.good_length) {
      intact_ = false;
      report(Severity::kWarning, "arc-bad-length", "the length is no number");
    } else if (record.negative_length) {
      report(Severity::kWarning, "arc-negative-length",
             "the length is " + std::to_string(header.length));
    }
    record.version = arc_version_;
    start_body(record);
  }

  // "1 0 InternetArchive": the first word is the version. A block without a
  // length is two lines.
  void read_version_block(Record& record) {
    std::string_view block = stream_->peek(1024);
    arc_version_ = block.starts_with('2') ? "2" : "1";
    if (!record.negative_length || block.empty()) return;
    if (block[0] != '1' && block[0] != '2') return;
    size_t line = std::min(block.find('\n'), block.size() - 1);
    line = std::min(block.find('\n', line + 1), block.size() - 1);
    record.content_length = line + 1;
    record.negative_length = false;
  }

  // Goes to the next record header and says how far it was.
  void resync() {
    uint64_t skipped = 0;
    bool line_start = true;
    for (;;) {
      std::string_view bytes = stream_->peek(16 * 1024);
      if (bytes.empty()) break;
      if (line_start && skipped && starts_record(bytes)) break;
      size_t line = bytes.find('\n');
      line_start = line != std::string_view::npos;
      size_t n = line_start ? line + 1 : bytes.size();
      stream_->consume(n);
      skipped += n;
    }
    intact_ = false;
    report(Severity::kLost, "junk-between-records",
           std::to_string(skipped) + " bytes are no record");
  }

  void check_end() {
    uint64_t end = stream_->stored_offset();
    if (!stream_->compressed()) {
      extent_.length = end - extent_.offset;
    } else {
      skip_blank_lines();
      bool more = !stream_->peek().empty();
      extent_.length = more ? 0 : stream_->stored_offset() - extent_.offset;
    }
    if (left_ > 0) {
      intact_ = false;
      std::string text = std::to_string(content_length_ - left_) + " of " +
                         std::to_string(content_length_) + " bytes are there";
      if (stream_->ending() == Ending::kWhole && stream_->compressed()) {
        report(Severity::kLost, "warc-bad-length", std::move(text));
      } else {
        report(Severity::kLost, "warc-truncated-record", std::move(text));
      }
    } else if (stream_->ending() == Ending::kBadSum) {
      intact_ = false;
      report(Severity::kWarning, "gzip-bad-checksum",
             "the member's checksum or size does not hold");
    } else if (stream_->ending() == Ending::kTruncated ||
               stream_->ending() == Ending::kBad) {
      intact_ = false;
      report(Severity::kWarning, "gzip-bad-checksum",
             "the member ends without its checksum");
    }
  }

  std::unique_ptr<MemberStream> stream_;
  ProblemSink* problems_;
  Body body_;
  std::string header_;
  std::string_view arc_version_ = "1";
  Extent extent_;
  Format format_ = Format::kWarc;
  uint64_t left_ = 0;
  uint64_t content_length_ = 0;
  size_t header_size_ = 0;
  bool open_ = false;
  bool intact_ = true;
  bool member_used_ = true;
  bool several_reported_ = false;
};

class EmptyReader final : public Reader {
 public:
  bool next(Record&) override { return false; }
  Extent finish() override { return {}; }
  bool intact() const override { return true; }
  uint64_t position() const override { return 0; }
};

}  // namespace

std::unique_ptr<Reader> open_archive(const std::string& path,
                                     ProblemSink& problems) {
  return open_archive(io::open_file(path), problems);
}

std::unique_ptr<Reader> open_archive(std::unique_ptr<io::FileSource> source,
                                     ProblemSink& problems) {
  std::string_view head = source->peek(16 * 1024);
  if (head.empty()) {
    problems.report({Severity::kLost, "empty-file", source->path(), 0,
                     "the file is empty"});
    return std::make_unique<EmptyReader>();
  }
  auto gzip = io::gzip_inflater();
  std::unique_ptr<MemberStream> stream;
  if (gzip->starts_member(head)) {
    stream = io::compressed_stream(std::move(source), std::move(gzip),
                                   starts_record, problems);
  } else if (starts_record(head)) {
    stream = io::plain_stream(std::move(source));
  } else {
    problems.report({Severity::kLost, "not-an-archive", source->path(), 0,
                     "neither ARC nor WARC, nor compressed"});
    return std::make_unique<EmptyReader>();
  }
  return std::make_unique<ArchiveReader>(std::move(stream), problems);
}

}  // namespace wax::warc
