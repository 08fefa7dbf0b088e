// The documents of a term, with frequencies and positions, decoded where they
// are in the files (.frq, .prx).
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "index/store/lucene_segment.h"
#include "index/store/term_reader.h"
#include "io/mapped_file.h"

namespace wax::index {

// A number above all documents: that of a cursor past its last document.
inline constexpr uint32_t kNoDocument = UINT32_MAX;

// Reads a VInt, of which five bytes may be read, and moves `at` past it.
inline uint32_t decode_vint(const uint8_t*& at) {
  uint32_t number = *at++;
  if (number < 0x80) return number;
  number &= 0x7F;
  for (int shift = 7; shift < 35; shift += 7) {
    uint32_t byte = *at++;
    number |= (byte & 0x7F) << shift;
    if (byte < 0x80) break;
  }
  return number;
}

// The same without a branch for a second byte.
inline uint32_t decode_short_vint(const uint8_t*& at) {
  const uint32_t first = at[0];
  const uint32_t second = at[1];
  if ((first & second & 0x80) != 0) return decode_vint(at);
  const uint32_t more = first >> 7;
  at += 1 + more;
  return (first & 0x7F) | (second << 7 & (0 - more));
}

// The same where eight bytes may be read, without branches, which are hard to
// foretell when numbers have different lengths.
inline uint32_t decode_long_vint(const uint8_t*& at) {
  uint64_t bytes;
  std::memcpy(&bytes, at, sizeof bytes);
  // The last byte has a zero in its highest bit; the fifth is always the last.
  uint64_t ends = (~bytes & 0x80808080) | uint64_t{0x80} << 32;
  bytes &= (ends ^ (ends - 1)) & 0x7F7F7F7F7F;
  at += (std::countr_zero(ends) + 1) / 8;
  bytes = (bytes & 0x7F007F007F) | (bytes & 0x7F007F00) >> 1;
  return static_cast<uint32_t>((bytes & 0x3FFF) | (bytes >> 16 & 0x3FFF) << 14 |
                               bytes >> 32 << 28);
}

// Where the VInts after the next `count` ones begin; up to 8 bytes more are
// read, and at least one is skipped.
inline const uint8_t* skip_vints(const uint8_t* at, uint32_t count) {
  constexpr uint64_t kHigh = 0x8080808080808080;
  constexpr uint64_t kOnes = 0x0101010101010101;
  // Numbers end in all of so many bytes at most.
  constexpr uint32_t kAtOnce = 32;
  while (count > kAtOnce) {
    uint64_t words[kAtOnce / 8];
    std::memcpy(words, at, sizeof words);
    uint64_t longer = 0;
    for (uint64_t word : words) longer += (word & kHigh) >> 7;
    at += kAtOnce;
    count -= kAtOnce - static_cast<uint32_t>(longer * kOnes >> 56);
  }
  while (true) {
    uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    // Byte by byte: how many numbers end in it or before it.
    uint64_t ended = ((~bytes & kHigh) >> 7) * kOnes;
    auto all = static_cast<uint32_t>(ended >> 56);
    if (all < count) {
      at += sizeof bytes;
      count -= all;
      continue;
    }
    // In so many bytes, fewer have ended.
    uint64_t before = ((kHigh | (count - 1) * kOnes) - ended) & kHigh;
    return at + ((before >> 7) * kOnes >> 56) + 1;
  }
}

// Finds where to go on in the postings of a term with many documents. Entries
// of level 0 stand before every 16th document, if that is the interval; those
// of the level above before every 16 * 16th, and so on.
class SkipReader {
 public:
  struct Entry {
    uint64_t number = 0;    // of the document that follows, from 1; 0: none
    uint32_t document = 0;  // before that one
    uint64_t postings = 0;
    uint64_t positions = 0;
    uint32_t payload = 0;  // bytes of the last payload
  };

  SkipReader(const LuceneSegment& segment, const TermPlace& place,
             bool has_payloads);
  // The last entry of which the document is less. Targets must rise.
  const Entry& seek(uint32_t target);

 private:
  struct Level {
    io::ByteCursor in;
    uint64_t begin = 0;
    uint64_t step = 0;  // documents from one entry to the next
    Entry here;
    uint64_t child = 0;  // where `here` goes on in the level below
    Entry ahead;         // the one after `here`; its document is kNoDocument
    uint64_t ahead_child = 0;  // ... past the last
  };
  void read_ahead(size_t level);

  io::FileSlice slice_;
  uint32_t documents_;  // of the segment
  uint32_t count_;      // documents of the term
  bool has_payloads_;
  std::vector<Level> levels_;
};

// Reads the positions of a term in order.
class PositionReader {
 public:
  PositionReader() = default;
  PositionReader(const io::ByteCursor& in, bool has_payloads)
      : in_(in), has_payloads_(has_payloads) {}

  void seek(uint64_t at, uint32_t payload) {
    in_.seek(at);
    payload_ = payload;
    passed_ = wanted_ = 0;
  }
  // The next `count` positions are not wanted. This reads nothing.
  void pass(uint64_t count) { wanted_ += count; }
  // Where the next one is in .prx.
  [[nodiscard]] uint64_t at() {
    if (passed_ != wanted_) catch_up();
    return in_.at();
  }
  // Whether there can be so many more; throws FormatError.
  void check(uint32_t count) const;
  // Reads the next positions, which are those of one document. After check().
  void read(uint32_t count, uint32_t* out);
  // Passes `passed` positions, checks and reads the next ones, at once where
  // that is fast. Not for fields with payloads, nor with other methods but
  // seek().
  void read_behind(uint32_t passed, uint32_t count, uint32_t* out) {
    const uint8_t* at = in_.next();
    uint64_t most = (uint64_t{passed} + count) * kLongestNumber + 8;
    if (static_cast<uint64_t>(in_.ready() - at) < most) {
      pass(passed);
      check(count);
      return read(count, out);
    }
    if (passed > 0) at = skip_vints(at, passed);
    uint32_t position = 0;
    for (uint32_t i = 0; i < count; ++i) {
      out[i] = position += decode_short_vint(at);
    }
    in_.set_next(at);
  }

 private:
  static constexpr uint32_t kLongestNumber = 5;
  void catch_up();

  io::ByteCursor in_;
  bool has_payloads_ = false;
  uint32_t payload_ = 0;  // bytes of the last payload
  uint64_t passed_ = 0;   // where in_ is
  uint64_t wanted_ = 0;
};

// Numbers of documents are those of the segment. Methods throw FormatError and
// IoError.
class PostingCursor {
 public:
  PostingCursor() = default;
  // At the first document. The segment must outlive it.
  PostingCursor(const LuceneSegment& segment, uint32_t field,
                const TermPlace& place);

  // kNoDocument past the last.
  [[nodiscard]] uint32_t document() const { return document_; }
  // 1 in a field without frequencies.
  [[nodiscard]] uint32_t frequency() const { return frequency_; }

  void next();
  // To the first document that is not less than the target.
  void advance(uint32_t target);
  // Calls use(document, frequency) for the documents from here on that are less
  // than `limit`, and goes to the one after them.
  template <typename Use>
  void take_until(uint32_t limit, Use&& use) {
    if (document_ >= limit) return;
    uint64_t passed = taken_ ? uint64_t{0} - frequency_ : 0;
    taken_ = false;
    take(
        limit, [&](uint32_t document, uint32_t frequency)
                   __attribute__((always_inline)) {
                     passed += frequency;
                     use(document, frequency);
                   });
    positions_.pass(passed);
  }
  // Appends where the term is in this document. Once for each document.
  void append_positions(std::vector<uint32_t>& out) {
    if (!has_positions_) return;
    positions_.check(frequency_);
    size_t begin = out.size();
    out.resize(begin + frequency_);
    positions_.read(frequency_, out.data() + begin);
    taken_ = true;
  }

 private:
  static constexpr ptrdiff_t kLongestPosting = 16;  // two VInts and more
  // Skipping costs as much as decoding so many documents.
  static constexpr uint32_t kWorthSkipping = 48;
  // From such a mean distance on, most take two bytes and more.
  static constexpr uint32_t kFarApart = 48;

  template <typename Use>
  void take(uint32_t limit, Use&& use);
  void decode_slowly();
  void skip(uint32_t target);
  [[noreturn]] void fail() const;

  const LuceneSegment* segment_ = nullptr;
  TermPlace place_;
  io::ByteCursor in_;
  uint32_t document_ = kNoDocument;
  uint32_t frequency_ = 0;
  uint32_t left_ = 0;       // documents after this one
  uint32_t documents_ = 0;  // of the segment
  uint32_t far_ = 0;        // from such a distance on, skipping is worth it
  bool has_frequencies_ = false;
  bool has_positions_ = false;
  bool has_payloads_ = false;
  bool taken_ = false;  // the positions of this document
  PositionReader positions_;
  std::unique_ptr<SkipReader> skips_;
};

template <typename Use>
void PostingCursor::take(uint32_t limit, Use&& use) {
  while (document_ < limit) {
    const uint8_t* at = in_.next();
    const uint8_t* safe = in_.ready() - kLongestPosting;
    if (in_.ready() - at < kLongestPosting || left_ == 0) {
      use(document_, frequency_);
      decode_slowly();
      continue;
    }
    uint32_t document = document_;
    uint32_t frequency = frequency_;
    uint32_t left = left_;
    uint32_t documents = documents_;
    bool damaged = false;
    // Documents that are far apart.
    const bool is_long = far_ > kWorthSkipping * kFarApart;
    if (has_frequencies_) {
      do {
        use(document, frequency);
        uint32_t code = at[0];
        uint32_t delta;
        if (!is_long && (code | at[1]) < 0x80) {
          uint32_t once = code & 1;
          frequency = once != 0 ? 1 : at[1];
          delta = code >> 1;
          at += 2 - once;
        } else {
          code = is_long ? decode_long_vint(at) : decode_vint(at);
          delta = code >> 1;
          frequency = (code & 1) != 0 ? 1 : decode_vint(at);
        }
        damaged = delta - 1 >= documents - 1 - document;
        document += delta;
        --left;
      } while (!damaged && document < limit && left > 0 && at <= safe);
    } else {
      do {
        use(document, frequency);
        uint32_t delta = is_long ? decode_long_vint(at) : decode_vint(at);
        damaged = delta - 1 >= documents - 1 - document;
        document += delta;
        --left;
      } while (!damaged && document < limit && left > 0 && at <= safe);
    }
    in_.set_next(at);
    if (damaged) fail();
    document_ = document;
    frequency_ = frequency;
    left_ = left;
  }
}

}  // namespace wax::index
