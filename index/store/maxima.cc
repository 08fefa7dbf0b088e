#include "index/store/maxima.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "io/error.h"

namespace wax::index {
namespace {

static_assert(std::endian::native == std::endian::little);

template <typename Number>
Number little_at(const char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

}  // namespace

MaximaFile::MaximaFile(std::shared_ptr<const MappedFile> file,
                       uint32_t documents)
    : file_(std::move(file)), slice_{file_.get(), 0, file_->size()} {
  ByteCursor in(slice_);
  std::string_view head = in.bytes(kHeaderSize);
  blocks_ = little_at<uint64_t>(head.data() + 16);
  terms_ = little_at<uint64_t>(head.data() + 24);
  uint64_t rest = slice_.size() - kHeaderSize;
  if (!head.starts_with(kMark) ||
      little_at<uint32_t>(head.data() + 8) != kBlock ||
      little_at<uint32_t>(head.data() + 12) != documents ||
      blocks_ > rest / kBlockSize || terms_ > rest / kTermSize ||
      blocks_ * kBlockSize + terms_ * kTermSize != rest) {
    slice_.fail(0, "this file is damaged, or of another index");
  }
}

std::pair<uint64_t, uint64_t> MaximaFile::term(uint64_t i) const {
  ByteCursor in(slice_, kHeaderSize + blocks_ * kBlockSize + i * kTermSize);
  const char* bytes = in.bytes(kTermSize).data();
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
    slice_.fail(kHeaderSize + blocks_ * kBlockSize + low * kTermSize,
                "this index file is damaged: it has an impossible number");
  }
  ByteCursor in(slice_, kHeaderSize + first * kBlockSize);
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

}  // namespace wax::index
