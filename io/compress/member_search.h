// Finds the next member of a compressed file, between members and after damage.
#pragma once

#include <cstddef>
#include <cstdint>

#include "io/byte_source.h"
#include "io/compress/inflater.h"
#include "io/compress/member_stream.h"
#include "io/problem.h"

namespace wax::io {

// Bytes that show that a member starts.
inline constexpr size_t kMemberStart = 4;
// Room for the first bytes of a member while looking for one.
inline constexpr size_t kMemberProbe = 8 * 1024;

// Whether the next unread byte of the file begins a member whose first bytes
// look right, judged by its first `probe` stored bytes. Consumes nothing, but
// views become invalid.
[[nodiscard]] bool at_member(FileSource& file, Inflater& inflater,
                             LooksRight looks_right, size_t probe);

// Searches a file for its next member, from the next unread byte on. What is
// read and inflated more than once stays in proportion to the file. The
// arguments of the constructor must outlive the object.
class MemberSearch {
 public:
  MemberSearch(FileSource& file, Inflater& inflater, LooksRight looks_right)
      : file_(&file), inflater_(&inflater), looks_right_(looks_right) {}

  // Whether a member that looks right begins at the next unread byte.
  [[nodiscard]] bool at_good_member();
  // Whether what a member should hold begins there, but is not compressed.
  [[nodiscard]] bool at_plain_piece();

  // After damage in the member that begins at `member`. That may have swallowed
  // the start of the next one, so the search begins inside it.
  void go_back(uint64_t member);
  // Stops at the next member. With `check`, or once bytes had to be passed
  // over, only at one whose content looks right.
  [[nodiscard]] bool find_member(bool check);
  // Tells what find_member() passed over from `from` to `to` that is neither a
  // member nor a skippable piece. `found`: a member follows.
  void report_junk(uint64_t from, uint64_t to, bool found,
                   ProblemSink& problems) const;
  // Whether a search that begins at `offset`, where a member begins, would find
  // the same from there on (MemberStream::new_at()).
  [[nodiscard]] bool new_at(uint64_t offset) const {
    return reread_budget_.new_at(offset) && probing_.new_at(offset);
  }

 private:
  // Only what another member, a skippable piece or the end follows is one.
  bool pass_over_skippable();

  FileSource* file_;
  Inflater* inflater_;
  LooksRight looks_right_;
  RereadBudget reread_budget_{8 * 1024 * 1024, 2};
  RereadBudget probing_{64 * 1024 * 1024, 4};
  uint64_t skipped_ = 0;  // by find_member(), as skippable pieces
  bool zeros_ = true;     // find_member() passed over nothing else
};

}  // namespace wax::io
