#include "io/compress/gzip_pieces.h"

#include <errno.h>
#include <fcntl.h>
#include <libdeflate.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "io/compress/gzip_format.h"

namespace wax::io {

void GzipPieces::FreeDecompressor::operator()(
    libdeflate_decompressor* decompressor) const {
  libdeflate_free_decompressor(decompressor);
}

std::unique_ptr<GzipPieces> GzipPieces::open(const std::string& path,
                                             uint64_t size, unsigned threads) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return nullptr;
  struct stat status {};
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ||
      static_cast<uint64_t>(status.st_size) != size) {
    ::close(fd);
    return nullptr;
  }
  return std::unique_ptr<GzipPieces>(new GzipPieces(fd, size, threads));
}

GzipPieces::File::~File() { ::close(descriptor); }

GzipPieces::GzipPieces(int descriptor, uint64_t size, unsigned threads)
    : file_{descriptor},
      pieces_((size + kPiece - 1) / kPiece),
      ahead_(threads + 1),
      decompressors_(threads + 1),
      waiting_(threads, [this](Piece& piece, size_t thread) {
        inflate(piece, thread);
      }) {}

std::optional<GzipPieces::Member> GzipPieces::at(uint64_t offset) {
  const uint64_t number = offset / kPiece;
  if (number >= pieces_ || (piece_ && number < piece_->number)) return {};
  if (!piece_ || piece_->number != number) take(number);
  const std::vector<Place>& members = piece_->members;
  while (member_ < members.size() && members[member_].offset < offset) {
    ++member_;
  }
  if (member_ == members.size() || members[member_].offset != offset) return {};
  const Place& place = members[member_];
  return Member{{piece_->text.get() + place.begin, place.size}, place.stored};
}

void GzipPieces::take(uint64_t number) {
  if (piece_) spare_.push_back(std::move(*piece_));
  piece_.reset();
  member_ = 0;
  // Where the owner has passed over pieces, those are not begun.
  if (waiting_.size() == 0) next_ = std::max(next_, number);
  for (;;) {
    while (waiting_.size() < ahead_ && next_ < pieces_) {
      Piece piece;
      if (!spare_.empty()) {
        piece = std::move(spare_.back());
        spare_.pop_back();
      }
      piece.number = next_++;
      waiting_.put(std::move(piece));
    }
    Piece piece = waiting_.take();
    if (piece.number == number) {
      piece_ = std::move(piece);
      return;
    }
    spare_.push_back(std::move(piece));
  }
}

size_t GzipPieces::read(uint64_t offset, char* out, size_t n) const {
  size_t done = 0;
  while (done < n) {
    const ssize_t got = pread(file_.descriptor, out + done, n - done,
                              static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    // Who reads the file in another way tells what is wrong.
    if (got <= 0) break;
    done += static_cast<size_t>(got);
  }
  return done;
}

void GzipPieces::inflate(Piece& piece, size_t thread) {
  piece.members.clear();
  piece.size = 0;
  if (piece.stored == nullptr) {
    piece.stored = std::make_unique_for_overwrite<char[]>(kMostStored);
    piece.room = 4 * kPiece;
    piece.text = std::make_unique_for_overwrite<char[]>(piece.room);
  }
  Decompressor& decompressor = decompressors_[thread];
  if (decompressor == nullptr) {
    decompressor.reset(libdeflate_alloc_decompressor());
    if (decompressor == nullptr) throw std::bad_alloc();
  }
  const uint64_t start = piece.number * kPiece;
  size_t wanted = kPiece + kBeyond;
  std::string_view in(piece.stored.get(),
                      read(start, piece.stored.get(), wanted));
  for (size_t at = 0; at < std::min(in.size(), kPiece);) {
    if (!starts_gzip_member(in.substr(at))) {
      if (!piece.members.empty()) return;
      at = std::min(in.find("\x1f\x8b\x08", at + 1), in.size());
      continue;
    }
    size_t used = 0;
    size_t made = 0;
    const libdeflate_result result = libdeflate_gzip_decompress_ex(
        decompressor.get(), in.data() + at, in.size() - at,
        piece.text.get() + piece.size, piece.room - piece.size, &used, &made);
    if (result == LIBDEFLATE_SUCCESS) {
      piece.members.push_back({start + at, used, piece.size, made});
      piece.size += made;
      at += used;
    } else if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
      if (piece.room == kMostText) return;
      auto larger = std::make_unique_for_overwrite<char[]>(2 * piece.room);
      std::memcpy(larger.get(), piece.text.get(), piece.size);
      piece.text = std::move(larger);
      piece.room *= 2;
    } else if (in.size() == wanted && wanted < kMostStored &&
               (!piece.members.empty() || piece.number == 0)) {
      // It may be cut.
      const size_t more =
          read(start + wanted, piece.stored.get() + wanted, kMostStored - wanted);
      wanted = kMostStored;
      in = {piece.stored.get(), in.size() + more};
    } else if (!piece.members.empty()) {
      return;
    } else {
      ++at;
    }
  }
}

}  // namespace wax::io
