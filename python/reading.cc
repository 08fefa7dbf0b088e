#include "python/reading.h"

#include <pthread.h>

#include <atomic>
#include <string_view>
#include <utility>

#include "python/errors.h"
#include "warc/check/block_check.h"
#include "warc/http/http.h"
#include "warc/record/record_part.h"

namespace py = pybind11;

namespace wax::python {

namespace {

std::atomic<unsigned> forks_so_far = 0;

void count_fork() { forks_so_far.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

unsigned forks() {
  [[maybe_unused]] static const int counts =
      pthread_atfork(nullptr, nullptr, count_fork);
  return forks_so_far.load(std::memory_order_relaxed);
}

void Turn::begin(const std::string& file) {
  if (is_elsewhere()) {
    raise("BusyError",
          file + ": it was opened in another process; open it in this one",
          {file});
  }
  if (is_closed_) {
    raise("ClosedError", file + ": it is closed, or failed before", {file});
  }
  check_unused(file);
  is_taken_ = true;
}

void Turn::check_unused(const std::string& file) const {
  if (is_taken_) {
    raise("BusyError", file + ": another thread is " + doing_ + " it", {file});
  }
}

void Turn::end_telling(HeldProblems& problems) {
  try {
    problems.tell();
  } catch (...) {
    end();
    throw;
  }
  end();
}

Reading::Reading(py::object told, bool strict)
    : problems_(std::move(told), strict) {}

void Reading::begin_record(warc::Reader& reader) {
  reader_ = &reader;
  number_ = ++given_;
  place_ = std::make_shared<RecordPlace>();
  knows_head_ = false;
  head_.reset();
  made_.reset();
  kept_source_.reset();
  kept_.clear();
  part_ = Part::kNone;
  is_at_end_ = false;
}

void Reading::no_record() {
  number_ = 0;
  made_.reset();
  kept_source_.reset();
  reader_ = nullptr;
}

void Reading::refuse(const std::string& text) const {
  throw RecordError(file(), record_.offset, text);
}

void Reading::finish_record() {
  if (reader_ == nullptr || number_ == 0 || place_->is_known) return;
  made_.reset();
  place_->extent = reader_->finish();
  place_->intact = reader_->intact();
  place_->is_known = true;
}

std::shared_ptr<const warc::BlockHead> Reading::head() {
  if (knows_head_) return head_;
  if (part_ != Part::kNone) {
    refuse("the block of the record was read before its HTTP head");
  }
  const bool has_http = warc::has_http_message(record_);
  if (has_http) check_block();
  knows_head_ = true;
  if (!has_http) return nullptr;
  auto head = std::make_shared<warc::BlockHead>();
  head->read(*record_.body);
  if (head->is_http()) head_ = std::move(head);
  return head_;
}

void Reading::keep_head() {
  if (part_ == Part::kNone && !place_->is_known) (void)head();
}

namespace {

// What was read of a block, and the rest of it.
class WholeBlock final : public io::ByteSource {
 public:
  WholeBlock(std::string_view front, io::ByteSource& rest)
      : front_(front), rest_(&rest) {}

  std::string_view peek(size_t at_least) override {
    return front_.empty() ? rest_->peek(at_least) : front_;
  }
  void consume(size_t n) override {
    if (front_.empty()) {
      rest_->consume(n);
    } else {
      front_.remove_prefix(n);
    }
  }
  size_t read_into(char* out, size_t n) override {
    size_t done = front_.copy(out, n);
    front_.remove_prefix(done);
    return done + rest_->read_into(out + done, n - done);
  }

 private:
  std::string_view front_;
  io::ByteSource* rest_;
};

std::unique_ptr<io::ByteSource> whole_block(const warc::BlockHead& head,
                                            io::ByteSource& rest) {
  if (head.cut()) {
    throw UsageError(
        "the HTTP head is longer than 1 MiB; read the block before the head");
  }
  return std::make_unique<WholeBlock>(head.raw(), rest);
}

std::string_view name_of(Reading::Part part) {
  switch (part) {
    case Reading::Part::kBlock:
      return "block";
    case Reading::Part::kStored:
      return "payload";
    default:
      return "body";
  }
}

}  // namespace

void Reading::check_block() const {
  if (place_->is_known && kept_source_ == nullptr) {
    refuse("the record was read or skipped to its end; its block is gone");
  }
}

io::ByteSource& Reading::part(Part part) {
  if (is_at_end_ && part == part_) return nothing_;
  check_block();
  if (part_ != Part::kNone && part_ != part) {
    refuse("the " + std::string(name_of(part_)) +
           " of the record is being read, and bytes are read once: its " +
           std::string(name_of(part)) + " is gone");
  }
  if (part == Part::kDecoded || part == Part::kStored) (void)head();
  part_ = part;
  if (made_) return *made_;
  if (head_ == nullptr || part == Part::kStored) return *record_.body;
  if (part == Part::kDecoded) {
    made_ =
        warc::decode_body(*record_.body, head_->headers(), {}, problems_,
                          {Severity::kWarning, "", file(), record_.offset, ""});
  } else {
    made_ = whole_block(*head_, *record_.body);
  }
  return *made_;
}

void Reading::end_part() {
  if (kept_source_ != nullptr) return;
  is_at_end_ = true;
  finish_record();
}

io::ByteSource& Reading::unread_block() {
  if (part_ != Part::kNone) {
    refuse("the " + std::string(name_of(part_)) +
           " of the record was read, and bytes are read once");
  }
  return part(Part::kBlock);
}

namespace {

// Whether what was counted of one digest says that it holds.
std::optional<bool> holds(const warc::DigestCounts& counts) {
  if (counts.stated == counts.unchecked) return std::nullopt;
  return counts.mismatched == 0;
}

}  // namespace

Reading::Digests Reading::check_digests(warc::Record& fields, bool keep) {
  if (place_->is_known || part_ != Part::kNone) {
    refuse(
        "the block of the record was read; its digests are checked before "
        "that");
  }
  fields.body = record_.body;
  std::unique_ptr<io::ByteSource> whole;
  if (head_ != nullptr) {
    whole = whole_block(*head_, *record_.body);
    fields.body = whole.get();
  }
  io::MemorySource kept("");
  if (keep) {
    kept_ = io::read_all(*fields.body, UINT64_MAX);
    kept = io::MemorySource(kept_);
    fields.body = &kept;
  }
  warc::BlockCheck check(file(), true, problems_);
  check.read(fields);
  fields.body = nullptr;
  finish_record();
  warc::DigestCounts block, payload;
  check.compare(place_->intact, block, payload);
  if (keep) {
    kept_source_ = std::make_unique<io::MemorySource>(kept_);
    record_.body = kept_source_.get();
    knows_head_ = false;
    head_.reset();
  }
  return {holds(block), holds(payload)};
}

}  // namespace wax::python
