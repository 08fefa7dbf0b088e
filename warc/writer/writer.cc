#include "warc/writer/writer.h"

#include <algorithm>
#include <optional>

#include "io/error.h"
#include "text/ascii.h"
#include "warc/http/media_type.h"

namespace wax::warc {
namespace {

constexpr std::string_view kRecordEnd = "\r\n\r\n";

void check(const Field& field) {
  if (!is_token(field.name)) {
    throw UsageError("'" + std::string(field.name) +
                     "' cannot name a header field");
  }
  if (field.value.find_first_of(std::string_view("\r\n\0", 3)) !=
      std::string_view::npos) {
    throw UsageError("there is a line break in header field " +
                     std::string(field.name));
  }
  if (text::equal_ignoring_case(field.name, "Content-Length")) {
    throw UsageError("Content-Length cannot be given; the writer computes it");
  }
}

}  // namespace

void append_header(std::string_view version, std::span<const Field> fields,
                   uint64_t length, std::string& out) {
  for (const Field& field : fields) check(field);
  out.append("WARC/").append(version).append("\r\n");
  for (const Field& field : fields) {
    out.append(field.name).append(": ").append(field.value).append("\r\n");
  }
  out.append("Content-Length: ").append(std::to_string(length));
  out.append(kRecordEnd);
}

// Takes one record after the other.
class Writer::Sink {
 public:
  Sink(io::Output& output, const WriterOptions& options)
      : compressor_(output, options.compression, options.level,
                    options.dictionary),
        compressed_(options.compression != io::Compression::kNone),
        offset_(options.offset) {
    if (options.at_once) compressor_.make_at_once();
    if (!options.late && options.jobs <= 1) return;
    pool_.emplace(output, options.compression, options.level,
                  options.dictionary, options.jobs);
  }

  // With `ends_line`, a block whose last line has no end gets one, unless it is
  // the end of a member.
  Extent record(std::string_view header, io::ByteSource& block, uint64_t length,
                std::string_view end, bool ends_line = false) {
    if (pool_) {
      put(*pool_, header, block, length, end, ends_line && !compressed_);
      return {0, 0, false};
    }
    const uint64_t start = offset_ + compressor_.written();
    put(compressor_, header, block, length, end, ends_line && !compressed_);
    uint64_t size = offset_ + compressor_.written() - start;
    // Extent leaves the blank lines out where they can be seen.
    return {start, compressed_ ? size : size - end.size(), true};
  }

  void finish() {
    if (pool_) pool_->finish();
  }
  [[nodiscard]] uint64_t written() const {
    return pool_ ? pool_->written() : compressor_.written();
  }

 private:
  template <typename Compressor>
  static void put(Compressor& compressor, std::string_view header,
                  io::ByteSource& block, uint64_t length, std::string_view end,
                  bool ends_line) {
    char last = '\n';
    compressor.start_member(header.size() + length + end.size());
    compressor.write(header);
    for (uint64_t left = length; left > 0;) {
      std::string_view bytes = block.peek(1);
      if (bytes.empty()) {
        throw FormatError("<record>", compressor.written(),
                          "the block ends " + std::to_string(left) +
                              " bytes before its length");
      }
      bytes = bytes.substr(
          0, static_cast<size_t>(std::min<uint64_t>(left, bytes.size())));
      compressor.write(bytes);
      last = bytes.back();
      left -= bytes.size();
      block.consume(bytes.size());
    }
    if (ends_line && last != '\n') compressor.write("\n");
    compressor.write(end);
    compressor.end_member();
  }

  io::Compressor compressor_;
  std::optional<io::CompressionPool> pool_;
  bool compressed_;
  uint64_t offset_;
};

Writer::Writer(io::Output& output, const WriterOptions& options)
    : version_(options.version),
      sink_(std::make_unique<Sink>(output, options)) {}
Writer::~Writer() = default;

Extent Writer::write(std::span<const Field> fields, std::string_view block) {
  io::MemorySource source(block);
  return write(fields, source, block.size());
}

Extent Writer::write(std::span<const Field> fields, io::ByteSource& block,
                     uint64_t length) {
  header_.clear();
  append_header(version_, fields, length, header_);
  return sink_->record(header_, block, length, kRecordEnd);
}

Extent Writer::copy(std::string_view raw_header, io::ByteSource& block,
                    uint64_t length) {
  return sink_->record(raw_header, block, length, kRecordEnd);
}

Extent Writer::copy_arc(std::string_view line, io::ByteSource& block,
                        uint64_t length) {
  // The last line of a version block ends before the blank line.
  return sink_->record(line, block, length, "\n",
                       line.starts_with("filedesc:"));
}

void Writer::finish() { sink_->finish(); }

uint64_t Writer::written() const { return sink_->written(); }

}  // namespace wax::warc
