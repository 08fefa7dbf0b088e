// Members of a gzip file that threads inflate ahead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/ordered_pool.h"

struct libdeflate_decompressor;

namespace wax::io {

// Threads inflate the file in pieces, from the first place in each where a
// member seems to begin. Only the owner knows which members the file has; it
// asks for them one after the other.
//
// One thread, the owner's, calls all functions. Memory: for each thread and one
// more, some MiB, and 16 MiB where members inflate to as much.
class GzipPieces {
 public:
  // Null when the path is that of no regular file of `size` bytes. `threads`:
  // beside the owner's, which inflates pieces where it would wait.
  [[nodiscard]] static std::unique_ptr<GzipPieces> open(const std::string& path,
                                                        uint64_t size,
                                                        unsigned threads);
  GzipPieces(const GzipPieces&) = delete;
  GzipPieces& operator=(const GzipPieces&) = delete;

  struct Member {
    std::string_view text;
    uint64_t stored = 0;  // bytes in the file
  };
  // The member at `offset`, whole and with the right checksum. Nothing when it
  // is not, is large, or no member begins there that was found: then it is read
  // in another way. Valid until the next call. Offsets before the last piece
  // that was asked for have none.
  [[nodiscard]] std::optional<Member> at(uint64_t offset);

 private:
  static constexpr size_t kPiece = 256 * 1024;
  // Most members that begin in a piece end in it or so many bytes after it.
  static constexpr size_t kBeyond = 64 * 1024;
  static constexpr size_t kMostStored = 4 * kPiece;
  static constexpr size_t kMostText = 16 * 1024 * 1024;

  struct Place {
    uint64_t offset = 0;  // in the file
    uint64_t stored = 0;
    size_t begin = 0;  // of the text
    size_t size = 0;
  };
  struct Piece {
    uint64_t number = 0;
    std::unique_ptr<char[]> stored;
    std::unique_ptr<char[]> text;
    size_t room = 0;  // of the text
    size_t size = 0;
    std::vector<Place> members;
  };
  struct FreeDecompressor {
    void operator()(libdeflate_decompressor* decompressor) const;
  };
  using Decompressor =
      std::unique_ptr<libdeflate_decompressor, FreeDecompressor>;

  struct File {
    ~File();
    int descriptor;
  };

  GzipPieces(int descriptor, uint64_t size, unsigned threads);
  // In any thread.
  void inflate(Piece& piece, size_t thread);
  [[nodiscard]] size_t read(uint64_t offset, char* out, size_t n) const;
  void take(uint64_t number);

  const File file_;
  const uint64_t pieces_;
  const size_t ahead_;
  std::vector<Decompressor> decompressors_;  // of each thread
  uint64_t next_ = 0;                        // to begin
  std::optional<Piece> piece_;               // the current one
  size_t member_ = 0;                        // of it
  std::vector<Piece> spare_;
  OrderedPool<Piece> waiting_;  // last: its threads use the others
};

}  // namespace wax::io
