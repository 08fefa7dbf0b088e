// A stored file as a sequence of members, whatever compresses them.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "io/byte_source.h"
#include "io/inflater.h"
#include "io/problem.h"

namespace wax::io {

// Hands out the bytes of one member after the other. peek() ends at the end of
// the member (its views hold until the next non-const call); next_member()
// goes on with the next. An uncompressed file is one member.
class MemberStream : public ByteSource {
 public:
  enum class Ending {
    kNone,       // not yet met
    kWhole,      // as it should
    kTruncated,  // the file ended first
    kBadSum,     // checksum or size do not hold
    kBad,        // the compressed bytes are damaged
  };

  // Enters the next member: true unless the file has ended. Unread bytes of
  // the member before stay in front of it.
  [[nodiscard]] virtual bool next_member() = 0;
  // How the current member ended; known once peek() came up short.
  [[nodiscard]] virtual Ending ending() const = 0;
  // Where the current member starts in the file as stored.
  [[nodiscard]] virtual uint64_t member_offset() const = 0;
  // Bytes of the stored file read so far; behind the member once it has ended.
  // Uncompressed: the offset of the next unread byte.
  [[nodiscard]] virtual uint64_t stored_offset() const = 0;
  [[nodiscard]] virtual bool compressed() const = 0;
  // Whether every offset can be gone to: an uncompressed file, not a pipe.
  [[nodiscard]] virtual bool can_seek() const = 0;
  // Uncompressed only: moves to an absolute offset, as FileSource::seek().
  [[nodiscard]] virtual bool seek(uint64_t offset) = 0;
  // Forgets where it is, to go on at a member that begins at `offset` with
  // bytes that look right: next_member() enters it. (Uncompressed: the one
  // member goes on there, whatever there is.) False when there is none, or the
  // file cannot go there.
  [[nodiscard]] virtual bool restart(uint64_t offset) = 0;
  [[nodiscard]] virtual const std::string& path() const = 0;

  // From now on, of a member that can be passed over no more is inflated than
  // is asked for.
  virtual void skim() {}
  // Uncompressed: passes over `size` bytes, when they are there. Compressed:
  // ends the current member, of which less than all has been inflated, without
  // inflating the rest, when it seems to hold `size` bytes and to end where the
  // next begins (member_end.h). False: nothing is changed.
  [[nodiscard]] virtual bool pass_over(uint64_t) { return false; }
  // Compressed: whether only the first bytes of the current member have been
  // inflated.
  [[nodiscard]] virtual bool in_head() const { return false; }
  // Whether a stream that is opened at `offset`, where a member begins, goes on
  // from there as this one (reread_budget.h).
  [[nodiscard]] virtual bool new_at(uint64_t) const { return true; }
};

// Whether inflated bytes are the start of a record, for finding members again
// behind damage. kMore: perhaps, more bytes would tell.
enum class Match { kNo, kYes, kMore };
using LooksRight = Match (*)(std::string_view bytes);

// Whether the source stands at a member whose first bytes look right, as far as
// its first `probe` stored bytes tell. Nothing is consumed, but views are no
// longer good.
[[nodiscard]] bool at_member(FileSource& file, Inflater& inflater,
                             LooksRight looks_right, size_t probe);

[[nodiscard]] std::unique_ptr<MemberStream> plain_stream(
    std::unique_ptr<FileSource> file);

// Behind a damaged member, and over bytes that start no member, the stream goes
// on at the next start of a member whose first bytes look right; it reports
// what it passed over ("gzip-bad-member", "gzip-trailing-junk"). Skippable
// pieces between members are none of these. Memory: 1 to 5 MiB, what the
// inflater needs, and what a caller asks to peek at. Time is linear in the size
// of the file, damaged or not.
[[nodiscard]] std::unique_ptr<MemberStream> compressed_stream(
    std::unique_ptr<FileSource> file, std::unique_ptr<Inflater> inflater,
    LooksRight looks_right, ProblemSink& problems);

}  // namespace wax::io
