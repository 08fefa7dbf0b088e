// The block of a record, whose length may be wrong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/compress/member_stream.h"
#include "warc/reader/joined_members.h"
#include "warc/reader/record_problems.h"
#include "warc/record/record.h"

namespace wax::warc {

// Whether a block that begins so is an archive, or, if it is an HTTP response,
// one that brings an archive. `is_message`: it should be an HTTP message.
[[nodiscard]] bool begins_archive(std::string_view block, Format format,
                                  bool is_message);

// The bytes of one block after the other, which may go on in the next member.
// Where one cannot go back to them, headers of records that a wrong length has
// swallowed are looked for, and the first ends the block (member_reader.h says
// which; "warc-bad-length"). Memory: what is looked at ahead, 1 MiB at most.
class BlockSource final : public io::ByteSource {
 public:
  // All must outlive it.
  BlockSource(io::MemberStream& stream, JoinedMembers& members,
              RecordProblems& problems)
      : stream_(&stream), members_(&members), problems_(&problems) {}

  // The block of a record whose header, `header_size` bytes, was just read. If
  // it is to be passed over (`skim`), no header is looked for in what is
  // inflated of it before that.
  void begin(const Record& record, size_t header_size, bool skim);

  [[nodiscard]] std::string_view peek(size_t at_least = 1) override;
  void consume(size_t n) override;
  // Passes over what is left, unread, where that can be done: uncompressed, but
  // for the last bytes, when it saves reading; compressed and to be skimmed,
  // the whole member. In that case what follows the block needs no check, and
  // the answer is true.
  [[nodiscard]] bool pass_over();

  // Bytes that are not read yet; once there are no more to read, those that are
  // not there because the file or the member ends.
  [[nodiscard]] uint64_t left() const { return left_; }
  // How long the record says that it is, and how many bytes of that came.
  [[nodiscard]] uint64_t stated() const { return stated_; }
  [[nodiscard]] uint64_t there() const { return stated_ - left_ - missing_; }
  // Whether it should be an HTTP message.
  [[nodiscard]] bool is_message() const { return is_message_; }
  // The last bytes that were read of a block read to its end, four at most.
  [[nodiscard]] std::string_view tail() const { return tail_; }

 private:
  enum class Watch {
    kOff,
    kHead,  // skimming: as long as the member's head has none; then kSwallowed
    kSwallowed,  // headers of records that the length has swallowed
    kAny,        // the first header ends the block
  };

  // Whether headers are to be looked for.
  [[nodiscard]] Watch watch_for_headers();
  // The front of the block, while no more of its member is inflated than its
  // head, and that is clear of headers. Else goes on as without skimming.
  [[nodiscard]] std::string_view peek_head(size_t wanted);
  // Looks for a header until `wanted` bytes are clear of them, and ends the
  // block before it.
  void look_for_header(size_t wanted);
  // Whether the header `at` bytes ahead belongs to a record that the length of
  // the block has swallowed.
  [[nodiscard]] bool swallowed(size_t at);
  [[nodiscard]] bool look_for_archive();
  [[nodiscard]] bool pass_over_member();

  io::MemberStream* stream_;
  JoinedMembers* members_;
  RecordProblems* problems_;
  Format format_ = Format::kWarc;
  size_t header_size_ = 0;
  uint64_t stated_ = 0;
  uint64_t left_ = 0;
  uint64_t missing_ = 0;  // bytes that are known not to come
  uint64_t clear_ = 0;    // bytes ahead that are known to begin no record
  Watch watch_ = Watch::kOff;
  bool skim_ = false;
  bool is_message_ = false;
  bool is_archive_ = false;  // it begins an archive, or brings one
  std::string tail_;
};

}  // namespace wax::warc
