#include "index/writer/lucene_files.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "io/crc32.h"
#include "io/error.h"

namespace wax::index {
namespace {

constexpr uint32_t kIndexInterval = 128;
constexpr uint64_t kMostBytesOfATerm = INT32_MAX;

uint64_t lowest_bits(int32_t number) { return static_cast<uint32_t>(number); }

void append_text(std::string_view text, io::ByteBuffer& out) {
  out.append_vint(text.size());
  out.append(text);
}

// Where the n-th number from `at` on ends. Eight bytes more may be read.
const char* behind_vints(const char* at, uint64_t n) {
  constexpr uint64_t kHighBits = 0x8080808080808080;
  while (n >= 8) {
    uint64_t bytes;
    std::memcpy(&bytes, at, 8);
    n -= static_cast<uint64_t>(__builtin_popcountll(~bytes & kHighBits));
    at += 8;
  }
  while (n > 0) {
    if ((static_cast<unsigned char>(*at++) & 0x80) == 0) --n;
  }
  return at;
}

}  // namespace

IndexFile::IndexFile(std::string path)
    : path_(std::move(path)),
      fd_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                 0666)) {
  if (fd_ < 0) throw IoError(path_, "create", errno);
}

IndexFile::~IndexFile() {
  if (fd_ >= 0) ::close(fd_);
}

void IndexFile::put(std::string_view bytes, uint64_t offset) const {
  while (!bytes.empty()) {
    ssize_t n =
        ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw IoError(path_, "write", errno);
    offset += static_cast<uint64_t>(n);
    bytes.remove_prefix(static_cast<size_t>(n));
  }
}

void IndexFile::flush() {
  put(buffer_.view(), size_ - buffer_.size());
  buffer_.clear();
}

void IndexFile::write_long(std::string_view bytes) {
  uint64_t begin = size_ - bytes.size();
  put(buffer_.view(), begin - buffer_.size());
  buffer_.clear();
  put(bytes, begin);
}

void IndexFile::patch(std::string_view bytes, uint64_t offset) {
  flush();
  put(bytes, offset);
}

void IndexFile::finish() {
  flush();
  if (::fsync(fd_) != 0) throw IoError(path_, "sync", errno);
  if (::close(std::exchange(fd_, -1)) != 0) {
    throw IoError(path_, "close", errno);
  }
}

TermFile::TermFile(std::string path, uint32_t skip_interval)
    : file_(std::move(path)), skip_interval_(skip_interval) {
  io::ByteBuffer head;
  head.append_fixed(lowest_bits(-4), 4);
  head.append_fixed(0, 8);  // entries
  head.append_fixed(kIndexInterval, 4);
  head.append_fixed(skip_interval_, 4);
  head.append_fixed(PostingsEncoder::kMostLevels, 4);
  file_.write(head.view());
}

void TermFile::add(std::string_view term, const TermInfo& info,
                   const uint64_t* tis) {
  std::string_view before = term_.view();
  size_t most = std::min(before.size(), term.size());
  size_t shared = 0;
  while (shared < most && before[shared] == term[shared]) ++shared;
  std::string_view rest = term.substr(shared);
  char numbers[8 * io::kLongestVInt];
  char* out = io::put_vint(numbers, shared);
  out = io::put_vint(out, rest.size());
  file_.write({numbers, static_cast<size_t>(out - numbers)});
  file_.write(rest);
  out = io::put_vint(numbers, info.field);
  out = io::put_vint(out, info.documents);
  out = io::put_vint(out, info.frq - info_.frq);
  out = io::put_vint(out, info.prx - info_.prx);
  if (info.documents >= skip_interval_) {
    out = io::put_vint(out, info.skip_offset);
  }
  if (tis != nullptr) {
    out = io::put_vint(out, *tis - tis_);
    tis_ = *tis;
  }
  file_.write({numbers, static_cast<size_t>(out - numbers)});
  term_.cut(shared);
  term_.append(rest);
  info_ = info;
  ++entries_;
}

void TermFile::finish() {
  char entries[8];
  io::put_fixed(entries, entries_, 8);
  file_.patch({entries, 8}, 4);
  file_.finish();
}

TermDictionary::TermDictionary(const std::string& segment,
                               uint32_t skip_interval)
    : terms_(segment + ".tis", skip_interval),
      index_(segment + ".tii", skip_interval) {}

void TermDictionary::add(std::string_view term, const TermInfo& info) {
  if (terms_.entries() % kIndexInterval == 0) {
    // The entry before the first is no term of field -1.
    TermInfo before = terms_.info();
    if (terms_.entries() == 0) before.field = static_cast<uint32_t>(-1);
    uint64_t tis = terms_.size();
    index_.add(terms_.term(), before, &tis);
  }
  terms_.add(term, info);
}

void TermDictionary::finish() {
  terms_.finish();
  index_.finish();
}

void PostingsEncoder::begin(bool with_positions) {
  with_positions_ = with_positions;
  count_ = 0;
  last_ = 0;
  frq_before_ = prx_before_ = 0;
  frq_begin_ = frq_->size();
  prx_begin_ = prx_->size();
}

void PostingsEncoder::write(IndexFile& documents, IndexFile& positions) {
  frq_before_ = frq_size();
  prx_before_ = prx_size();
  frq_begin_ = prx_begin_ = 0;
  documents.write(frq_->view());
  positions.write(prx_->view());
  frq_->clear();
  prx_->clear();
}

void PostingsEncoder::put_document(uint32_t delta, uint32_t frequency) {
  char* out = frq_->room(2 * io::kLongestVInt);
  if (!with_positions_) {
    out = io::put_vint(out, delta);
  } else if (frequency == 1) {
    out = io::put_vint(out, uint64_t{delta} << 1 | 1);
  } else {
    out = io::put_vint(out, uint64_t{delta} << 1);
    out = io::put_vint(out, frequency);
  }
  frq_->end_at(out);
}

// Before the document whose number in the list is a multiple of the interval.
void PostingsEncoder::skip_point() {
  if (count_ + 1 == skip_interval_) {
    for (Level& level : levels_) {
      level.bytes.clear();
      level.document = 0;
      level.frq = level.prx = 0;
    }
  }
  uint64_t child = 0;
  uint64_t n = count_ + 1;
  for (Level& level : levels_) {
    if (n % skip_interval_ != 0) break;
    n /= skip_interval_;
    char* out = level.bytes.room(4 * io::kLongestVInt);
    out = io::put_vint(out, last_ - level.document);
    out = io::put_vint(out, frq_size() - level.frq);
    out = io::put_vint(out, prx_size() - level.prx);
    level.bytes.end_at(out);
    level.document = last_;
    level.frq = frq_size();
    level.prx = prx_size();
    uint64_t here = level.bytes.size();
    if (&level != levels_) level.bytes.append_vint(child);
    child = here;
  }
}

void PostingsEncoder::add(const TermPostings& postings) {
  auto documents_to_skip_point = [&] {
    return static_cast<uint32_t>(skip_interval_ - 1 - count_ % skip_interval_);
  };
  const char* frq = postings.documents.data();
  const char* prx = postings.positions.data();
  const char* frq_end = frq + postings.documents.size();
  const char* prx_end = prx + postings.positions.size();

  if (documents_to_skip_point() == 0) skip_point();
  put_document(postings.first - last_, postings.first_frequency);
  last_ = postings.first;
  ++count_;
  uint64_t positions = postings.first_frequency;  // not copied yet
  uint32_t left = postings.count - 1;
  while (left > documents_to_skip_point()) {
    uint32_t documents = documents_to_skip_point();
    const char* frq_begin = frq;
    for (uint32_t i = 0; i < documents; ++i) {
      uint64_t code = io::get_vint(frq);
      if (!with_positions_) {
        last_ += static_cast<uint32_t>(code);
        continue;
      }
      last_ += static_cast<uint32_t>(code >> 1);
      positions += (code & 1) != 0 ? 1 : io::get_vint(frq);
    }
    frq_->append({frq_begin, static_cast<size_t>(frq - frq_begin)});
    if (with_positions_) {
      const char* behind = behind_vints(prx, positions);
      prx_->append({prx, static_cast<size_t>(behind - prx)});
      prx = behind;
    }
    positions = 0;
    count_ += documents;
    left -= documents;
    skip_point();
    frq_begin = frq;
    uint64_t code = io::get_vint(frq);
    if (!with_positions_) {
      last_ += static_cast<uint32_t>(code);
    } else {
      last_ += static_cast<uint32_t>(code >> 1);
      positions = (code & 1) != 0 ? 1 : io::get_vint(frq);
    }
    frq_->append({frq_begin, static_cast<size_t>(frq - frq_begin)});
    ++count_;
    --left;
  }
  frq_->append({frq, static_cast<size_t>(frq_end - frq)});
  prx_->append({prx, static_cast<size_t>(prx_end - prx)});
  count_ += left;
  last_ = postings.last;
}

TermInfo PostingsEncoder::end() {
  TermInfo info;
  info.documents = static_cast<uint32_t>(count_);
  info.skip_offset = frq_size();
  if (frq_size() > kMostBytesOfATerm) {
    throw UsageError(
        "a word is in too many documents for one index; make several shards");
  }
  if (count_ < skip_interval_) return info;
  size_t top = kMostLevels - 1;
  uint64_t least = skip_interval_;
  size_t level = 0;
  while (level < top && least * skip_interval_ <= count_) {
    least *= skip_interval_;
    ++level;
  }
  for (; level > 0; --level) {
    frq_->append_vint(levels_[level].bytes.size());
    frq_->append(levels_[level].bytes.view());
  }
  frq_->append(levels_[0].bytes.view());
  return info;
}

uint8_t norm_byte(double norm) {
  auto value = static_cast<float>(norm);
  if (value <= 0) return 0;
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  auto exponent = static_cast<int32_t>(bits >> 24) - 48;
  if (exponent < 0) return 1;
  if (exponent > 31) return 255;
  return static_cast<uint8_t>(exponent << 3 | (bits >> 21 & 7));
}

void write_field_infos(const std::string& segment,
                       const std::vector<const Field*>& fields) {
  constexpr char kIndexed = 0x01;
  constexpr char kNoNorms = 0x10;
  constexpr char kNoFrequencies = 0x40;
  io::ByteBuffer bytes;
  bytes.append_vint(lowest_bits(-2));
  bytes.append_vint(fields.size());
  for (const Field* field : fields) {
    append_text(field->name, bytes);
    char bits = kNoNorms;
    if (field->indexed == Indexed::kWords) bits = kIndexed;
    if (field->indexed != Indexed::kWords && field->indexed != Indexed::kNo) {
      bits = kIndexed | kNoNorms | kNoFrequencies;
    }
    bytes.append({&bits, 1});
  }
  IndexFile file(segment + ".fnm");
  file.write(bytes.view());
  file.finish();
}

void write_commit(const std::string& directory, uint64_t documents,
                  bool with_positions) {
  constexpr uint64_t kNone = UINT64_MAX;  // -1
  uint64_t segments = documents > 0 ? 1 : 0;
  io::ByteBuffer bytes;
  bytes.append_fixed(lowest_bits(-9), 4);
  bytes.append_fixed(1, 8);         // version
  bytes.append_fixed(segments, 4);  // number for the next segment's name
  bytes.append_fixed(segments, 4);
  if (segments > 0) {
    append_text("_0", bytes);
    bytes.append_fixed(documents, 4);
    bytes.append_fixed(kNone, 8);  // no deleted documents
    bytes.append_fixed(kNone, 4);  // stored fields of its own
    bytes.append_fixed(1, 1);      // all norms in one file
    bytes.append_fixed(kNone, 4);  // no norms were replaced
    bytes.append_fixed(255, 1);    // not a compound file
    bytes.append_fixed(0, 4);      // deleted documents
    bytes.append_fixed(with_positions ? 1 : 0, 1);
    bytes.append_fixed(0, 4);  // diagnostics
  }
  bytes.append_fixed(0, 4);  // user data
  bytes.append_fixed(io::crc32(bytes.view()), 8);
  IndexFile commit(directory + "/segments_1");
  commit.write(bytes.view());
  commit.finish();

  bytes.clear();
  bytes.append_fixed(lowest_bits(-2), 4);
  bytes.append_fixed(1, 8);
  bytes.append_fixed(1, 8);
  IndexFile generation(directory + "/segments.gen");
  generation.write(bytes.view());
  generation.finish();
}

}  // namespace wax::index
