#include "tests/support/archives.h"

#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <stdexcept>

#include "warc/record/record_header.h"

namespace wax::tests {
namespace {

class MemoryFile final : public io::FileSource {
 public:
  MemoryFile(std::string bytes, Medium medium)
      : bytes_(std::move(bytes)), medium_(medium) {}

  // Hands out little at a time, so that every boundary is met.
  std::string_view peek(size_t at_least) override {
    constexpr size_t kStep = 512;
    return std::string_view(bytes_).substr(offset_, std::max(at_least, kStep));
  }
  void consume(size_t n) override { offset_ += n; }
  const std::string& path() const override { return path_; }
  uint64_t offset() const override { return offset_; }
  bool size(uint64_t& bytes) const override {
    bytes = bytes_.size();
    return medium_ == Medium::kFile;
  }
  bool seek(uint64_t offset) override {
    if (medium_ == Medium::kPipe || offset > bytes_.size()) return false;
    offset_ = offset;
    return true;
  }

 private:
  std::string bytes_;
  Medium medium_;
  std::string path_ = "memory";
  size_t offset_ = 0;
};

}  // namespace

std::string deflated(std::string_view bytes, int window, int level,
                     int strategy) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, window, 8, strategy) != Z_OK) {
    throw std::runtime_error("deflateInit2");
  }
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  int code = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (code != Z_STREAM_END) throw std::runtime_error("deflate");
  return out;
}

std::string gzip_member(std::string_view bytes, int level) {
  return deflated(bytes, MAX_WBITS + 16, level);
}

std::unique_ptr<io::MemberStream> gzip_members(
    const std::vector<std::string>& members, ProblemSink& problems) {
  std::string file;
  for (const std::string& member : members) file += gzip_member(member);
  return io::compressed_stream(
      memory_file(std::move(file)), io::gzip_inflater(),
      [](std::string_view bytes) { return warc::record_found(bytes); },
      problems);
}

std::string zstd_frame(std::string_view bytes, Frame frame,
                       std::string_view dictionary) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, frame == Frame::kFull);
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag,
                         frame == Frame::kFull);
  ZSTD_CCtx_loadDictionary(context, dictionary.data(), dictionary.size());
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  size_t size = ZSTD_compress2(context, out.data(), out.size(), bytes.data(),
                               bytes.size());
  ZSTD_freeCCtx(context);
  if (ZSTD_isError(size)) throw std::runtime_error(ZSTD_getErrorName(size));
  out.resize(size);
  return out;
}

std::string lz4_frame(std::string_view bytes, Frame frame) {
  LZ4F_preferences_t preferences{};
  if (frame == Frame::kFull) {
    preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
    preferences.frameInfo.contentSize = bytes.size();
  }
  std::string out(LZ4F_compressFrameBound(bytes.size(), &preferences), '\0');
  size_t size = LZ4F_compressFrame(out.data(), out.size(), bytes.data(),
                                   bytes.size(), &preferences);
  if (LZ4F_isError(size)) throw std::runtime_error(LZ4F_getErrorName(size));
  out.resize(size);
  return out;
}

std::string skippable_frame(std::string_view bytes, int kind) {
  std::string frame = "\x50\x2a\x4d\x18";
  frame[0] = static_cast<char>(0x50 + kind);
  for (size_t i = 0; i < 4; ++i) {
    frame += static_cast<char>(bytes.size() >> 8 * i & 0xff);
  }
  return frame.append(bytes);
}

std::string warc_record(std::string_view block, const WarcFields& fields) {
  std::string record = "WARC/" + fields.version + "\r\n";
  record += "WARC-Type: " + fields.type + "\r\n";
  if (!fields.uri.empty()) {
    record += "WARC-Target-URI: " + fields.uri + "\r\n";
  }
  record += "WARC-Date: " + fields.date + "\r\n";
  record += "Content-Type: " + fields.content_type + "\r\n";
  record += fields.more;
  record += "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n";
  record += block;
  return record + "\r\n\r\n";
}

std::string http_response(std::string_view body, std::string_view content_type,
                          std::string_view status) {
  std::string message = "HTTP/1.1 " + std::string(status) + "\r\n";
  message += "Content-Type: " + std::string(content_type) + "\r\n";
  message += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
  return message + std::string(body);
}

std::string arc_filedesc(std::string_view name, int version) {
  std::string block = std::to_string(version) + " 0 Example\n";
  block += version == 1 ? "URL IP-address Archive-date Content-type "
                          "Archive-length\n"
                        : "URL IP-address Archive-date Content-type "
                          "Result-code Checksum Location Offset Filename "
                          "Archive-length\n";
  return "filedesc://" + std::string(name) +
         " 0.0.0.0 20140103030000 text/plain " + std::to_string(block.size()) +
         "\n" + block + "\n";
}

std::string arc_record(std::string_view block, std::string_view url,
                       std::string_view date, std::string_view mime,
                       std::string_view ip_address) {
  std::string record(url);
  for (std::string_view field : {ip_address, date, mime}) {
    record += ' ';
    record += field;
  }
  record += " " + std::to_string(block.size()) + "\n";
  record += block;
  return record + "\n";
}

std::unique_ptr<io::FileSource> memory_file(std::string bytes, Medium medium) {
  return std::make_unique<MemoryFile>(std::move(bytes), medium);
}

std::vector<std::string> Problems::ids() const {
  std::vector<std::string> ids;
  for (const Problem& problem : all) ids.push_back(problem.id);
  return ids;
}

}  // namespace wax::tests
