// Finding the next record, where none begins at the place that is due.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "io/compress/inflater.h"
#include "io/compress/member_stream.h"
#include "io/output.h"
#include "warc/reader/record_problems.h"
#include "warc/record/record.h"

namespace wax::warc {

// Passes over what lies between records, up to the end of the member at the
// farthest, and reports what should not be there ("junk-between-records").
class RecordSearch {
 public:
  // Both must outlive it.
  RecordSearch(io::MemberStream& stream, RecordProblems& problems)
      : stream_(&stream), problems_(&problems) {}

  // Where what is passed over is written; null: nowhere.
  void keep_skipped(io::Output* skipped_bytes) {
    skipped_bytes_ = skipped_bytes;
  }
  [[nodiscard]] io::Output* skipped_bytes() const { return skipped_bytes_; }

  // Passes over line ends and says how many bytes; the first of them, eight or
  // a few more, are appended to `seen`.
  size_t skip_blank_lines(std::string* seen = nullptr);

  // Where a record is due: how many bytes of other white space, or of a byte
  // order mark, come before its header.
  [[nodiscard]] size_t odd_space();
  // Passes over them and says how many they are.
  size_t skip_odd_space();

  // Passes over bytes that are no record up to the next record.
  void pass_over_junk(Format format);
  // Passes over bytes up to the next record; `at_line`: a line begins here.
  // Whether there is one, and how many bytes lie before it.
  bool find(Format format, bool at_line, uint64_t& skipped);

  // Looks for a record that a block swallowed, because its length is too large:
  // from `from` on, in the block that lies from `begin` to `end`, and then
  // after it. Returns where the header of the record begins in the block; the
  // stream is then there. Returns nothing, and the stream may be elsewhere, if
  // no record is found in the block, if the block begins an archive, if the
  // file cannot seek, or if more would be read twice than is in proportion to
  // the file.
  [[nodiscard]] std::optional<uint64_t> find_swallowed(uint64_t begin,
                                                       uint64_t from,
                                                       uint64_t end,
                                                       Format format,
                                                       bool is_message);

  // Whether one that begins at `offset` finds the same from there on.
  [[nodiscard]] bool new_at(uint64_t offset) const {
    return reread_budget_.new_at(offset);
  }

 private:
  io::MemberStream* stream_;
  RecordProblems* problems_;
  io::Output* skipped_bytes_ = nullptr;
  io::RereadBudget reread_budget_{64 * 1024 * 1024, 2};
};

}  // namespace wax::warc
