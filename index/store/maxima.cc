#include "index/store/maxima.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "index/store/byte_buffer.h"
#include "index/store/commit.h"
#include "index/store/impact_bounds.h"
#include "index/store/index_segment.h"
#include "index/store/posting_cursor.h"
#include "index/store/segment_files.h"
#include "io/error.h"

namespace wax::index {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kMaximaMark = "wax-max1";
constexpr uint64_t kMaximaHeader = 32;
constexpr uint64_t kMaximaTerm = 16;

template <typename Number>
void put_little(Number number, ByteBuffer& out) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append({bytes, sizeof number});
}

template <typename Number>
Number little_at(const char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

constexpr uint32_t kMostFrequency = (1U << 23) - 1;

// The blocks of one term.
void append_blocks(const IndexSegment& segment, const TermWalk& walk,
                   ByteBuffer& out) {
  NormReader norms = segment.norms(walk.field());
  PostingCursor cursor(segment, walk.field(), walk.place());
  uint32_t count = 0;
  uint32_t last = 0;
  GreatestImpact greatest;
  auto end_of_block = [&] {
    put_little(last, out);
    Impact impact = greatest.impact();
    if (impact.frequency > kMostFrequency) impact.frequency = 0;
    uint32_t rival = impact.has_rival ? 1 : 0;
    put_little((impact.frequency << 1 | rival) << 8 | impact.norm, out);
    count = 0;
    greatest = {};
  };
  cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t frequency) {
    greatest.add(frequency, norms.empty() ? kNormOfOne : norms.at(document));
    last = document;
    if (++count == MaximaFile::kBlock) end_of_block();
  });
  if (count > 0) end_of_block();
}

void write_segment_maxima(const IndexSegment& segment,
                          const std::string& path) {
  std::unique_ptr<IndexFile> file;
  uint64_t blocks = 0;
  ByteBuffer terms;
  ByteBuffer bytes;
  for (TermWalk walk = segment.terms().all(); !walk.ended(); walk.next()) {
    if (walk.place().documents < MaximaFile::kBlock ||
        !segment.fields()[walk.field()].has_frequencies) {
      continue;
    }
    if (!file) {
      file = std::make_unique<IndexFile>(path);
      bytes.append('\0', kMaximaHeader);
      file->write(bytes.view());
    }
    put_little(walk.place().postings, terms);
    put_little(blocks, terms);
    bytes.clear();
    append_blocks(segment, walk, bytes);
    blocks += bytes.size() / MaximaFile::kBlockSize;
    file->write(bytes.view());
  }
  if (!file) return;
  file->write(terms.view());
  bytes.clear();
  bytes.append(kMaximaMark);
  put_little(MaximaFile::kBlock, bytes);
  put_little(segment.documents(), bytes);
  put_little(blocks, bytes);
  put_little(uint64_t{terms.size() / kMaximaTerm}, bytes);
  file->patch(bytes.view(), 0);
  file->finish();
}

}  // namespace

MaximaFile::MaximaFile(std::shared_ptr<const MappedFile> file,
                       uint32_t documents)
    : file_(std::move(file)), slice_{file_.get(), 0, file_->size()} {
  ByteCursor in(slice_);
  std::string_view head = in.bytes(kMaximaHeader);
  blocks_ = little_at<uint64_t>(head.data() + 16);
  terms_ = little_at<uint64_t>(head.data() + 24);
  uint64_t rest = slice_.size() - kMaximaHeader;
  if (!head.starts_with(kMaximaMark) ||
      little_at<uint32_t>(head.data() + 8) != kBlock ||
      little_at<uint32_t>(head.data() + 12) != documents ||
      blocks_ > rest / kBlockSize || terms_ > rest / kMaximaTerm ||
      blocks_ * kBlockSize + terms_ * kMaximaTerm != rest) {
    slice_.fail(0, "this file is damaged, or of another index");
  }
}

std::pair<uint64_t, uint64_t> MaximaFile::term(uint64_t i) const {
  ByteCursor in(slice_, kMaximaHeader + blocks_ * kBlockSize + i * kMaximaTerm);
  const char* bytes = in.bytes(kMaximaTerm).data();
  return {little_at<uint64_t>(bytes), little_at<uint64_t>(bytes + 8)};
}

std::string_view MaximaFile::blocks_of(const TermPlace& place) const {
  if (place.documents < kBlock) return {};
  uint64_t low = 0;
  uint64_t high = terms_;
  while (low < high) {
    uint64_t middle = (low + high) / 2;
    if (term(middle).first < place.postings) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  uint64_t count = (uint64_t{place.documents} + kBlock - 1) / kBlock;
  if (low == terms_) return {};
  auto [postings, first] = term(low);
  if (postings != place.postings) return {};
  if (first > blocks_ || count > blocks_ - first) {
    slice_.fail(kMaximaHeader + blocks_ * kBlockSize + low * kMaximaTerm,
                "this index file is damaged: it has an impossible number");
  }
  ByteCursor in(slice_, kMaximaHeader + first * kBlockSize);
  return in.bytes(count * kBlockSize);
}

MaximaFile::Block MaximaFile::block(std::string_view blocks, size_t i) {
  const char* bytes = blocks.data() + i * kBlockSize;
  auto impact = little_at<uint32_t>(bytes + 4);
  return {little_at<uint32_t>(bytes),
          {impact >> 9, static_cast<uint8_t>(impact), (impact >> 8 & 1) != 0}};
}

std::string maxima_name(const std::string& segment) {
  return "wax-maxima" + segment;
}

void write_maxima(const std::string& directory) {
  IndexFiles files(directory, nullptr);
  for (const CommittedSegment& committed : read_commit(files)) {
    write_segment_maxima(IndexSegment(files, committed),
                         directory + '/' + maxima_name(committed.name));
  }
}

}  // namespace wax::index
