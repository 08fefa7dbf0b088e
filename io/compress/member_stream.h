// A stored file as a sequence of members, whatever their compression is.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "io/byte_source.h"
#include "io/compress/inflater.h"
#include "io/problem.h"

namespace wax::io {

// Gives the bytes of one member after the other. peek() ends at the end of the
// member; next_member() goes on with the next one. An uncompressed file is one
// member.
class MemberStream : public ByteSource {
 public:
  enum class Ending {
    kNone,       // not reached yet
    kWhole,      // the member is complete
    kTruncated,  // the file ended first
    kBadSum,     // the checksum or the size is wrong
    kBad,        // the compressed bytes are damaged
  };

  // Goes on to the next member; false at the end of the file. Unread bytes of
  // the member before it come first.
  [[nodiscard]] virtual bool next_member() = 0;
  // How the current member ended; known once peek() gave fewer bytes than
  // asked.
  [[nodiscard]] virtual Ending ending() const = 0;
  // Reports now that the current member ended with kBad, which next_member()
  // else does when it goes on.
  virtual void report_damage() {}
  // Where the current member starts in the file as stored.
  [[nodiscard]] virtual uint64_t member_offset() const = 0;
  // How many bytes of the stored file are read; the end of the member once that
  // is reached. Uncompressed: the offset of the next unread byte.
  [[nodiscard]] virtual uint64_t stored_offset() const = 0;
  [[nodiscard]] virtual bool compressed() const = 0;
  // The name of the compression ("gzip", "zstd", "lz4"); empty for none.
  [[nodiscard]] virtual std::string_view compression() const { return {}; }
  // Whether seek() can go to every offset: an uncompressed file, not a pipe.
  [[nodiscard]] virtual bool can_seek() const = 0;
  // The offset of the next unread byte in the file, if it is not compressed:
  // in an uncompressed piece between members. Nothing in a plain file.
  [[nodiscard]] virtual std::optional<uint64_t> plain_offset() const {
    return {};
  }
  // Uncompressed only: moves to an absolute offset, as FileSource::seek().
  [[nodiscard]] virtual bool seek(uint64_t offset) = 0;
  // Moves to a member that begins at `offset` with bytes that look right;
  // next_member() goes on with it. (Uncompressed: the one member goes on there,
  // whatever its bytes are.) False if there is no such member, or the file
  // cannot go there.
  [[nodiscard]] virtual bool restart(uint64_t offset) = 0;
  [[nodiscard]] virtual const std::string& path() const = 0;

  // From now on, if a member can be passed over, only the bytes that are asked
  // for are inflated.
  virtual void skim() {}
  // Uncompressed: passes over `size` bytes if there are so many. Compressed:
  // goes to the end of the current member without inflating the rest of it, if
  // it seems to have `size` bytes and to end where the next one begins
  // (inflater.h). Returns false if it changed nothing.
  [[nodiscard]] virtual bool pass_over(uint64_t) { return false; }
  // Compressed: whether only the first bytes of the current member are
  // inflated.
  [[nodiscard]] virtual bool in_head() const { return false; }
  // Whether a stream that is opened at `offset`, where a member begins, would
  // give the same from there on as this one (inflater.h).
  [[nodiscard]] virtual bool new_at(uint64_t) const { return true; }
};

// Whether inflated bytes are the start of a record. It is used to find the next
// member after damage. kMore: only more bytes would show it.
enum class Match { kNo, kYes, kMore };
using LooksRight = Match (*)(std::string_view bytes);

[[nodiscard]] std::unique_ptr<MemberStream> plain_stream(
    std::unique_ptr<FileSource> file);

// An uncompressed piece between members whose first bytes look right is a
// member too: it ends at the next member whose first bytes look right.
// After a damaged member or bytes that start no member, the stream goes on at
// the next member whose first bytes look right, and reports what it passed over
// ("gzip-bad-member", "gzip-trailing-junk"). It does not report skippable
// pieces between members. Memory: 1 to 5 MiB, what the inflater needs, and what
// a caller asks to peek at. Time is linear in the size of the file, damaged or
// not.
[[nodiscard]] std::unique_ptr<MemberStream> compressed_stream(
    std::unique_ptr<FileSource> file, std::unique_ptr<Inflater> inflater,
    LooksRight looks_right, ProblemSink& problems);

}  // namespace wax::io
