#include "crawl/fetch/answer_writer.h"

#include <utility>

#include "warc/record/date.h"

namespace wax::crawl {

AnswerWriter::AnswerWriter(FetchArchive& archive, FetchJournal& journal,
                           PastCaptures& past)
    : archive_(archive),
      journal_(journal),
      past_(past),
      thread_([this] { run(); }) {}

AnswerWriter::~AnswerWriter() {
  {
    std::lock_guard lock(mutex_);
    ended_ = true;
    waiting_.clear();
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void AnswerWriter::run() {
  for (;;) {
    FetchedAnswer fetched;
    {
      std::unique_lock lock(mutex_);
      writes_ = false;
      changed_.notify_all();
      changed_.wait(lock, [&] { return ended_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      writes_ = true;
      fetched = std::move(waiting_.front());
      waiting_.pop_front();
    }
    changed_.notify_all();
    try {
      write_one(fetched);
    } catch (...) {
      std::lock_guard lock(mutex_);
      error_ = std::current_exception();
      waiting_.clear();
      ended_ = true;
      changed_.notify_all();
      return;
    }
  }
}

void AnswerWriter::write_one(FetchedAnswer& fetched) {
  io::WireAnswer& answer = *fetched.answer;
  const ReadAnswer read = read_answer(answer);
  const std::string date = warc::date14_of_seconds(answer.begin);
  // What others may refer to: whole pages.
  const bool is_page = answer.end == io::WireEnd::kWhole &&
                       answer.status == 200 && read.payload > 0 &&
                       fetched.task.robots_of.empty();
  std::optional<PastCapture> past = std::move(fetched.unmodified);
  if (is_page) past = past_.with_payload(fetched.task.url, read.payload_digest);
  if (past) ++revisits_;
  const WrittenAnswer written =
      archive_.write(fetched.task, answer, read, past);
  const bool is_new = is_page && !past;
  if (is_new) {
    past_.add(fetched.task.url, read.payload_digest, date, written.file);
  }
  journal_.add({fetched.task.url, date, std::to_string(answer.status),
                is_new ? std::string_view(read.payload_digest) : "-",
                written.file, written.end, fetched.task.path, fetched.to});
}

void AnswerWriter::write(FetchedAnswer answer) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [&] { return ended_ || waiting_.size() < kMostWaiting; });
    if (error_ != nullptr) std::rethrow_exception(error_);
    waiting_.push_back(std::move(answer));
  }
  changed_.notify_all();
}

void AnswerWriter::drain() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ended_ || (waiting_.empty() && !writes_); });
  if (error_ != nullptr) std::rethrow_exception(error_);
}

void AnswerWriter::finish() {
  {
    std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
  if (error_ != nullptr) std::rethrow_exception(error_);
  archive_.finish();
  journal_.finish();
}

}  // namespace wax::crawl
