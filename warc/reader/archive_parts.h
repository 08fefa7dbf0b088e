// Archives that several threads read in parts. A part begins at a guess, which
// only the reader of the part before can confirm: where it was wrong, that
// reader goes on instead. The records are the same for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/ordered_streams.h"
#include "io/problem.h"
#include "warc/reader/reader.h"

namespace wax::warc {

// A stretch of an archive, which has the records that begin in it.
struct ArchivePart {
  size_t archive = 0;  // number in the list of all
  uint64_t begin = 0;
  uint64_t end = UINT64_MAX;  // UINT64_MAX: that of the archive

  [[nodiscard]] bool first() const { return begin == 0; }
  [[nodiscard]] bool last() const { return end == UINT64_MAX; }
  friend bool operator==(const ArchivePart&, const ArchivePart&) = default;
};

// The parts of all archives, in order. Files on disk are cut after each `size`
// bytes, others are one part. The parts do not depend on the number of threads.
[[nodiscard]] std::vector<ArchivePart> archive_parts(
    const std::vector<std::string>& paths, uint64_t size);

using FileOpener =
    std::function<std::unique_ptr<io::FileSource>(const std::string& path)>;

// The same as of reader.h; `open` opens what is read from that place on.
[[nodiscard]] NearReader open_archive_near(const std::string& path,
                                           uint64_t begin, uint64_t end,
                                           ProblemSink& problems,
                                           const FileOpener& open);

// Reads the parts in order, ahead in threads. A Reader reads records in Steps:
//
//   uint64_t start() const;        where its first record was guessed;
//                                  UINT64_MAX: nowhere
//   bool leads_to(uint64_t) const; whether one that starts at that offset does
//                                  as this one would
//                                  (ArchiveReader::boundary())
//   void go_on_to(uint64_t end);   it reads the records up to there, too
//   bool at_end() const;           the archive has no more
//
// One thread owns this and calls its methods; Parts::open and read are called
// in any. Memory: the steps that wait, a reader for each part that is done.
template <typename Reader, typename Step>
class PartReaders {
 public:
  struct Work {
    // A reader for a part. What it throws as IoError is met again by the reader
    // of the part before; for the first part it must not throw.
    std::function<std::unique_ptr<Reader>(const ArchivePart&)> open;
    // Reads the next step; false with the last one of a part.
    std::function<bool(Reader&, Step&)> read;
    std::function<uint64_t(const Step&)> weight;
    // A reader has done what it had to, in the owner's thread and in order.
    std::function<void(Reader&)> done;
    // Called by the owner while it waits for threads (io::OrderedStreams).
    std::function<void()> tick = nullptr;
  };

  // Up to `threads` threads; with less than two, and where the system gives
  // none, the owner reads all. Steps that wait weigh about `most`.
  PartReaders(std::vector<ArchivePart> parts, size_t threads, uint64_t most,
              Work work)
      : parts_(std::move(parts)), work_(std::move(work)) {
    if (threads > 1 && !parts_.empty()) {
      streams_.emplace(
          parts_.size(), threads, most,
          [this](size_t part, typename Streams::Stream& steps) {
            read_part(parts_[part], steps);
          },
          work_.tick);
      if (!streams_->has_threads()) streams_.reset();
    }
    begin_archive();
  }

  // All parts were read.
  [[nodiscard]] bool ended() const { return current_ == parts_.size(); }
  // The reader with which the owner reads the current part; null when a thread
  // does: then take() gives its steps.
  [[nodiscard]] Reader* reader() { return is_taken_ ? nullptr : reader_.get(); }
  // The next step of a thread, false at the end of the part. Throws what `read`
  // has thrown there.
  [[nodiscard]] bool take(Step& step) {
    if (reader_ != nullptr) return false;
    Item item;
    if (!streams_->next(item)) return false;
    step = std::move(item.step);
    reader_ = std::move(item.reader);
    return true;
  }
  // Goes on to the next part, when all steps of this one were taken or read.
  void end_part() {
    bool archive_ended = reader_->at_end();
    bool last = false;
    do {
      last = parts_[current_++].last();
      if (streams_) streams_->advance();
    } while (archive_ended && !last);
    if (!last) {
      go_on();
      return;
    }
    work_.done(*reader_);
    reader_.reset();
    begin_archive();
  }

 private:
  // The first item of a part that is not the first says where it starts; the
  // last one has the reader.
  struct Item {
    uint64_t start = 0;
    Step step = {};
    std::unique_ptr<Reader> reader;
  };
  using Streams = io::OrderedStreams<Item>;

  void begin_archive() {
    is_taken_ = streams_.has_value();
    if (!is_taken_ && !ended()) reader_ = work_.open(parts_[current_]);
  }

  // The archive goes on in the current part.
  void go_on() {
    is_taken_ = false;
    if (streams_) {
      Item first;
      (void)streams_->next(first);
      if (reader_->leads_to(first.start)) {
        work_.done(*reader_);
        reader_.reset();
        is_taken_ = true;
        return;
      }
      streams_->drop();
    }
    reader_->go_on_to(parts_[current_].end);
  }

  // In any thread.
  void read_part(const ArchivePart& part, typename Streams::Stream& steps) {
    std::unique_ptr<Reader> reader;
    if (part.first()) {
      reader = work_.open(part);
    } else {
      try {
        reader = work_.open(part);
      } catch (const IoError&) {
        // The reader of the part before meets it, too.
      }
      uint64_t start = reader == nullptr ? UINT64_MAX : reader->start();
      if (!steps.put({start, {}, nullptr}, 0) || start == UINT64_MAX) return;
    }
    for (bool more = true; more;) {
      Item item;
      more = work_.read(*reader, item.step);
      if (!more) item.reader = std::exchange(reader, nullptr);
      uint64_t weight = work_.weight(item.step);
      if (!steps.put(std::move(item), weight)) return;
    }
  }

  const std::vector<ArchivePart> parts_;
  const Work work_;
  size_t current_ = 0;
  std::unique_ptr<Reader> reader_;  // of the current part, once it is here
  bool is_taken_ = false;           // its steps are those of a thread
  std::optional<Streams> streams_;  // last: its threads use the rest
};

}  // namespace wax::warc
