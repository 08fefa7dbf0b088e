#include "io/compress/bzip2_source.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "io/compress/bzip2_blocks.h"
#include "io/compress/bzip2_decoder.h"
#include "io/error.h"
#include "io/ordered_pool.h"

namespace wax::io {
namespace {

constexpr size_t kStreamHeader = 4;  // "BZh9"
// A block of 900,000 bytes that cannot be compressed is not much larger.
constexpr size_t kMostBlock = 2 << 20;

// The bits from one mark to the next.
struct BitPiece {
  std::string bytes;
  uint64_t offset = 0;  // of `bytes` in the file
  uint64_t begin = 0;   // bits of `bytes`
  uint64_t end = 0;
  bool is_end = false;   // the mark at `begin`
  bool is_last = false;  // the file ends at `end`
  bool decoded = false;
  std::string text;
};

// Cuts a file at all marks, by accident or not.
class Bzip2Cutter {
 public:
  explicit Bzip2Cutter(std::unique_ptr<FileSource> file)
      : file_(std::move(file)) {}

  // The next piece; the first begins at the front of the file and has no mark.
  // False at the end of the file.
  bool next(BitPiece& piece) {
    if (done_) return false;
    while (next_mark_ == marks_.size() && read()) {
    }
    piece.offset = offset_ + begin_ / 8;
    piece.begin = begin_ % 8;
    piece.is_end = is_end_;
    const bool more = next_mark_ < marks_.size();
    const uint64_t end = more ? marks_[next_mark_].bit : bytes_.size() * 8;
    piece.bytes = bytes_.substr(begin_ / 8, (end + 7) / 8 - begin_ / 8);
    piece.end = end - begin_ / 8 * 8;
    piece.is_last = !more;
    done_ = !more;
    if (more) {
      begin_ = marks_[next_mark_].bit;
      is_end_ = marks_[next_mark_++].is_end;
    }
    return true;
  }
  [[nodiscard]] const std::string& path() const { return file_->path(); }

 private:
  // Reads more of the file, and finds marks; false at its end.
  bool read() {
    // What is before the piece at hand is not needed any more.
    const size_t drop = begin_ / 8;
    bytes_.erase(0, drop);
    offset_ += drop;
    begin_ -= drop * 8;
    searched_ -= std::min<uint64_t>(searched_, drop * 8);
    marks_.clear();
    next_mark_ = 0;
    if (bytes_.size() > kMostBlock) {
      // No block is so long: it is cut here, and will be found damaged.
      marks_.push_back({bytes_.size() * 8, false});
      searched_ = bytes_.size() * 8;
      return true;
    }
    std::string_view more = file_->peek();
    if (more.empty()) return false;
    bytes_ += more;
    file_->consume(more.size());
    find_bzip2_marks(bytes_, searched_, marks_);
    const uint64_t bits = bytes_.size() * 8;
    // A mark may go on in what is read next.
    searched_ = bits < kBzip2Magic ? 0 : bits - kBzip2Magic + 1;
    return true;
  }

  std::unique_ptr<FileSource> file_;
  std::string bytes_;
  uint64_t offset_ = 0;    // of `bytes_` in the file
  uint64_t begin_ = 0;     // of the piece at hand, in bits of `bytes_`
  bool is_end_ = false;    // its mark
  uint64_t searched_ = 0;  // marks before this bit are known
  std::vector<Bzip2Mark> marks_;
  size_t next_mark_ = 0;
  bool done_ = false;
};

class Bzip2Source final : public ByteSource {
 public:
  Bzip2Source(std::unique_ptr<FileSource> file, unsigned jobs)
      : cutter_(std::move(file)),
        jobs_(std::max(1u, jobs)),
        pool_(jobs_ - 1, [](BitPiecePtr& piece, size_t) { decode(*piece); }) {}

  std::string_view peek(size_t at_least) override {
    while (text_.size() - at_ < at_least && advance()) {
    }
    return std::string_view(text_).substr(at_);
  }
  void consume(size_t n) override { at_ += n; }

 private:
  using BitPiecePtr = std::unique_ptr<BitPiece>;

  static void decode(BitPiece& piece) {
    if (piece.is_end || piece.begin + kBzip2Magic > piece.end) return;
    piece.decoded =
        decode_bzip2_block(piece.bytes, piece.begin, piece.end, piece.text);
  }

  // Null at the end of the file.
  BitPiecePtr take() {
    while (more_ && pool_.size() < 2 * jobs_ + 2) {
      auto piece = std::make_unique<BitPiece>();
      more_ = cutter_.next(*piece);
      if (more_) pool_.put(std::move(piece));
    }
    return pool_.size() == 0 ? nullptr : pool_.take();
  }

  // Adds the bits of the next piece, when the mark between them was none.
  bool join(BitPiece& piece) {
    if (piece.is_last || piece.bytes.size() > kMostBlock) return false;
    BitPiecePtr next = take();
    if (next == nullptr) return false;
    const uint64_t skipped = next->offset - piece.offset;
    piece.bytes.resize(skipped);  // they share a byte
    piece.bytes += next->bytes;
    piece.end = skipped * 8 + next->end;
    piece.is_last = next->is_last;
    return true;
  }

  [[noreturn]] void fail(const BitPiece& piece, const char* what) {
    throw FormatError(cutter_.path(), piece.offset + piece.begin / 8, what);
  }

  // Appends the next text; false at the end.
  bool advance() {
    if (ended_) return false;
    if (cut_) fail(*cut_, "the file ends without the end of the bzip2 stream");
    BitPiecePtr piece = take();
    if (piece == nullptr) {
      ended_ = true;
      return false;
    }
    if (!in_stream_) {
      enter_stream(*piece, 0);
      return true;
    }
    if (piece->is_end && end_stream(*piece)) return true;
    const bool cut = piece->is_last;  // nothing follows its mark
    while (!piece->decoded || piece->is_end) {
      if (piece->is_end || !join(*piece)) {
        fail(*piece, cut ? "the file ends in the middle of a bzip2 block"
                         : "damaged bzip2 block");
      }
      decode(*piece);
    }
    if (at_ == text_.size()) {
      text_ = std::move(piece->text);
    } else {
      text_.erase(0, at_);
      text_ += piece->text;
    }
    at_ = 0;
    const auto sum = static_cast<uint32_t>(
        bits_at(piece->bytes, piece->begin + kBzip2Magic, kBzip2Sum));
    sum_ = (sum_ << 1 | sum_ >> 31) ^ sum;
    if (piece->is_last) cut_ = std::move(piece);
    return true;
  }

  // The bits from `bit` on are the front of a stream, or padding at the end of
  // the file. The next piece begins after the header.
  void enter_stream(const BitPiece& piece, uint64_t bit) {
    const std::string_view rest = std::string_view(piece.bytes).substr(bit / 8);
    const bool only_header = piece.end == bit + kStreamHeader * 8;
    if (is_bzip2(rest) && only_header && !piece.is_last) {
      in_stream_ = true;
      sum_ = 0;
      return;
    }
    if (piece.is_last &&
        rest.find_first_not_of('\0') == std::string_view::npos) {
      ended_ = true;
      return;
    }
    throw FormatError(cutter_.path(), piece.offset + bit / 8,
                      is_bzip2(rest) && piece.is_last
                          ? "the file ends in the middle of a bzip2 stream"
                          : "no bzip2 stream begins here");
  }

  // False when the mark was none: then the piece is of the block before it.
  bool end_stream(BitPiece& piece) {
    uint64_t bit = piece.begin + kBzip2Magic;
    if (bit + kBzip2Sum > piece.end) {
      if (piece.is_last) {
        fail(piece, "the file ends in the middle of a bzip2 stream");
      }
      return false;
    }
    if (bits_at(piece.bytes, bit, kBzip2Sum) != sum_) {
      fail(piece, "wrong sum of a bzip2 stream");
    }
    bit = (bit + kBzip2Sum + 7) / 8 * 8;
    in_stream_ = false;
    if (piece.is_last && bit >= piece.end) {
      ended_ = true;
      return true;
    }
    enter_stream(piece, bit);
    return true;
  }

  Bzip2Cutter cutter_;
  unsigned jobs_;
  std::string text_;
  size_t at_ = 0;
  bool in_stream_ = false;
  bool ended_ = false;
  bool more_ = true;
  uint32_t sum_ = 0;  // of the blocks of the stream so far
  BitPiecePtr cut_;   // the last block of a file that ends after it
  OrderedPool<BitPiecePtr> pool_;
};

}  // namespace

std::unique_ptr<ByteSource> bzip2_source(std::unique_ptr<FileSource> file,
                                         unsigned jobs) {
  return std::make_unique<Bzip2Source>(std::move(file), jobs);
}

}  // namespace wax::io
