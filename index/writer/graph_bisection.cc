#include "index/writer/graph_bisection.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "io/ordered_pool.h"

namespace wax::index {
namespace {

constexpr unsigned kRounds = 12;
constexpr int kFraction = 10;  // bits of logarithms after the point

// Logarithms to base 2 of 1.0 to 1.99, by squaring.
std::array<int32_t, 1 << kFraction> make_logarithms() {
  std::array<int32_t, 1 << kFraction> table{};
  for (uint64_t i = 0; i < table.size(); ++i) {
    uint64_t number = (uint64_t{1} << 31) + (i << (31 - kFraction));
    for (int bit = 0; bit < kFraction; ++bit) {
      number = number * number >> 31;
      table[i] *= 2;
      if (number < uint64_t{1} << 32) continue;
      number >>= 1;
      ++table[i];
    }
  }
  return table;
}

// Returns that of the number, plus one.
int32_t logarithm(uint32_t number) {
  static const auto kTable = make_logarithms();
  const uint64_t more = uint64_t{number} + 1;
  const int whole = static_cast<int>(std::bit_width(more)) - 1;
  const uint64_t fraction = (more << kFraction >> whole) - kTable.size();
  return (whole << kFraction) + kTable[fraction];
}

struct Item {
  static constexpr uint32_t kRight = uint32_t{1} << 31;

  int32_t bias = 0;   // how much rather it belongs to the right half
  uint32_t code = 0;  // the document; and kRight, when it is there

  [[nodiscard]] uint32_t document() const { return code & ~kRight; }
  [[nodiscard]] bool is_right() const { return (code & kRight) != 0; }
};

// What one thread knows of the words.
class Bisection {
 public:
  explicit Bisection(const DocumentWords& words)
      : words_(words), counts_(words.different), gains_(words.different) {}

  // Splits the documents until they are leaves, in which they are sorted.
  void order(std::span<Item> items) {
    if (items.size() <= kBisectionLeaf) {
      std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
        return a.document() < b.document();
      });
      return;
    }
    const size_t half = split(items);
    order(items.first(half));
    order(items.subspan(half));
  }

  // Returns where the right half begins.
  size_t split(std::span<Item> items) {
    constexpr size_t kLeaf = kBisectionLeaf;
    const size_t half = (items.size() / 2 + kLeaf - 1) / kLeaf * kLeaf;
    for (size_t i = 0; i < items.size(); ++i) {
      items[i].code = items[i].document() | (i >= half ? Item::kRight : 0);
      for (const uint32_t word : words_of(items[i])) {
        Counts& counts = counts_[word];
        if (counts.left + counts.right == 0) seen_.push_back(word);
        ++(i >= half ? counts.right : counts.left);
      }
    }
    for (unsigned i = 0; i < kRounds && move(items, half, i); ++i) {
    }
    for (const uint32_t word : seen_) counts_[word] = {};
    seen_.clear();
    return half;
  }

 private:
  struct Counts {  // documents with the word
    uint32_t left = 0;
    uint32_t right = 0;
  };

  [[nodiscard]] std::span<const uint32_t> words_of(const Item& item) const {
    const uint32_t begin = words_.begins[item.document()];
    return {words_.words.data() + begin,
            words_.begins[item.document() + 1] - begin};
  }

  // Whether any document changed sides.
  bool move(std::span<Item> items, size_t half, unsigned round) {
    for (const uint32_t word : seen_) {
      gains_[word] =
          logarithm(counts_[word].right) - logarithm(counts_[word].left);
    }
    int64_t most_left = INT32_MIN;
    int64_t least_right = INT32_MAX;
    for (Item& item : items) {
      int64_t bias = 0;
      for (const uint32_t word : words_of(item)) bias += gains_[word];
      item.bias =
          static_cast<int32_t>(std::clamp<int64_t>(bias, INT32_MIN, INT32_MAX));
      if (item.is_right()) {
        least_right = std::min<int64_t>(least_right, item.bias);
      } else {
        most_left = std::max<int64_t>(most_left, item.bias);
      }
    }
    // Later rounds make fewer and greater moves.
    if (most_left - least_right <= int64_t{round} << kFraction) return false;
    std::nth_element(items.begin(),
                     items.begin() + static_cast<ptrdiff_t>(half), items.end(),
                     [](const Item& a, const Item& b) {
                       return a.bias != b.bias ? a.bias < b.bias
                                               : a.document() < b.document();
                     });
    bool moved = false;
    for (size_t i = 0; i < items.size(); ++i) {
      const bool is_right = i >= half;
      if (items[i].is_right() == is_right) continue;
      items[i].code ^= Item::kRight;
      moved = true;
      for (const uint32_t word : words_of(items[i])) {
        Counts& counts = counts_[word];
        if (is_right) {
          --counts.left;
          ++counts.right;
        } else {
          ++counts.left;
          --counts.right;
        }
      }
    }
    return moved;
  }

  const DocumentWords& words_;
  std::vector<Counts> counts_;
  std::vector<int32_t> gains_;
  std::vector<uint32_t> seen_;  // words with counts
};

}  // namespace

std::vector<uint32_t> bisected_order(const DocumentWords& words,
                                     unsigned threads) {
  std::vector<Item> items(words.documents());
  for (uint32_t i = 0; i < items.size(); ++i) items[i].code = i;
  // One slice for each thread, made by the caller.
  std::vector<std::span<Item>> slices = {items};
  {
    Bisection top(words);
    while (slices.size() < threads &&
           slices.front().size() > 64 * kBisectionLeaf) {
      std::vector<std::span<Item>> halves;
      for (std::span<Item> slice : slices) {
        const size_t half = top.split(slice);
        halves.push_back(slice.first(half));
        halves.push_back(slice.subspan(half));
      }
      slices = std::move(halves);
    }
  }
  io::WorkPool pool(threads - 1);
  std::vector<std::shared_ptr<io::WorkPool::Work>> works;
  for (std::span<Item> slice : slices) {
    works.push_back(
        pool.begin([&words, slice](size_t) { Bisection(words).order(slice); }));
  }
  for (const auto& work : works) pool.finish(*work);
  std::vector<uint32_t> order(items.size());
  std::transform(items.begin(), items.end(), order.begin(),
                 [](const Item& item) { return item.document(); });
  return order;
}

}  // namespace wax::index
