#include <errno.h>
#include <libdeflate.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "io/compress/gzip_format.h"
#include "io/compress/inflater.h"
#include "io/error.h"
#include "io/ordered_pool.h"

namespace wax::io {
namespace {

// A thread unpacks the members that begin in a piece of the file, as far as
// they end in the piece or in as much after it.
constexpr size_t kPiece = 1024 * 1024;
constexpr size_t kMostText = 32 * 1024 * 1024;

// Bytes that are written at the end and read at the front.
class Buffer {
 public:
  [[nodiscard]] std::string_view bytes() const {
    return {data_.get() + begin_, end_ - begin_};
  }
  [[nodiscard]] size_t size() const { return end_ - begin_; }
  [[nodiscard]] char* end() { return data_.get() + end_; }
  [[nodiscard]] size_t room() const { return capacity_ - end_; }
  void consume(size_t n) { begin_ += n; }
  void add(size_t n) { end_ += n; }
  void reserve(size_t room) {
    if (begin_ == end_) begin_ = end_ = 0;
    if (this->room() >= room) return;
    size_t size = end_ - begin_;
    if (capacity_ - size >= room && begin_ >= size) {
      std::memcpy(data_.get(), data_.get() + begin_, size);
    } else {
      capacity_ = std::max(2 * size, size + room);
      auto grown = std::make_unique_for_overwrite<char[]>(capacity_);
      if (size > 0) std::memcpy(grown.get(), data_.get() + begin_, size);
      data_ = std::move(grown);
    }
    begin_ = 0;
    end_ = size;
  }
  // All of another, after what is left.
  void append(Buffer&& other) {
    if (size() == 0) {
      *this = std::move(other);
      return;
    }
    reserve(other.size());
    std::memcpy(end(), other.bytes().data(), other.size());
    add(other.size());
  }

 private:
  std::unique_ptr<char[]> data_;
  size_t capacity_ = 0;
  size_t begin_ = 0;
  size_t end_ = 0;
};

// Unpacks one member after the other in the calling thread.
class Members {
 public:
  Members(std::unique_ptr<FileSource> file, size_t room)
      : file_(std::move(file)), inflater_(gzip_inflater()), room_(room) {}

  [[nodiscard]] FileSource& file() { return *file_; }
  [[nodiscard]] bool in_member() const { return in_member_; }
  // Where in the file: at the next member unless in one.
  [[nodiscard]] uint64_t offset() const { return file_->offset(); }
  void pass_to(uint64_t offset) {
    if (!file_->seek(offset)) throw IoError(file_->path(), "seek", ESPIPE);
    any_ = true;
  }

  // Adds bytes, or passes over an end. False at the end of the file.
  bool read(Buffer& buffer) {
    // Members that fit are unpacked at once. What is not used costs nothing.
    if (!in_member_) {
      if (!begin_member()) return false;
      (void)file_->peek(room_ / 8);
    }
    std::string_view in = file_->peek(wanted_);
    if (in.size() < wanted_) fail("the gzip file is truncated");
    buffer.reserve(buffer.room() < room_ / 2 ? room_ : 1);
    Inflater::Step step = inflater_->step(in, buffer.end(), buffer.room());
    bool stuck = step.consumed == 0 && step.produced == 0;
    wanted_ = stuck && step.state == Inflater::State::kMore ? in.size() + 1 : 1;
    file_->consume(step.consumed);
    buffer.add(step.produced);
    if (step.state == Inflater::State::kEnd) in_member_ = false;
    if (step.state == Inflater::State::kBad) fail("bad gzip data");
    if (step.state == Inflater::State::kBadSum) {
      fail("the checksum of a gzip member does not match");
    }
    return true;
  }

 private:
  // False at the end of the file.
  bool begin_member() {
    std::string_view in = file_->peek(4);
    while (any_ && !in.empty() && in[0] == '\0') {
      file_->consume(std::min(in.find_first_not_of('\0'), in.size()));
      in = file_->peek(4);
      if (!in.empty() && in[0] != '\0')
        fail("no gzip member follows the zeros");
    }
    if (in.empty()) return false;
    if (in[0] != '\x1f') fail("no gzip member begins here");
    inflater_->start();
    wanted_ = 1;
    any_ = in_member_ = true;
    return true;
  }

  [[noreturn]] void fail(std::string_view text) {
    throw FormatError(file_->path(), file_->offset(), text);
  }

  std::unique_ptr<FileSource> file_;
  std::unique_ptr<Inflater> inflater_;
  size_t room_;
  size_t wanted_ = 1;
  bool any_ = false;  // member so far
  bool in_member_ = false;
};

class SerialSource final : public ByteSource {
 public:
  SerialSource(std::unique_ptr<FileSource> file, size_t room)
      : members_(std::move(file), room) {}

  std::string_view peek(size_t at_least) override {
    while (buffer_.size() < at_least && members_.read(buffer_)) continue;
    return buffer_.bytes();
  }
  void consume(size_t n) override { buffer_.consume(n); }

 private:
  Members members_;
  Buffer buffer_;
};

// What a thread made of a piece: the text of the members from `begin` to `end`,
// if they are members of the file at all, and not of one inside of another.
struct Piece {
  uint64_t number = 0;
  uint64_t begin = 0;
  uint64_t end = 0;
  Buffer text = {};
};

void unpack_piece(const std::string& path, Piece& piece) {
  piece.begin = piece.end = piece.number * kPiece;
  auto file = open_file(path, 4096);
  if (!file->seek(piece.begin)) return;
  auto compressed = std::make_unique_for_overwrite<char[]>(2 * kPiece);
  std::string_view in(compressed.get(),
                      file->read_into(compressed.get(), 2 * kPiece));

  std::unique_ptr<libdeflate_decompressor,
                  decltype(&libdeflate_free_decompressor)>
      unpacker(libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  if (unpacker == nullptr) throw std::bad_alloc();
  size_t room = 8 * kPiece;
  bool any = false;
  size_t at = 0;
  while (at < std::min(in.size(), kPiece)) {
    if (!in.substr(at).starts_with("\x1f\x8b\x08")) {
      if (any) break;
      at = std::min(in.find("\x1f\x8b\x08", at + 1), in.size());
      continue;
    }
    piece.text.reserve(room);
    size_t used = 0;
    size_t made = 0;
    libdeflate_result result = libdeflate_gzip_decompress_ex(
        unpacker.get(), in.data() + at, in.size() - at, piece.text.end(),
        piece.text.room(), &used, &made);
    if (result == LIBDEFLATE_SUCCESS) {
      if (!std::exchange(any, true)) piece.begin += at;
      piece.text.add(made);
      at += used;
      room = std::max(made, kPiece);
    } else if (result == LIBDEFLATE_INSUFFICIENT_SPACE &&
               piece.text.room() < kMostText) {
      room = 2 * piece.text.room();
    } else if (any || piece.number == 0) {
      break;
    } else {
      ++at;
    }
    if (piece.text.size() > kMostText) break;
  }
  piece.end = any ? piece.number * kPiece + at : piece.begin;
}

class ParallelSource final : public ByteSource {
 public:
  ParallelSource(std::unique_ptr<FileSource> file, uint64_t size, Piece first,
                 unsigned jobs)
      : members_(std::move(file), kMemberRoom),
        pieces_((size + kPiece - 1) / kPiece),
        jobs_(jobs),
        piece_(std::move(first)),
        waiting_(jobs,
                 [path = std::string(members_.file().path())](
                     Piece& piece, size_t) { unpack_piece(path, piece); }) {}

  std::string_view peek(size_t at_least) override {
    while (buffer_.size() < at_least && read()) continue;
    return buffer_.bytes();
  }
  void consume(size_t n) override { buffer_.consume(n); }

 private:
  bool read() {
    if (!members_.in_member()) {
      uint64_t offset = members_.offset();
      take_piece(offset / kPiece);
      if (piece_ && piece_->begin == offset && piece_->end > offset) {
        buffer_.append(std::move(piece_->text));
        members_.pass_to(piece_->end);
        piece_.reset();
        return true;
      }
    }
    return members_.read(buffer_);
  }

  // Goes on to that piece, and has those after it unpacked.
  void take_piece(uint64_t number) {
    for (; number_ < number; ++number_) {
      piece_.reset();
      if (waiting_.size() == 0) {
        ++next_;
      } else {
        piece_ = waiting_.take();
      }
    }
    while (waiting_.size() < jobs_ && next_ < pieces_) {
      waiting_.put({.number = next_++});
    }
  }

  Members members_;
  Buffer buffer_;
  uint64_t pieces_;
  unsigned jobs_;
  uint64_t number_ = 0;  // of the current piece
  std::optional<Piece> piece_;
  uint64_t next_ = 1;  // of the first that no thread has taken
  OrderedPool<Piece> waiting_;
};

}  // namespace

std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<FileSource> file,
                                        unsigned jobs, size_t room) {
  if (jobs <= 1) return std::make_unique<SerialSource>(std::move(file), room);
  uint64_t size = 0;
  bool regular = file->size(size) && file->path() != "<stdin>";
  // Not worth a thread.
  if (regular && size <= kPiece / 8) {
    return std::make_unique<SerialSource>(std::move(file), room);
  }
  if (regular && file->offset() == 0) {
    Piece first;
    unpack_piece(file->path(), first);
    if (first.end > 0) {
      return std::make_unique<ParallelSource>(std::move(file), size,
                                              std::move(first), jobs);
    }
  }
  return ahead_source(std::make_unique<SerialSource>(std::move(file), room));
}

}  // namespace wax::io
