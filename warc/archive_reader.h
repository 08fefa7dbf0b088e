// The records of a member stream.
//
// Where a block ends. Its length says so, unless what follows it shows that the
// length is wrong; the next record is then looked for.
// - Compressed, a block does not reach into a member that begins with a record.
//   In any other it goes on, as members may be cut anywhere.
// - In a file, the bytes behind a block tell: blank lines and a record or the
//   end. If they do not, the next header in the block, or behind it, ends it.
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

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "warc/arc_header.h"
#include "warc/io/member_stream.h"
#include "warc/io/problem.h"
#include "warc/reader.h"

namespace wax::warc {

// Longer headers are passed over as "warc-bad-header".
inline constexpr size_t kMaxWarcHeader = 4 * 1024 * 1024;
inline constexpr size_t kMaxArcHeader = 1024 * 1024;

class ArchiveReader final : public Reader {
 public:
  ArchiveReader(std::unique_ptr<io::MemberStream> stream,
                ProblemSink& problems);

  void skim() override {
    skim_ = true;
    stream_->skim();
  }
  bool next(Record& record) override;
  Extent finish() override;
  bool intact() const override { return intact_; }
  bool go_to(uint64_t offset) override;
  std::optional<uint64_t> next_in_block() const override {
    return next_in_block_;
  }
  bool fills_member() const override { return fills_member_; }
  void keep_stray(io::Output* stray) override { stray_ = stray; }
  uint64_t position() const override { return stream_->stored_offset(); }

 private:
  using Ending = io::MemberStream::Ending;
  enum class Watch {
    kOff,
    kHead,  // skimming: as long as the member's head has none; then kSwallowed
    kSwallowed,  // headers of records that the length has swallowed
    kAny,        // the first header ends the block
  };

  // The block of the current record, which may go on in the next member.
  class Body final : public io::ByteSource {
   public:
    explicit Body(ArchiveReader& reader) : reader_(&reader) {}
    std::string_view peek(size_t at_least) override {
      return reader_->peek_block(at_least);
    }
    void consume(size_t n) override { reader_->consume_block(n); }

   private:
    ArchiveReader* reader_;
  };

  // Headers.
  [[nodiscard]] bool reach_header();
  [[nodiscard]] bool enter_member();
  // Sees to it that the line which begins here is there up to its end, however
  // members are cut. A line that has none before the next record is passed
  // over: its size, else 0.
  [[nodiscard]] size_t complete_line();
  [[nodiscard]] bool read_header(Record& record);
  [[nodiscard]] bool take_warc_header();
  [[nodiscard]] bool take_arc_header();
  [[nodiscard]] bool lose_header(size_t size, std::string_view why);
  void fill_arc(const ArcHeader& header, Record& record);
  void read_version_block(Record& record);
  void read_content_length(Record& record);

  // Blocks, and members in the middle of something.
  [[nodiscard]] std::string_view peek_block(size_t at_least);
  void consume_block(size_t n);
  // Whether headers in the current block are to be looked for.
  [[nodiscard]] Watch watch_for_headers();
  // The front of the block, while no more of its member is inflated than its
  // head, and that is clear of headers. Else goes on as without skimming.
  [[nodiscard]] std::string_view peek_head(size_t wanted);
  // Looks for a header in the block until `wanted` bytes are clear of them, and
  // ends the block before it.
  void look_for_header(size_t wanted);
  // Whether the header `at` bytes ahead belongs to a record that the length of
  // the block has swallowed.
  [[nodiscard]] bool swallowed(size_t at);
  // Whether `bytes`, asked to be `wanted`, are the last of a compressed member
  // that ended well.
  [[nodiscard]] bool at_member_end(std::string_view bytes, size_t wanted) const;
  // Enters the next member, with `unread` bytes of the current one still in
  // front of it. False when there is none, or when it begins with a record of
  // its own: then next_entered_ is set. Not so when `needed` bytes of blank
  // lines stand before it: what the current member began lacks them.
  [[nodiscard]] bool join_next_member(size_t unread, uint64_t needed);

  // Passes over what is left of the block, unread and unchecked, where that can
  // be done. Whether what follows the block needs no check, either.
  [[nodiscard]] bool pass_over_block();

  // What follows a block.
  void check_end();
  void check_rest_of_member();
  void check_framing();
  // A length too large swallows the next records: looks for one in the last
  // `farthest` bytes of the block that ends at `end`, and then behind it; not
  // at all when the file cannot seek. Whether it lies in the block; the stream
  // then stands there, and the fault is reported.
  [[nodiscard]] bool find_swallowed(uint64_t end, uint64_t farthest);
  void check_sum(Ending ending);
  void report_short(Ending ending);
  // Whether the stream stands where a record begins.
  [[nodiscard]] bool at_record();
  size_t skip_blank_lines();
  // Judges the line ends behind the block of a WARC record.
  void check_separator();
  // Passes over bytes up to the next record in this member; `at_line`: a line
  // begins here. Whether there is one, and how many bytes lie before it.
  [[nodiscard]] bool find_record(bool at_line, uint64_t& skipped);
  void pass_over_junk();

  void report_several();
  void report(Severity severity, std::string_view id, std::string text);
  void report_at(uint64_t offset, Severity severity, std::string_view id,
                 std::string text);
  // "warc-" or "arc-" and the word.
  [[nodiscard]] std::string with_format(std::string_view word) const;

  std::unique_ptr<io::MemberStream> stream_;
  ProblemSink* problems_;
  Body body_;

  std::string header_;
  std::string_view arc_version_ = "1";
  Format format_ = Format::kWarc;
  Extent extent_;
  uint64_t content_length_ = 0;
  uint64_t left_ = 0;       // bytes of the block that are not read yet
  uint64_t missing_ = 0;    // bytes of it that are known not to come
  uint64_t uncounted_ = 0;  // bytes of a line end that the length leaves out
  Watch watch_ = Watch::kOff;
  bool is_message_ = false;  // the block should be an HTTP message
  bool is_archive_ = false;  // the block begins an archive, or brings one
  uint64_t clear_ = 0;       // bytes ahead that are known to begin no record

  // Behind the block.
  bool separated_ = true;  // nothing is left to judge
  uint64_t behind_ = 0;    // where the line ends are
  std::string tail_;       // the last bytes of the block
  std::string blank_;      // the first line ends
  bool open_ = false;      // between next() and finish()
  bool intact_ = true;

  uint64_t start_ = 0;  // where the extent of a member's first record begins
  bool skim_ = false;
  bool fills_member_ = false;
  bool alone_ = false;         // the record's header begins its member
  bool fresh_member_ = false;  // nothing of the current member is used yet
  bool next_entered_ = false;
  uint64_t ended_ = 0;  // where and how the member before that ended
  Ending ended_how_ = Ending::kNone;
  bool several_reported_ = false;
  uint64_t reread_ = 0;
  io::Output* stray_ = nullptr;
  std::optional<uint64_t> next_in_block_;
};

}  // namespace wax::warc
