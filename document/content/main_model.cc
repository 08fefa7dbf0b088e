#include "document/content/main_model.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "io/error.h"

namespace wax::document {
namespace {

constexpr std::string_view kModelMagic = "wax-main 1\n";
constexpr size_t kMostTrees = 1024;
constexpr size_t kMostLeaves = 32;

// Rows that are asked at once.
struct Lanes {
  static constexpr size_t kCount = 8;
  using Floats [[gnu::vector_size(kCount * sizeof(float))]] = float;
  using Leaves [[gnu::vector_size(kCount * sizeof(int32_t))]] = int32_t;
};
struct WideLanes {
  static constexpr size_t kCount = 16;
  using Floats [[gnu::vector_size(kCount * sizeof(float))]] = float;
  using Leaves [[gnu::vector_size(kCount * sizeof(int32_t))]] = int32_t;
};

class ModelBytes {
 public:
  explicit ModelBytes(std::string_view bytes) : bytes_(bytes) {}

  std::string_view take(size_t size) {
    if (size > bytes_.size() - at_) fail();
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  template <typename T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }
  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }
  [[noreturn]] void fail() const {
    throw FormatError("model of main content", at_, "does not fit");
  }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
};

void read_weights(ModelBytes& bytes, uint32_t slots, TokenWeights& weights) {
  if (bytes.number<uint32_t>() != slots) bytes.fail();
  weights.scale = bytes.number<float>();
  weights.bias = bytes.number<float>();
  std::string_view table = bytes.take(slots);
  weights.weights.assign(table.begin(), table.end());
}

}  // namespace

MainModel::MainModel(std::string_view all) {
  ModelBytes bytes(all);
  if (bytes.take(kModelMagic.size()) != kModelMagic) bytes.fail();
  read_weights(bytes, kClassSlots, class_weights);
  read_weights(bytes, kTextSlots, text_weights);
  read_weights(bytes, kHeadingSlots, heading_weights);
  type_weights.weights.resize(kPageSlots);
  for (size_t type = 0; type < kPageTypes; ++type) {
    TokenWeights weights;
    read_weights(bytes, kPageSlots, weights);
    for (size_t slot = 0; slot < kPageSlots; ++slot) {
      type_weights.weights[slot][type] = weights.weights[slot];
    }
    type_weights.scale[type] = weights.scale;
    type_weights.bias[type] = weights.bias;
  }
  if (bytes.number<uint32_t>() != kRowNumbers) bytes.fail();
  std::vector<std::vector<float>> thresholds(kRowNumbers);
  for (auto& of_number : thresholds) {
    of_number.resize(bytes.number<uint8_t>());
    for (float& threshold : of_number) threshold = bytes.number<float>();
  }
  const auto trees = bytes.number<uint32_t>();
  const auto scale = bytes.number<float>();
  if (trees > kMostTrees) bytes.fail();
  std::vector<Split> splits;
  std::vector<float> leaves;
  for (uint32_t i = 0; i < trees; ++i) {
    splits.resize(bytes.number<uint8_t>());
    for (Split& split : splits) {
      split.number = bytes.number<uint8_t>();
      const size_t threshold = bytes.number<uint8_t>();
      if (split.number >= kRowNumbers ||
          threshold >= thresholds[split.number].size()) {
        bytes.fail();
      }
      split.threshold = thresholds[split.number][threshold];
      for (int8_t& next : split.next) next = bytes.number<int8_t>();
    }
    leaves.resize(splits.size() + 1);
    for (float& leaf : leaves)
      leaf = scale * static_cast<float>(bytes.number<int16_t>());
    if (!add_tree(splits, leaves)) bytes.fail();
  }
  for (std::vector<Test>& tests : tests_) {
    std::stable_sort(
        tests.begin(), tests.end(),
        [](const Test& a, const Test& b) { return a.threshold < b.threshold; });
  }
  if (!bytes.at_end()) bytes.fail();
}

const MainModel& MainModel::built_in() {
  static const MainModel model(main_model_table());
  return model;
}

bool MainModel::add_tree(std::span<const Split> splits,
                         std::span<const float> leaves) {
  if (leaves.size() > kMostLeaves) return false;
  const auto tree = static_cast<uint32_t>(first_leaves_.size());
  const size_t first = leaves_.size();
  first_leaves_.push_back(static_cast<uint32_t>(first));
  bool fits = true;
  // Adds what is below a split or leaf; the bits of its leaves.
  auto walk = [&](auto& self, int at) -> uint32_t {
    const size_t leaf = leaves_.size() - first;
    fits = fits && leaf < leaves.size() &&
           (at < 0 ? static_cast<uint32_t>(~at) < leaves.size()
                   : static_cast<size_t>(at) < splits.size());
    if (!fits) return 0;
    if (at < 0) {
      leaves_.push_back(leaves[static_cast<uint32_t>(~at)]);
      return 1u << leaf;
    }
    const Split& split = splits[static_cast<size_t>(at)];
    // Splits come after the one that leads to them, so that no walk is endless.
    fits = (split.next[0] < 0 || split.next[0] > at) &&
           (split.next[1] < 0 || split.next[1] > at);
    if (!fits) return 0;
    const uint32_t left = self(self, split.next[0]);
    const uint32_t right = self(self, split.next[1]);
    tests_[split.number].push_back(
        {split.threshold, tree, static_cast<int32_t>(~left)});
    return left | right;
  };
  walk(walk, splits.empty() ? -1 : 0);
  return fits && leaves_.size() - first == leaves.size();
}

void MainModel::rule_out(const float* row, size_t begin, size_t end,
                         Reached& reached) const {
  for (size_t number = begin; number < end; ++number) {
    for (const Test& test : tests_[number]) {
      if (!(row[number] > test.threshold)) break;
      reached[test.tree] &= test.leaves;
    }
  }
}

template <typename Lanes>
[[gnu::always_inline]] inline void MainModel::odds_of_lanes(
    const float* const* rows, const Reached& by_page, float* odds) const {
  using Leaves = typename Lanes::Leaves;
  constexpr size_t lanes = Lanes::kCount;
  Leaves reached[kMostTrees];
  const size_t trees = first_leaves_.size();
  for (size_t tree = 0; tree < trees; ++tree) {
    reached[tree] = Leaves{} + by_page[tree];
  }
  auto ask = [&](size_t begin, size_t end) __attribute__((always_inline)) {
    for (size_t number = begin; number < end; ++number) {
      typename Lanes::Floats value;
      float most = rows[0][number];
      [&]<size_t... lane>(std::index_sequence<lane...>)
          __attribute__((always_inline)) {
        ((value[lane] = rows[lane][number]), ...);
        ((most = std::max(most, rows[lane][number])), ...);
      }
      (std::make_index_sequence<lanes>());
      for (const Test& test : tests_[number]) {
        if (!(most > test.threshold)) break;
        const Leaves greater = value > test.threshold;
        reached[test.tree] &= ~greater | test.leaves;
      }
    }
  };
  ask(0, kBlockNumbers);
  ask(kMainNumbers, kTypeScores);
  [&]<size_t... lane>(std::index_sequence<lane...>)
      __attribute__((always_inline)) {
    float sums[lanes] = {};
    for (size_t tree = 0; tree < trees; ++tree) {
      const float* leaves = leaves_.data() + first_leaves_[tree];
      // The leaf is the leftmost one that is left.
      ((sums[lane] +=
        leaves[std::countr_zero(static_cast<uint32_t>(reached[tree][lane]))]),
       ...);
    }
    ((odds[lane] = sums[lane]), ...);
  }
  (std::make_index_sequence<lanes>());
}

#ifdef __x86_64__
[[gnu::target("avx2,bmi")]] void MainModel::odds_of_lanes_avx2(
    const float* const* rows, const Reached& reached, float* odds) const {
  odds_of_lanes<Lanes>(rows, reached, odds);
}
[[gnu::target("avx512f,avx512dq,avx512vl,bmi")]] void
MainModel::odds_of_lanes_avx512(const float* const* rows,
                                const Reached& reached, float* odds) const {
  odds_of_lanes<WideLanes>(rows, reached, odds);
}
#endif

void MainModel::log_odds(std::span<const float> rows,
                         std::span<float> odds) const {
  if (odds.empty()) return;
  Reached reached(first_leaves_.size(), ~0);
  rule_out(rows.data(), kBlockNumbers, kMainNumbers, reached);
  rule_out(rows.data(), kTypeScores, kRowNumbers, reached);
  bool wide = false;
  bool avx2 = false;
#ifdef __x86_64__
  avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
  wide = avx2 && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
#endif
  const size_t lanes = wide ? WideLanes::kCount : Lanes::kCount;
  for (size_t at = 0; at < odds.size(); at += lanes) {
    const size_t blocks = std::min(lanes, odds.size() - at);
    std::array<const float*, WideLanes::kCount> of_lanes;
    for (size_t lane = 0; lane < lanes; ++lane) {
      of_lanes[lane] =
          rows.data() + (at + std::min(lane, blocks - 1)) * kRowNumbers;
    }
    std::array<float, WideLanes::kCount> found;
#ifdef __x86_64__
    if (wide) {
      odds_of_lanes_avx512(of_lanes.data(), reached, found.data());
    } else if (avx2) {
      odds_of_lanes_avx2(of_lanes.data(), reached, found.data());
    } else {
      odds_of_lanes<Lanes>(of_lanes.data(), reached, found.data());
    }
#else
    odds_of_lanes<Lanes>(of_lanes.data(), reached, found.data());
#endif
    std::copy_n(found.begin(), blocks,
                odds.begin() + static_cast<ptrdiff_t>(at));
  }
}

}  // namespace wax::document
