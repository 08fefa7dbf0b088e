// A reader, and what is read of its current record.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "io/byte_source.h"
#include "io/error.h"
#include "python/problems.h"
#include "warc/http/block_head.h"
#include "warc/reader/reader.h"
#include "warc/record/record.h"

namespace wax::python {

// Where a record lay; known when the reading has gone past it.
struct RecordPlace {
  warc::Extent extent;
  bool is_known = false;
  bool intact = false;
};

// How many forks made this process of the one that loaded the module.
[[nodiscard]] unsigned forks();

// What two threads or processes must not do at once, and what has ended. Work
// is done without the GIL, by one thread at a time; another one gets a
// BusyError.
class Turn {
 public:
  // `doing` is for messages, such as "writing"; it lives on.
  explicit Turn(const char* doing = "reading") : doing_(doing) {}
  // With the GIL. Throws BusyError, ClosedError.
  void begin(const std::string& file);
  void end() { is_taken_ = false; }
  // Tells problems and ends: whom they are told must not read on in between.
  // With the GIL. Throws what HeldProblems::tell() throws.
  void end_telling(HeldProblems& problems);
  void close() { is_closed_ = true; }
  // With the GIL. Throws BusyError while a thread has the turn.
  void check_unused(const std::string& file) const;
  [[nodiscard]] bool is_closed() const { return is_closed_; }
  // Whether this is the child of a fork, where what was opened before has no
  // threads.
  [[nodiscard]] bool is_elsewhere() const { return process_ != forks(); }

 private:
  const char* doing_;
  bool is_taken_ = false;
  bool is_closed_ = false;
  unsigned process_ = forks();
};

// A reader, and what is read of its current record. Records that it gave share
// it.
class Reading {
 public:
  Reading(pybind11::object told, bool strict);
  virtual ~Reading() = default;

  // Does work without the GIL and tells the problems of it. Throws what the
  // work throws; after that nothing more can be read, unless it is an IoError
  // and give_up_file() finds that there are others, or a UsageError.
  template <typename Work>
  void run(Work work) {
    turn_.begin(file());
    try {
      pybind11::gil_scoped_release release;
      work();
    } catch (const UsageError&) {
      turn_.end();
      throw;
    } catch (const IoError& error) {
      if (give_up_file(error)) {
        turn_.end_telling(problems_);
      } else {
        turn_.end();
        turn_.close();
      }
      throw;
    } catch (...) {
      turn_.end();
      turn_.close();
      throw;
    }
    turn_.end_telling(problems_);
  }

  [[nodiscard]] virtual const std::string& file() const = 0;
  [[nodiscard]] HeldProblems& problems() { return problems_; }
  [[nodiscard]] Turn& turn() { return turn_; }

  // The number of the current record; 0: no record.
  [[nodiscard]] uint64_t number() const { return number_; }
  [[nodiscard]] warc::Record& record() { return record_; }
  [[nodiscard]] std::shared_ptr<RecordPlace> place() const { return place_; }
  // Passes over the rest of the current record.
  void finish_record();
  // Reads the block of the current record and compares it with the digests that
  // `fields`, its header, states; says of each whether it holds, or nothing
  // when it is not stated or cannot be checked. The block is gone then, unless
  // `keep`. Throws UsageError when a part of it was read.
  struct Digests {
    std::optional<bool> block;
    std::optional<bool> payload;
  };
  [[nodiscard]] Digests check_digests(warc::Record& fields, bool keep);
  // The head of its block; null when it is no HTTP message. Read once. Throws
  // UsageError when the block was read or is gone.
  [[nodiscard]] std::shared_ptr<const warc::BlockHead> head();
  // Reads the head, if nothing of the block was read.
  void keep_head();

  enum class Part { kNone, kBlock, kStored, kDecoded };
  // The bytes of a part of it that are not read yet. Throws UsageError when
  // another part was begun.
  [[nodiscard]] io::ByteSource& part(Part part);
  // A part has been read to its end: what is wrong with the record shows now.
  void end_part();
  // The whole block. Throws UsageError when a part of it was read.
  [[nodiscard]] io::ByteSource& unread_block();

 protected:
  void begin_record(warc::Reader& reader);
  void no_record();
  // The file of the current record cannot be read any more. Returns whether
  // other files can, for which the record and what reads it are gone. With the
  // GIL.
  [[nodiscard]] virtual bool give_up_file(const IoError& error) = 0;
  // Throws RecordError when the block of the current record is gone.
  void check_block() const;
  // Throws a RecordError about the current record.
  [[noreturn]] void refuse(const std::string& text) const;

  HeldProblems problems_;
  warc::Record record_;

 private:
  Turn turn_;
  warc::Reader* reader_ = nullptr;
  uint64_t number_ = 0;
  uint64_t given_ = 0;
  std::shared_ptr<RecordPlace> place_;
  bool knows_head_ = false;
  std::shared_ptr<warc::BlockHead> head_;
  Part part_ = Part::kNone;
  bool is_at_end_ = false;  // of the part
  io::MemorySource nothing_{""};
  std::unique_ptr<io::ByteSource> made_;  // of the part
  // The block, kept, and what reads it.
  std::string kept_;
  std::unique_ptr<io::ByteSource> kept_source_;
};

}  // namespace wax::python
