#include "warc/writer/record_replacer.h"

#include <algorithm>
#include <optional>

#include "io/compress/gzip_format.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "warc/record/record_header.h"
#include "warc/writer/writer.h"

namespace wax::warc {
namespace {

constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";

// How the record that begins with these bytes is stored; nothing: in a way that
// is not written.
std::optional<io::Compression> compression_of(std::string_view front) {
  if (io::is_gzip(front)) return io::Compression::kGzip;
  if (front.starts_with(kZstdMagic)) return io::Compression::kZstd;
  if (starts_warc(front)) return io::Compression::kNone;
  return std::nullopt;
}

// Counts bytes, and passes them on if there is an output.
class CountedOutput final : public io::Output {
 public:
  CountedOutput(io::Output* output, uint64_t& bytes)
      : output_(output), bytes_(&bytes) {}
  void write(std::string_view bytes) override {
    *bytes_ += bytes.size();
    if (output_ != nullptr) output_->write(bytes);
  }
  void flush() override {}
  void finish() override {}

 private:
  io::Output* output_;
  uint64_t* bytes_;
};

void write_record(io::Compression compression, NewRecord& record,
                  io::Output& output) {
  record.block.rewind();
  if (compression != io::Compression::kNone) {
    WriterOptions options;
    options.compression = compression;
    Writer writer(output, options);
    writer.copy(record.header, record.block, record.block.size());
    writer.finish();
    return;
  }
  // The blank lines after the record, which extents leave out, stay.
  output.write(record.header);
  for (;;) {
    const std::string_view bytes = record.block.peek(1);
    if (bytes.empty()) return;
    output.write(bytes);
    record.block.consume(bytes.size());
  }
}

}  // namespace

RecordReplacer::RecordReplacer(const std::string& path, io::Output* output)
    : source_(io::open_input(path)), output_(output) {
  if (!source_->seeks_back()) {
    throw UsageError(path + ": this input cannot be read twice; give a file");
  }
}

void RecordReplacer::copy_to(uint64_t offset) {
  CountedOutput output(output_, bytes_out_);
  if (output_ == nullptr) {
    uint64_t size = 0;
    if (source_->size(size)) {
      offset = std::min(offset, size);
      bytes_out_ += offset - std::min(offset, source_->offset());
      if (source_->seek(std::max(offset, source_->offset()))) return;
    }
  }
  while (source_->offset() < offset) {
    std::string_view bytes = source_->peek();
    if (bytes.empty()) return;
    bytes = bytes.substr(0, offset - source_->offset());
    output.write(bytes);
    source_->consume(bytes.size());
  }
}

Replaced RecordReplacer::replace(const Extent& extent, NewRecord& record,
                                 bool smaller) {
  if (!extent.seekable || extent.length == 0 ||
      extent.offset < source_->offset()) {
    return Replaced::kNotAlone;
  }
  copy_to(extent.offset);
  const auto compression = compression_of(source_->peek(8));
  if (!compression) return Replaced::kNotAlone;
  CountedOutput output(output_, bytes_out_);
  if (smaller) {
    std::string bytes;
    write_record(*compression, record, *io::open_memory(bytes));
    if (bytes.size() >= extent.length) return Replaced::kNotSmaller;
    output.write(bytes);
  } else {
    write_record(*compression, record, output);
  }
  io::skip(*source_, extent.length);
  return Replaced::kYes;
}

void RecordReplacer::finish() { copy_to(UINT64_MAX); }

}  // namespace wax::warc
