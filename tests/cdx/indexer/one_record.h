// The first record of an archive in memory, with its head.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "cdx/profile/profile.h"
#include "tests/support/archives.h"
#include "warc/reader/reader.h"

namespace wax::cdx {

class OneRecord {
 public:
  explicit OneRecord(std::string archive)
      : reader_(warc::open_archive(tests::memory_file(std::move(archive)),
                                   problems_)) {
    has_record_ = reader_->next(record_);
    has_head_ = has_record_ && should_have_head(record_);
    if (has_head_) head_.read(*record_.body);
  }

  [[nodiscard]] RecordView view() const {
    return {record_, has_head_ ? &head_ : nullptr};
  }
  [[nodiscard]] const warc::BlockHead& head() const { return head_; }

 private:
  NoProblems problems_;
  std::unique_ptr<warc::ArchiveReader> reader_;
  warc::Record record_;
  warc::BlockHead head_;
  bool has_record_ = false;
  bool has_head_ = false;
};

}  // namespace wax::cdx
