// The thread that writes answers to archives.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "crawl/fetch/fetch_archive.h"
#include "crawl/fetch/fetch_journal.h"
#include "crawl/fetch/past_captures.h"
#include "io/remote/wire_fetcher.h"

namespace wax::crawl {

// An answer that is to be written.
struct FetchedAnswer {
  FetchTask task;
  std::unique_ptr<io::WireAnswer> answer;
  // URLs that are to be fetched because of it, spaces between.
  std::string to;
  // The capture that was named to the server, which said that the page is what
  // it was then.
  std::optional<PastCapture> unmodified;
};

// All methods are for one thread; what the constructor is given is used by the
// thread of this object until finish().
class AnswerWriter {
 public:
  AnswerWriter(FetchArchive& archive, FetchJournal& journal,
               PastCaptures& past);
  ~AnswerWriter();
  AnswerWriter(const AnswerWriter&) = delete;
  AnswerWriter& operator=(const AnswerWriter&) = delete;

  // Waits while many answers are waiting. Throws what writing threw.
  void write(FetchedAnswer answer);
  // Waits until all is written. Throws what writing threw.
  void drain();
  // The same, and finishes archive and journal.
  void finish();
  // After finish().
  [[nodiscard]] uint64_t revisits() const { return revisits_; }

 private:
  void run();
  void write_one(FetchedAnswer& fetched);

  static constexpr size_t kMostWaiting = 64;

  FetchArchive& archive_;
  FetchJournal& journal_;
  PastCaptures& past_;
  uint64_t revisits_ = 0;
  std::mutex mutex_;  // guards the five below
  std::condition_variable changed_;
  std::deque<FetchedAnswer> waiting_;
  bool writes_ = false;  // one that is no longer waiting
  bool ended_ = false;
  std::exception_ptr error_;
  std::thread thread_;  // after all that it uses
};

}  // namespace wax::crawl
