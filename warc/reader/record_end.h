// Where a record ends, and what follows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "io/compress/member_stream.h"
#include "warc/reader/block_source.h"
#include "warc/reader/joined_members.h"
#include "warc/reader/record_problems.h"
#include "warc/reader/record_search.h"
#include "warc/record/record.h"

namespace wax::warc {

// What the header of a record says.
struct RecordStart {
  Format format = Format::kWarc;
  uint64_t offset = 0;  // Extent::offset
  bool seekable = true;
  uint64_t header_size = 0;
  // Bytes of the last line end that the length leaves out (record_header.h).
  uint64_t uncounted = 0;
};

struct RecordEnd {
  uint64_t length = 0;  // Extent::length
  // The same as ArchiveReader's.
  std::optional<uint64_t> next_in_block;
  bool fills_member = false;
};

// Checks what follows a block, by the rules of member_reader.h. Where that
// shows that the length of the block is wrong, goes to the next record, which
// may begin in the block or after it, and reports it ("warc-bad-length").
class RecordEndCheck {
 public:
  // All must outlive it.
  RecordEndCheck(io::MemberStream& stream, JoinedMembers& members,
                 RecordSearch& search, const BlockSource& block,
                 RecordProblems& problems)
      : stream_(&stream),
        members_(&members),
        search_(&search),
        block_(&block),
        problems_(&problems) {}

  // The block has been read to its end. Leaves the stream at the next record,
  // or at the end of the member.
  [[nodiscard]] RecordEnd check(const RecordStart& start);

 private:
  using Ending = io::MemberStream::Ending;

  void check_member();
  void check_rest_of_member();
  // For an uncompressed file.
  void check_framing();
  // Goes back into a block that ends at `end`, by `farthest` bytes.
  [[nodiscard]] bool find_swallowed(uint64_t end, uint64_t farthest);
  void pass_over_bytes_behind(uint64_t end, size_t blank);
  void check_sum(Ending ending);
  void report_short(Ending ending);
  // Whether the stream stands where a record begins, `blank` bytes of line ends
  // after a block.
  [[nodiscard]] bool at_record(size_t blank);
  size_t skip_blank_lines();
  // Bytes of the record trailer that is due.
  [[nodiscard]] size_t trailer_size() const;
  // Checks the trailer of a WARC record.
  void check_trailer();

  io::MemberStream* stream_;
  JoinedMembers* members_;
  RecordSearch* search_;
  const BlockSource* block_;
  RecordProblems* problems_;

  RecordStart start_;
  RecordEnd end_;
  bool check_trailer_ = false;
  uint64_t trailer_offset_ = 0;
  std::string trailer_;  // its first bytes
};

}  // namespace wax::warc
