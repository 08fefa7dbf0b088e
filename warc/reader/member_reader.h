// The records of a member stream.
//
// Where a block ends. Its length says so, unless what follows it shows that the
// length is wrong; the next record is then looked for.
// - Compressed, a block does not reach into a member that begins with a record.
//   In any other it goes on, as members may be cut anywhere.
// - In a file, the bytes after a block tell: blank lines and a record or the
//   end. If they do not, the next header in the block, or after it, ends it.
// - In a pipe, and in a member that holds several records, one cannot go back.
//   There a header in a block ends it if it is whole, and if the block's end,
//   being less than 1 MiB away, is not followed by a record; or, being farther
//   away, if the record that this header begins is followed by one and the
//   block's own did not begin a member.
// - An archive that is itself a record's content is left in one piece: nothing
//   is looked for in a block that begins with a header, unless it should be an
//   HTTP message, or whose HTTP body does and is "application/...".
// - Without a length ("warc-no-length", or one that is no number) the block is
//   the rest of its member, up to a header in that if there is one, or of the
//   file up to the next header. Line ends before that belong to it, as other
//   readers of such members have it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "io/compress/member_stream.h"
#include "io/problem.h"
#include "warc/reader/block_source.h"
#include "warc/reader/joined_members.h"
#include "warc/reader/reader.h"
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
  // From now on check() reports damaged compressed data of its record, as
  // ArchiveReader::report_damage_at_once() says.
  void report_damage_at_once() { at_once_ = true; }

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
  // Whether a record begins here, `blank` bytes of line ends after a block.
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
  bool at_once_ = false;
  bool check_trailer_ = false;
  uint64_t trailer_offset_ = 0;
  std::string trailer_;  // its first bytes
};

inline constexpr std::string_view kRecordTrailer = "\r\n\r\n";

// Whether `line_ends` are two equal line ends: readers accept these, too.
[[nodiscard]] bool closes_record(std::string_view line_ends);

// What is wrong with a trailer that closes_record() does not accept.
struct BadTrailer {
  Severity severity = Severity::kNote;
  std::string_view id;
  std::string text;
};
// `tail`: the last bytes of the block, which may have swallowed some of them.
[[nodiscard]] BadTrailer judge_trailer(std::string_view line_ends,
                                       std::string_view tail);

class MemberReader final : public ArchiveReader {
 public:
  MemberReader(std::unique_ptr<io::MemberStream> stream, ProblemSink& problems);

  void skim() override {
    skim_ = true;
    stream_->skim();
  }
  bool next(Record& record) override;
  Extent finish() override;
  bool intact() const override { return problems_.intact(); }
  bool go_to(uint64_t offset) override;
  void report_damage_at_once() override { end_check_.report_damage_at_once(); }
  std::optional<uint64_t> next_in_block() const override {
    return end_.next_in_block;
  }
  bool fills_member() const override { return end_.fills_member; }
  bool compressed() const override { return stream_->compressed(); }
  std::optional<uint64_t> boundary() const override;
  void keep_skipped(io::Output* skipped_bytes) override {
    search_.keep_skipped(skipped_bytes);
  }
  uint64_t position() const override { return stream_->stored_offset(); }

 private:
  [[nodiscard]] bool reach_header();
  [[nodiscard]] bool read_header(Record& record);
  void set_format(Format format);
  [[nodiscard]] bool take_warc_header();
  [[nodiscard]] bool take_arc_header();
  // Whether a header has more than `seen`, which was asked to be `wanted`
  // bytes.
  [[nodiscard]] bool goes_on(std::string_view seen, size_t wanted);
  [[nodiscard]] bool lose_header(size_t size, std::string_view why);
  [[nodiscard]] bool read_arc(Record& record);
  void read_content_length(Record& record);

  std::unique_ptr<io::MemberStream> stream_;
  RecordProblems problems_;
  JoinedMembers members_;
  RecordSearch search_;
  BlockSource block_;
  RecordEndCheck end_check_;

  std::string header_;
  std::string_view arc_version_ = "1";
  Format format_ = Format::kWarc;
  Extent extent_;
  uint64_t uncounted_ = 0;  // RecordStart::uncounted
  RecordEnd end_;
  bool open_ = false;  // between next() and finish()
  bool skim_ = false;
};

}  // namespace wax::warc
