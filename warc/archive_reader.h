// The records of a member stream.
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
  void keep_stray(io::Output* stray) override { stray_ = stray; }
  uint64_t position() const override { return stream_->stored_offset(); }

 private:
  using Ending = io::MemberStream::Ending;

  // The block of the current record, which may go on in the next member.
  class Body final : public io::ByteSource {
   public:
    explicit Body(ArchiveReader& reader) : reader_(&reader) {}
    std::string_view peek(size_t at_least) override {
      return reader_->peek_block(at_least);
    }
    void consume(size_t n) override {
      reader_->stream_->consume(n);
      reader_->left_ -= n;
    }

   private:
    ArchiveReader* reader_;
  };

  // Headers.
  [[nodiscard]] bool reach_header();
  [[nodiscard]] bool enter_member();
  [[nodiscard]] bool read_header(Record& record);
  [[nodiscard]] bool take_warc_header();
  [[nodiscard]] bool take_arc_header();
  [[nodiscard]] bool lose_header(size_t size, std::string_view why);
  void fill_arc(const ArcHeader& header, Record& record);
  void read_version_block(Record& record);
  void read_content_length(Record& record);

  // Blocks, and members in the middle of something.
  [[nodiscard]] std::string_view peek_block(size_t at_least);
  // Whether `bytes`, asked to be `wanted`, are the last of a compressed member
  // that ended well.
  [[nodiscard]] bool at_member_end(std::string_view bytes, size_t wanted) const;
  // Enters the next member, with `unread` bytes of the current one still in
  // front of it. False when there is none, or when it begins with a record of
  // its own: then next_entered_ is set.
  [[nodiscard]] bool join_next_member(size_t unread);

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
  uint64_t left_ = 0;     // bytes of the block that are not read yet
  uint64_t missing_ = 0;  // bytes of it that are known not to come
  bool open_ = false;     // between next() and finish()
  bool intact_ = true;

  uint64_t start_ = 0;  // where the extent of a member's first record begins
  bool skim_ = false;
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
