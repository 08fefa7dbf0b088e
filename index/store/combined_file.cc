#include "index/store/combined_file.h"

#include <cstring>
#include <vector>

#include "index/schema/fields.h"
#include "index/store/impact_bounds.h"
#include "io/crc32.h"

namespace wax::index {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kImpossibleList =
    "this index file is damaged: it has an impossible number";

template <typename Number>
Number number_in(const void* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

}  // namespace

CombinedFile::CombinedFile(std::shared_ptr<const io::MappedFile> file,
                           uint32_t documents)
    : file_(std::move(file)),
      slice_{file_.get(), 0, file_->size()},
      documents_(documents) {
  io::ByteCursor in(slice_);
  std::string_view head = in.bytes(kHeaderSize);
  terms_ = number_in<uint64_t>(head.data() + 16);
  list_ = number_in<uint64_t>(head.data() + 24);
  is_of_these_rules_ =
      number_in<uint64_t>(head.data() + 32) == combined_rules();
  if (!head.starts_with(kMark) ||
      number_in<uint32_t>(head.data() + 8) != TermBlocks::kDocuments ||
      number_in<uint32_t>(head.data() + 12) != documents ||
      list_ > slice_.size() || terms_ != (slice_.size() - list_) / kTermSize) {
    slice_.fail(0, "this file is damaged, or of another index");
  }
}

std::pair<uint64_t, uint64_t> CombinedFile::term(uint64_t i) const {
  const uint8_t* bytes = slice_.at(list_ + i * kTermSize, kTermSize);
  return {number_in<uint64_t>(bytes), number_in<uint64_t>(bytes + 8)};
}

uint64_t CombinedFile::number_of(uint64_t postings) const {
  uint64_t low = 0;
  uint64_t high = terms_;
  while (low < high) {
    uint64_t middle = (low + high) / 2;
    if (term(middle).first < postings) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < terms_ && term(low).first == postings ? low : terms_;
}

bool CombinedFile::has(uint64_t postings, std::string_view list) const {
  const uint64_t number = number_of(postings);
  if (number == terms_) return false;
  const uint64_t begin = term(number).second;
  if (begin > list_ || list.size() > list_ - begin) return false;
  return std::memcmp(slice_.at(begin, list.size()), list.data(), list.size()) ==
         0;
}

CombinedTerm CombinedFile::find(uint64_t postings) const {
  const uint64_t number = number_of(postings);
  if (number == terms_) return {};
  uint64_t begin = term(number).second;
  auto fail = [&] { slice_.fail(list_ + number * kTermSize, kImpossibleList); };
  if (begin > list_ || list_ - begin < sizeof(uint32_t)) fail();
  auto documents = number_in<uint32_t>(slice_.at(begin, sizeof(uint32_t)));
  begin += sizeof(uint32_t);
  uint64_t count = (uint64_t{documents} + TermBlocks::kDocuments - 1) /
                   TermBlocks::kDocuments;
  uint64_t size = count * kBlockSize;
  if (documents == 0 || documents > documents_ || size > list_ - begin) fail();
  return {documents,
          {slice_.at(begin, size),
           documents,
           documents_,
           {slice_.file, slice_.begin + begin + size, slice_.begin + list_},
           true}};
}

std::span<const CombinedField> combined_fields() {
  static const auto searched = [] {
    std::vector<CombinedField> made;
    each_searched_field("", [&](std::string_view field, float weight) {
      if (field != kAnchorField) made.push_back({field, weight});
    });
    return made;
  }();
  return searched;
}

uint64_t combined_rules() {
  static const uint64_t rules = [] {
    std::string bytes;
    for (const CombinedField& field : combined_fields()) {
      bytes += field.name;
      bytes.append(reinterpret_cast<const char*>(&field.weight),
                   sizeof field.weight);
      const NormFactors& factors = factors_of(field.name);
      bytes.append(reinterpret_cast<const char*>(factors.data()),
                   sizeof factors);
    }
    return uint64_t{io::crc32(bytes)};
  }();
  return rules;
}

std::string combined_file_name(const std::string& segment) {
  return "wax-combined" + segment;
}

}  // namespace wax::index
