// What is wrong with the record at hand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/compress/member_stream.h"
#include "io/problem.h"
#include "warc/record/record.h"

namespace wax::warc {

// Names the faults of one record after the other to a ProblemSink, with the
// file and where the record is.
class RecordProblems {
 public:
  // Both must outlive it.
  RecordProblems(const io::MemberStream& stream, ProblemSink& sink)
      : stream_(&stream), sink_(&sink) {}

  // The next record, intact so far, is at `offset`, as Extent::offset.
  void begin(uint64_t offset) {
    offset_ = offset;
    intact_ = true;
  }
  void set_format(Format format) { format_ = format; }

  void report(Severity severity, std::string_view id, std::string text);
  // Reports bytes elsewhere.
  void report_at(uint64_t offset, Severity severity, std::string_view id,
                 std::string text);
  // From now on the record is not intact.
  void mark_damaged() { intact_ = false; }
  void mark_damaged(Severity severity, std::string_view id, std::string text);
  // "warc-bad-length" or "arc-bad-length".
  void damage_length(std::string text);
  // Once a file: a member holds several records ("gzip-not-per-record").
  void report_several();
  // Once a file: a record has several members ("gzip-record-in-parts"), which
  // zstd's WARC specification allows: of its frames, nothing is reported.
  void report_joined();
  // Whether members do not hold one record each, as far as was read.
  [[nodiscard]] bool any_irregular() const {
    return several_reported_ || any_joined_;
  }

  [[nodiscard]] uint64_t offset() const { return offset_; }
  [[nodiscard]] bool intact() const { return intact_; }
  // "warc-" or "arc-", and the word.
  [[nodiscard]] std::string with_format(std::string_view word) const;

 private:
  const io::MemberStream* stream_;
  ProblemSink* sink_;
  Format format_ = Format::kWarc;
  uint64_t offset_ = 0;
  bool intact_ = true;
  bool several_reported_ = false;
  bool any_joined_ = false;
};

}  // namespace wax::warc
