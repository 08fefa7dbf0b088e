#include "index/store/key_file.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "io/byte_buffer.h"
#include "text/number.h"
#include "text/utf8.h"
#include "warc/record/digest.h"

namespace wax::index {
namespace {

// The first line of the file.
constexpr std::string_view kKeyFileHead = "wax-keys 1\n";
constexpr uint32_t kDocumentsOfBlock = 64;
// Behind the blocks: how many documents and blocks there are.
constexpr uint64_t kKeyFileEnd = 16;

// What follows the URL key.
constexpr uint8_t kSha1 = 0;       // 20 bytes
constexpr uint8_t kOtherText = 1;  // a length, and so many bytes
constexpr uint8_t kNoDigest = 2;   // nothing
constexpr size_t kSha1Bytes = 20;

// The number of a document has so many hex digits in the lines that are sorted.
constexpr size_t kNumberDigits = 12;

constexpr std::string_view kImpossibleKeys =
    "this index file is damaged: its keys are impossible";

class MadeVersions final : public lines::LineStream {
 public:
  explicit MadeVersions(std::unique_ptr<io::Spool> spool)
      : spool_(std::move(spool)) {}
  bool next(std::string_view& line) override {
    if (spool_->peek(1).empty()) return false;
    uint32_t size = 0;
    io::read(*spool_, reinterpret_cast<char*>(&size), sizeof size);
    line_.resize(size);
    io::read(*spool_, line_.data(), size);
    line = line_;
    return true;
  }

 private:
  std::unique_ptr<io::Spool> spool_;
  std::string line_;
};

void put_digest(std::string_view text, io::ByteBuffer& out) {
  if (text == "-") return out.append(static_cast<char>(kNoDigest), 1);
  if (text.starts_with("sha1:")) {
    auto digest = warc::parse_digest(text);
    if (digest && digest->algorithm == warc::DigestAlgorithm::kSha1 &&
        warc::spelling(*digest) == text) {
      out.append(static_cast<char>(kSha1), 1);
      return out.append(digest->bytes());
    }
  }
  out.append(static_cast<char>(kOtherText), 1);
  out.append_vint(text.size());
  out.append(text);
}

}  // namespace

void append_version(std::string& line, std::string_view urlkey,
                    std::string_view digest) {
  text::append_sane(urlkey, line);
  line += ' ';
  size_t begin = line.size();
  warc::append_normal_digest(digest, line);
  std::string_view normal = std::string_view(line).substr(begin);
  if (text::ascii_prefix(normal) < normal.size()) {
    std::string odd = text::sane(normal);
    line.replace(begin, std::string::npos, odd);
  }
  line += '\t';
}

KeyFile::KeyFile(std::shared_ptr<const io::MappedFile> file)
    : file_(std::move(file)) {
  io::FileSlice all{file_.get(), 0, file_->size()};
  if (all.size() < kKeyFileHead.size() + kKeyFileEnd) {
    all.fail(all.size(), "this index file is damaged: it ends too early");
  }
  if (io::ByteCursor(all).bytes(kKeyFileHead.size()) != kKeyFileHead) {
    all.fail(0, "this index was made by another version of wax-index");
  }
  uint64_t end = all.size() - kKeyFileEnd;
  size_ = all.long_at(end);
  blocks_ = all.long_at(end + 8);
  uint64_t expected =
      size_ / kDocumentsOfBlock + (size_ % kDocumentsOfBlock == 0 ? 0 : 1);
  if (blocks_ != expected || blocks_ > (end - kKeyFileHead.size()) / 8) {
    all.fail(end, kImpossibleKeys);
  }
  uint64_t places = end - 8 * blocks_;
  entries_ = {file_.get(), 0, places};
  places_ = {file_.get(), places, end};
}

void KeyFile::Cursor::begin_block(uint64_t block) {
  in_ = io::ByteCursor(file_->entries_, file_->places_.long_at(8 * block));
  left_ = static_cast<uint32_t>(std::min<uint64_t>(
      file_->size_ - block * kDocumentsOfBlock, kDocumentsOfBlock));
  block_ = block + 1;
  has_limit_ = false;
  urlkey_.clear();
}

bool KeyFile::Cursor::next() {
  if (left_ == 0) {
    if (block_ == file_->blocks_) return false;
    begin_block(block_);
  }
  --left_;
  uint32_t shared = in_.vint();
  if (shared > urlkey_.size()) in_.fail(kImpossibleKeys);
  urlkey_.resize(shared);
  urlkey_ += in_.bytes(in_.vint());
  version_ = urlkey_;
  version_ += ' ';
  switch (in_.byte()) {
    case kSha1:
      version_ += "sha1:";
      warc::append_base32(in_.bytes(kSha1Bytes), version_);
      break;
    case kOtherText:
      version_ += in_.bytes(in_.vint());
      break;
    case kNoDigest:
      version_ += '-';
      break;
    default:
      in_.fail(kImpossibleKeys);
  }
  version_ += '\t';
  document_ = in_.vlong();
  return true;
}

std::string KeyFile::first_of(uint64_t block) const {
  Cursor cursor(*this);
  cursor.begin_block(block);
  cursor.next();
  return std::move(cursor.version_);
}

bool KeyFile::Cursor::seek(std::string_view version) {
  if (version_ >= version) return true;
  if (block_ < file_->blocks_ && !has_limit_) {
    limit_ = file_->first_of(block_);
    has_limit_ = true;
  }
  if (has_limit_ && limit_ < version) {
    // The last block that begins before the version, in wider and wider steps.
    uint64_t low = block_;
    uint64_t step = 1;
    while (low + step < file_->blocks_ &&
           file_->first_of(low + step) < version) {
      low += step;
      step *= 2;
    }
    uint64_t high = std::min(low + step, file_->blocks_);
    while (high - low > 1) {
      uint64_t middle = low + (high - low) / 2;
      (file_->first_of(middle) < version ? low : high) = middle;
    }
    begin_block(low);
  }
  while (next()) {
    if (version_ >= version) return true;
  }
  return false;
}

KeyFileWriter::KeyFileWriter(const lines::SortOptions& sorting)
    : sorting_(sorting), spool_(std::make_unique<io::Spool>(sorting.tmpdir)) {}

void KeyFileWriter::add(std::string_view urlkey, std::string_view digest,
                        uint64_t document) {
  line_.assign(sizeof(uint32_t), '\0');
  append_version(line_, urlkey, digest);
  text::append_hex_number(document, kNumberDigits, line_);
  auto size = static_cast<uint32_t>(line_.size() - sizeof(uint32_t));
  std::memcpy(line_.data(), &size, sizeof size);
  spool_->write(line_);
}

void KeyFileWriter::write(const std::function<void(std::string_view)>& put) {
  auto sorted = lines::sort_lines(
      std::make_unique<MadeVersions>(std::move(spool_)), sorting_);
  io::ByteBuffer out;
  io::ByteBuffer places;
  out.append(kKeyFileHead);
  uint64_t before = 0;  // bytes that were put
  uint64_t count = 0;
  std::string last;
  for (std::string_view line; sorted->next(line); ++count) {
    if (count % kDocumentsOfBlock == 0) {
      places.append_fixed(before + out.size(), 8);
      last.clear();
    }
    size_t end = line.size() - kNumberDigits;
    uint64_t document = text::whole_number(line.substr(end), 16).value_or(0);
    std::string_view version = line.substr(0, end - 1);
    size_t space = version.rfind(' ');
    std::string_view urlkey = version.substr(0, space);
    auto shared = static_cast<size_t>(
        std::mismatch(urlkey.begin(), urlkey.end(), last.begin(), last.end())
            .first -
        urlkey.begin());
    out.append_vint(shared);
    out.append_vint(urlkey.size() - shared);
    out.append(urlkey.substr(shared));
    put_digest(version.substr(space + 1), out);
    out.append_vint(document);
    last = urlkey;
    if (out.size() >= size_t{256} << 10) {
      put(out.view());
      before += out.size();
      out.clear();
    }
  }
  uint64_t blocks = places.size() / 8;
  out.append(places.view());
  out.append_fixed(count, 8);
  out.append_fixed(blocks, 8);
  put(out.view());
}

}  // namespace wax::index
