#include "warc/writer.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <vector>

#include "warc/io/error.h"

namespace wax::warc {
namespace {

constexpr size_t kBlock = 64 * 1024;
constexpr std::string_view kRecordEnd = "\r\n\r\n";

// RFC 9110, 5.6.2, which WARC 1.1, 4, takes over.
bool is_token(std::string_view name) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || kMarks.find(c) != std::string_view::npos;
  });
}

void check(const Field& field) {
  if (!is_token(field.name)) {
    throw UsageError("'" + std::string(field.name) +
                     "' cannot name a header field");
  }
  if (field.value.find_first_of(std::string_view("\r\n\0", 3)) !=
      std::string_view::npos) {
    throw UsageError("a line break in header field " + std::string(field.name));
  }
  if (equal_ignoring_case(field.name, "Content-Length")) {
    throw UsageError("Content-Length is the writer's to fill in");
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

// Takes the bytes of one record after the other, compressed or not.
class Writer::Sink {
 public:
  Sink(io::Output& output, const WriterOptions& options)
      : output_(&output), gzip_(options.gzip), offset_(options.offset) {
    if (!gzip_) return;
    if (options.level < 1 || options.level > 9) {
      throw UsageError("a compression level is a number from 1 to 9");
    }
    packed_.resize(kBlock);
    if (deflateInit2(&stream_, options.level, Z_DEFLATED, MAX_WBITS + 16, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Sink() {
    if (gzip_) deflateEnd(&stream_);
  }
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  Extent record(std::string_view header, io::ByteSource& block,
                uint64_t length) {
    const uint64_t start = offset_;
    if (gzip_) deflateReset(&stream_);
    put(header, Z_NO_FLUSH);
    for (uint64_t left = length; left > 0;) {
      std::string_view bytes = block.peek(1);
      if (bytes.empty()) {
        throw FormatError("<record>", start,
                          "the block ends " + std::to_string(left) +
                              " bytes before its length");
      }
      bytes = bytes.substr(
          0, static_cast<size_t>(std::min<uint64_t>(left, bytes.size())));
      put(bytes, Z_NO_FLUSH);
      left -= bytes.size();
      block.consume(bytes.size());
    }
    put(kRecordEnd, Z_FINISH);
    // Extent leaves the blank lines out where they can be seen.
    return {start, offset_ - start - (gzip_ ? 0 : kRecordEnd.size()), true};
  }

 private:
  void put(std::string_view bytes, int flush) {
    if (!gzip_) {
      output_->write(bytes);
      offset_ += bytes.size();
      return;
    }
    do {
      // zlib counts in 32 bits.
      size_t part = std::min<size_t>(bytes.size(), 1U << 30);
      int now = part == bytes.size() ? flush : Z_NO_FLUSH;
      stream_.next_in =
          reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream_.avail_in = static_cast<uInt>(part);
      do {
        stream_.next_out = packed_.data();
        stream_.avail_out = static_cast<uInt>(packed_.size());
        deflate(&stream_, now);
        size_t made = packed_.size() - stream_.avail_out;
        output_->write({reinterpret_cast<char*>(packed_.data()), made});
        offset_ += made;
      } while (stream_.avail_out == 0);
      bytes.remove_prefix(part);
    } while (!bytes.empty());
  }

  io::Output* output_;
  bool gzip_;
  uint64_t offset_;
  z_stream stream_{};
  std::vector<Bytef> packed_;
};

Writer::Writer(io::Output& output, WriterOptions options)
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
  return sink_->record(header_, block, length);
}

Extent Writer::copy(std::string_view raw_header, io::ByteSource& block,
                    uint64_t length) {
  return sink_->record(raw_header, block, length);
}

}  // namespace wax::warc
