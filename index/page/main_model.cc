#include "index/page/main_model.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "index/page/main_model_table.h"
#include "io/error.h"

namespace wax::index {
namespace {

constexpr std::string_view kModelMagic = "wax-main 1\n";
constexpr size_t kMostTrees = 1024;
constexpr size_t kMostLeaves = 32;

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
  for (TokenWeights& weights : type_weights) {
    read_weights(bytes, kPageSlots, weights);
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
    for (float& leaf : leaves) leaf = scale * bytes.number<int16_t>();
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
           (at < 0 ? static_cast<size_t>(~at) < leaves.size()
                   : static_cast<size_t>(at) < splits.size());
    if (!fits) return 0;
    if (at < 0) {
      leaves_.push_back(leaves[static_cast<size_t>(~at)]);
      return 1u << leaf;
    }
    const Split& split = splits[static_cast<size_t>(at)];
    // Splits come after the one that leads to them, so that no walk is endless.
    fits = (split.next[0] < 0 || split.next[0] > at) &&
           (split.next[1] < 0 || split.next[1] > at);
    if (!fits) return 0;
    const uint32_t left = self(self, split.next[0]);
    const uint32_t right = self(self, split.next[1]);
    tests_[split.number].push_back({split.threshold, tree, ~left});
    return left | right;
  };
  walk(walk, splits.empty() ? -1 : 0);
  return fits && leaves_.size() - first == leaves.size();
}

float MainModel::log_odds(std::span<const float, kRowNumbers> row) const {
  std::array<uint32_t, kMostTrees> reached;
  std::fill_n(reached.begin(), first_leaves_.size(), ~0u);
  for (size_t number = 0; number < kRowNumbers; ++number) {
    const float value = row[number];
    for (const Test& test : tests_[number]) {
      if (!(value > test.threshold)) break;
      reached[test.tree] &= test.leaves;
    }
  }
  float sum = 0;
  for (size_t tree = 0; tree < first_leaves_.size(); ++tree) {
    // The leaf is the leftmost one that is left.
    sum += leaves_[first_leaves_[tree] +
                   static_cast<uint32_t>(std::countr_zero(reached[tree]))];
  }
  return sum;
}

}  // namespace wax::index
