// Members of a file, which may be cut anywhere.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/compress/member_stream.h"
#include "io/output.h"
#include "warc/reader/record_problems.h"
#include "warc/record/record.h"

namespace wax::warc {

// Walks over the members of a stream. A member that begins with a record begins
// something new; any other goes on with what the one before it began, and the
// unread bytes of that stay in front of it. Members that were joined so are
// reported (RecordProblems::report_joined()). An uncompressed file is one
// member.
class JoinedMembers {
 public:
  using Ending = io::MemberStream::Ending;

  // Both must outlive it.
  JoinedMembers(io::MemberStream& stream, RecordProblems& problems)
      : stream_(&stream), problems_(&problems) {}

  // The stream was moved: it goes on with the next member.
  void restart() { next_entered_ = unused_ = false; }
  // What comes next is no longer of the record before.
  void leave_record();
  // Enters the next member, with nothing of the current one left. False at the
  // end of the file.
  [[nodiscard]] bool enter();
  // A record begins here, maybe after blank lines: its extent but for the
  // length.
  [[nodiscard]] Extent begin_record(bool behind_blank_lines);

  // Whether `bytes`, asked to be `wanted`, are the last of a compressed member
  // that ended well.
  [[nodiscard]] bool at_end(std::string_view bytes, size_t wanted) const {
    return bytes.size() < wanted && stream_->compressed() && !next_entered_ &&
           stream_->ending() == Ending::kWhole;
  }
  // At such an end: enters the next member, with `unread` bytes of the current
  // one still in front of it. False at the end of the file, and when the next
  // member begins with a record of its own: then next_entered(). A record does
  // not count as its own if it comes after `needed` bytes of blank lines: what
  // the current member began lacks them.
  [[nodiscard]] bool join(size_t unread, uint64_t needed);
  // Sees to it that the line which begins here is there up to its end, however
  // members are cut. A line that has none before the next record is passed
  // over, into `skipped_bytes` unless that is null: its size, else 0.
  [[nodiscard]] size_t complete_line(io::Output* skipped_bytes);
  // After the record, at the end of its member: enters the next member to see
  // what follows. False at the end of the file.
  [[nodiscard]] bool look_behind();

  // Whether the stream is in a member after that of the record.
  [[nodiscard]] bool next_entered() const { return next_entered_; }
  // Whether nothing of the current member has been a record's yet.
  [[nodiscard]] bool unused() const { return unused_; }
  // Whether the record's header begins its member, and only that member has
  // been of the record.
  [[nodiscard]] bool alone() const { return alone_; }
  // Where and how the last member of the record ended.
  [[nodiscard]] uint64_t end() const {
    return next_entered_ ? ended_ : stream_->stored_offset();
  }
  [[nodiscard]] Ending ending() const {
    return next_entered_ ? Ending::kWhole : stream_->ending();
  }

 private:
  io::MemberStream* stream_;
  RecordProblems* problems_;
  uint64_t start_ = 0;  // where the extent of a member's first record begins
  uint64_t ended_ = 0;
  bool alone_ = false;
  bool unused_ = false;
  bool next_entered_ = false;
};

}  // namespace wax::warc
