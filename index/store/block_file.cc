#include "index/store/block_file.h"

#include <algorithm>
#include <array>
#include <bit>

namespace wax::index {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kImpossibleBlock =
    "this index file is damaged: it has an impossible number";

// Distances of so many bits do not exceed 32 bits when they are added up.
constexpr unsigned kSafeBits = 24;

template <typename Number>
Number little_at(const char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

static_assert(std::endian::native == std::endian::little);

using Lanes [[gnu::vector_size(16)]] = uint32_t;
constexpr size_t kRows = kPackedNumbers / 4;
constexpr unsigned kWidths = 33;

// The word of each lane in which a row begins.
template <unsigned kBits, size_t kRow>
[[gnu::always_inline]] inline void unpack_row(const uint8_t* in,
                                              uint32_t* numbers) {
  constexpr size_t kWord = kRow * kBits / 32;
  constexpr unsigned kShift = kRow * kBits % 32;
  Lanes row;
  std::memcpy(&row, in + kWord * sizeof row, sizeof row);
  row >>= kShift;
  if constexpr (kShift + kBits > 32) {
    Lanes more;
    std::memcpy(&more, in + (kWord + 1) * sizeof more, sizeof more);
    row |= more << (32 - kShift);
  }
  if constexpr (kBits < 32) row &= (uint32_t{1} << kBits) - 1;
  std::memcpy(numbers + 4 * kRow, &row, sizeof row);
}

template <unsigned kBits>
void unpack_all(const uint8_t* in, uint32_t* numbers) {
  if constexpr (kBits == 0) {
    std::memset(numbers, 0, kPackedNumbers * sizeof *numbers);
  } else {
    [&]<size_t... kRow>(std::index_sequence<kRow...>)
        __attribute__((always_inline)) {
      (unpack_row<kBits, kRow>(in, numbers), ...);
    }
    (std::make_index_sequence<kRows>{});
  }
}

using Unpack = void (*)(const uint8_t*, uint32_t*);

template <unsigned... kBits>
constexpr std::array<Unpack, sizeof...(kBits)> unpack_functions(
    std::integer_sequence<unsigned, kBits...>) {
  return {unpack_all<kBits>...};
}

constexpr std::array<Unpack, kWidths> kUnpack =
    unpack_functions(std::make_integer_sequence<unsigned, kWidths>{});

}  // namespace

TermBlocks::TermBlocks(const uint8_t* entries, uint32_t documents, uint32_t all,
                       const io::FileSlice& data, bool has_documents)
    : entries_(entries),
      count_((documents + kDocuments - 1) / kDocuments),
      documents_(documents),
      all_(all),
      has_documents_(has_documents),
      data_(data) {}

uint32_t TermBlocks::find(uint32_t i, uint32_t document) const {
  uint32_t step = 1;
  uint32_t end = i;  // the block before it ends too early
  while (end < count_ && last(end) < document) {
    i = end + 1;
    end += step;
    step *= 2;
  }
  end = std::min(end, count_);
  while (i < end) {
    uint32_t middle = i + (end - i) / 2;
    if (last(middle) < document) {
      i = middle + 1;
    } else {
      end = middle;
    }
  }
  return i;
}

const uint8_t* TermBlocks::block(uint32_t i) const {
  uint64_t at = number(2 * count_ + i);
  const uint8_t* head = data_.at(at, 2);
  if (head[0] > 32 || head[1] > 32) data_.fail(at, kImpossibleBlock);
  return data_.at(at, 2 + packed_size(head[0]) + packed_size(head[1]));
}

void TermBlocks::read_documents(uint32_t i, uint32_t* documents) const {
  const uint8_t* bytes = block(i);
  uint32_t start = i == 0 ? UINT32_MAX : last(i - 1);
  unpack(bytes + 2, bytes[0], documents);
  add_up(start, documents);
  uint32_t count = documents_of(i);
  bool damaged = documents[count - 1] != last(i) || last(i) >= all_ ||
                 (i > 0 && start >= last(i));
  if (bytes[0] > kSafeBits) {
    for (uint32_t n = 0; n < count; ++n) {
      damaged |= documents[n] < (n == 0 ? start + 1 : documents[n - 1] + 1);
    }
  }
  if (damaged) data_.fail(number(2 * count_ + i), kImpossibleBlock);
}

void TermBlocks::read_frequencies(uint32_t i, uint32_t* frequencies) const {
  const uint8_t* bytes = block(i);
  unpack(bytes + 2 + packed_size(bytes[0]), bytes[1], frequencies);
  for (uint32_t n = 0; n < kDocuments; ++n) ++frequencies[n];
}

uint32_t TermBlocks::frequency(uint32_t i, uint32_t n) const {
  const uint8_t* bytes = block(i);
  return 1 + packed_number(bytes + 2 + packed_size(bytes[0]), bytes[1], n);
}

void TermBlocks::read_occurrences(uint32_t i, uint32_t* occurrences) const {
  const uint8_t* bytes = block(i);
  unpack(bytes + 2 + packed_size(bytes[0]), bytes[1], occurrences);
  add_up(0, occurrences);
}

BlockFile::BlockFile(std::shared_ptr<const io::MappedFile> file,
                     uint32_t documents)
    : file_(std::move(file)),
      slice_{file_.get(), 0, file_->size()},
      documents_(documents) {
  io::ByteCursor in(slice_);
  std::string_view head = in.bytes(kHeaderSize);
  terms_ = little_at<uint64_t>(head.data() + 16);
  list_ = little_at<uint64_t>(head.data() + 24);
  if (!head.starts_with(kMark) ||
      little_at<uint32_t>(head.data() + 8) != TermBlocks::kDocuments ||
      little_at<uint32_t>(head.data() + 12) != documents ||
      list_ > slice_.size() || terms_ != (slice_.size() - list_) / kTermSize) {
    slice_.fail(0, "this file is damaged, or of another index");
  }
}

std::pair<uint64_t, uint64_t> BlockFile::term(uint64_t i) const {
  const uint8_t* bytes = slice_.at(list_ + i * kTermSize, kTermSize);
  const auto* numbers = reinterpret_cast<const char*>(bytes);
  return {little_at<uint64_t>(numbers), little_at<uint64_t>(numbers + 8)};
}

TermBlocks BlockFile::blocks_of(const TermPlace& place) const {
  if (place.documents < kFewest) return {};
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
  if (low == terms_) return {};
  auto [postings, begin] = term(low);
  if (postings != place.postings) return {};
  uint64_t count = (uint64_t{place.documents} + TermBlocks::kDocuments - 1) /
                   TermBlocks::kDocuments;
  uint64_t size = count * TermBlocks::entry_size(place.documents, documents_);
  if (place.documents > documents_ || begin > list_ || size > list_ - begin) {
    slice_.fail(list_ + low * kTermSize, kImpossibleBlock);
  }
  return {slice_.at(begin, size),
          place.documents,
          documents_,
          {slice_.file, slice_.begin + begin + size, slice_.begin + list_},
          !TermBlocks::are_bounds_alone(place.documents, documents_)};
}

std::string block_file_name(const std::string& segment) {
  return "wax-blocks" + segment;
}

unsigned bits_of_greatest(const uint32_t* numbers) {
  uint32_t any = 0;
  for (size_t i = 0; i < kPackedNumbers; ++i) any |= numbers[i];
  return static_cast<unsigned>(std::bit_width(any));
}

void pack(const uint32_t* numbers, unsigned bits, uint8_t* out) {
  if (bits == 0) return;
  std::memset(out, 0, packed_size(bits));
  for (size_t row = 0; row < kRows; ++row) {
    Lanes lanes;
    std::memcpy(&lanes, numbers + 4 * row, sizeof lanes);
    uint8_t* at = out + row * bits / 32 * sizeof lanes;
    auto shift = static_cast<uint32_t>(row * bits % 32);
    Lanes words;
    std::memcpy(&words, at, sizeof words);
    words |= lanes << shift;
    std::memcpy(at, &words, sizeof words);
    if (shift + bits > 32) {
      words = lanes >> (32 - shift);
      std::memcpy(at + sizeof words, &words, sizeof words);
    }
  }
}

void unpack(const uint8_t* in, unsigned bits, uint32_t* numbers) {
  kUnpack[bits](in, numbers);
}

uint32_t packed_number(const uint8_t* in, unsigned bits, uint32_t n) {
  if (bits == 0) return 0;
  const unsigned first = n / 4 * bits;
  const uint8_t* at = in + first / 32 * sizeof(Lanes) + n % 4 * sizeof n;
  const unsigned shift = first % 32;
  uint64_t words = little_at<uint32_t>(reinterpret_cast<const char*>(at));
  if (shift + bits > 32) {
    words |= uint64_t{little_at<uint32_t>(
                 reinterpret_cast<const char*>(at + sizeof(Lanes)))}
             << 32;
  }
  return static_cast<uint32_t>(words >> shift & ((uint64_t{1} << bits) - 1));
}

void add_up(uint32_t start, uint32_t* numbers) {
  Lanes sum = {start, start, start, start};
  const Lanes zero = {};
  for (size_t row = 0; row < kRows; ++row) {
    Lanes lanes;
    std::memcpy(&lanes, numbers + 4 * row, sizeof lanes);
    lanes += 1;
    lanes += __builtin_shufflevector(zero, lanes, 0, 4, 5, 6);
    lanes += __builtin_shufflevector(zero, lanes, 0, 1, 4, 5);
    lanes += sum;
    std::memcpy(numbers + 4 * row, &lanes, sizeof lanes);
    sum = __builtin_shufflevector(lanes, lanes, 3, 3, 3, 3);
  }
}

}  // namespace wax::index
