#include "index/store/posting_cursor.h"

#include <algorithm>

#include "io/error.h"

namespace wax::index {

SkipReader::SkipReader(const LuceneSegment& segment, const TermPlace& place,
                       bool has_payloads)
    : slice_(segment.postings()),
      documents_(segment.documents()),
      count_(place.documents),
      has_payloads_(has_payloads) {
  uint64_t interval = segment.terms().skip_interval();
  for (uint64_t step = interval;
       step <= count_ && levels_.size() < segment.terms().skip_levels();
       step *= interval) {
    Level level;
    level.step = step;
    level.here.postings = place.postings;
    level.here.positions = place.positions;
    levels_.push_back(level);
  }
  io::ByteCursor in(slice_, place.postings + place.skip);
  for (size_t i = levels_.size(); i-- > 1;) {
    uint64_t size = in.vlong();
    levels_[i].begin = in.at();
    in.skip(size);
  }
  if (!levels_.empty()) levels_[0].begin = in.at();
  for (size_t i = 0; i < levels_.size(); ++i) {
    levels_[i].in = io::ByteCursor(slice_, levels_[i].begin);
    read_ahead(i);
  }
}

void SkipReader::read_ahead(size_t index) {
  Level& level = levels_[index];
  Entry& ahead = level.ahead;
  ahead = level.here;
  ahead.number += level.step;
  if (ahead.number > count_) {
    ahead.document = kNoDocument;
    return;
  }
  uint32_t delta = level.in.vint();
  if (has_payloads_) {
    if ((delta & 1) != 0) ahead.payload = level.in.vint();
    delta >>= 1;
  }
  if (delta >= documents_ - ahead.document) {
    level.in.fail("this index file is damaged: it has an impossible number");
  }
  ahead.document += delta;
  ahead.postings += level.in.vint();
  ahead.positions += level.in.vint();
  if (index > 0) level.ahead_child = level.in.vlong();
}

const SkipReader::Entry& SkipReader::seek(uint32_t target) {
  static const Entry kNone;
  if (levels_.empty()) return kNone;
  for (size_t i = levels_.size(); i-- > 0;) {
    Level& level = levels_[i];
    while (level.ahead.document < target) {
      level.here = level.ahead;
      level.child = level.ahead_child;
      read_ahead(i);
    }
    if (i == 0 || level.here.number <= levels_[i - 1].here.number) continue;
    Level& below = levels_[i - 1];
    below.here = level.here;
    below.in.seek(below.begin + level.child);
    if (i > 1) below.child = below.in.vlong();
    read_ahead(i - 1);
  }
  return levels_[0].here;
}

PostingCursor::PostingCursor(const LuceneSegment& segment, uint32_t field,
                             const TermPlace& place)
    : segment_(&segment),
      place_(place),
      in_(segment.postings(), place.postings),
      left_(place.documents),
      documents_(segment.documents()) {
  const LuceneField& how = segment.fields()[field];
  has_frequencies_ = how.has_frequencies;
  has_positions_ = how.has_positions;
  has_payloads_ = how.has_payloads;
  if (has_positions_) {
    positions_ = PositionReader(
        io::ByteCursor(segment.positions(), place.positions), has_payloads_);
  }
  if (left_ == 0) return;
  if (left_ > documents_) fail();
  far_ = static_cast<uint32_t>(std::min<uint64_t>(
      uint64_t{kWorthSkipping} * documents_ / left_, INT32_MAX));
  // The first number is not a distance.
  uint32_t code = in_.vint();
  document_ = has_frequencies_ ? code >> 1 : code;
  frequency_ = has_frequencies_ && (code & 1) == 0 ? in_.vint() : 1;
  --left_;
  if (document_ >= documents_) fail();
}

void PostingCursor::fail() const {
  in_.fail("this index file is damaged: it has an impossible number");
}

void PostingCursor::decode_slowly() {
  if (left_ == 0) {
    document_ = kNoDocument;
    return;
  }
  --left_;
  uint32_t code = in_.vint();
  uint32_t delta = has_frequencies_ ? code >> 1 : code;
  frequency_ = has_frequencies_ && (code & 1) == 0 ? in_.vint() : 1;
  if (delta - 1 >= documents_ - 1 - document_) fail();
  document_ += delta;
}

void PostingCursor::next() {
  if (!taken_) positions_.pass(frequency_);
  taken_ = false;
  decode_slowly();
}

void PostingCursor::advance(uint32_t target) {
  if (document_ >= target) return;
  if (target - document_ > far_ && place_.skip > 0) skip(target);
  take_until(target, [](uint32_t, uint32_t) {});
}

void PostingCursor::skip(uint32_t target) {
  if (!skips_) {
    skips_ = std::make_unique<SkipReader>(*segment_, place_, has_payloads_);
  }
  const SkipReader::Entry& entry = skips_->seek(target);
  // So many documents are before the entry.
  uint64_t passed = uint64_t{place_.documents} - left_;
  if (entry.number <= passed + 1) return;
  document_ = entry.document;
  frequency_ = 0;
  taken_ = false;
  left_ = static_cast<uint32_t>(place_.documents - (entry.number - 1));
  in_.seek(entry.postings);
  if (has_positions_) positions_.seek(entry.positions, entry.payload);
}

void PositionReader::catch_up() {
  uint64_t count = wanted_ - passed_;
  passed_ = wanted_;
  if (!has_payloads_) return in_.skip_vints(count);
  for (; count > 0; --count) {
    if ((in_.vint() & 1) != 0) payload_ = in_.vint();
    in_.skip(payload_);
  }
}

void PositionReader::check(uint32_t count) const {
  // Each takes a byte and more.
  if (count > in_.left()) {
    in_.fail("this index file is damaged: it has an impossible number");
  }
}

void PositionReader::read(uint32_t count, uint32_t* out) {
  if (passed_ != wanted_) catch_up();
  wanted_ = passed_ += count;
  uint32_t position = 0;
  while (count > 0) {
    if (has_payloads_ || in_.ready() - in_.next() < ptrdiff_t{kLongestNumber}) {
      uint32_t delta = in_.vint();
      if (has_payloads_) {
        if ((delta & 1) != 0) payload_ = in_.vint();
        delta >>= 1;
        in_.skip(payload_);
      }
      *out++ = position += delta;
      --count;
      continue;
    }
    const uint8_t* at = in_.next();
    const uint8_t* safe = in_.ready() - kLongestNumber;
    for (; count > 0 && at <= safe; --count) {
      *out++ = position += decode_short_vint(at);
    }
    in_.set_next(at);
  }
}

}  // namespace wax::index
