#include "index/text/main_model.h"

#include <cstring>
#include <string>

#include "index/text/main_model_table.h"
#include "io/error.h"

namespace wax::index {
namespace {

constexpr std::string_view kModelMagic = "wax-main 1\n";

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
  for (uint32_t i = 0; i < trees; ++i) {
    trees_.push_back({static_cast<uint32_t>(splits_.size()),
                      static_cast<uint32_t>(leaves_.size())});
    const int splits = bytes.number<uint8_t>();
    for (int j = 0; j < splits; ++j) {
      Split split{};
      split.number = bytes.number<uint8_t>();
      const size_t threshold = bytes.number<uint8_t>();
      if (split.number >= kRowNumbers ||
          threshold >= thresholds[split.number].size()) {
        bytes.fail();
      }
      split.threshold = thresholds[split.number][threshold];
      for (int8_t& next : split.next) {
        next = bytes.number<int8_t>();
        // Splits come after the one that leads to them, so that no walk is
        // endless.
        if (next >= 0 ? next <= j || next >= splits : ~next > splits) {
          bytes.fail();
        }
      }
      splits_.push_back(split);
    }
    for (int j = 0; j <= splits; ++j) {
      leaves_.push_back(scale * bytes.number<int16_t>());
    }
  }
  if (!bytes.at_end()) bytes.fail();
}

const MainModel& MainModel::built_in() {
  static const MainModel model(main_model_table());
  return model;
}

float MainModel::log_odds(std::span<const float, kRowNumbers> row) const {
  float sum = 0;
  for (const Tree& tree : trees_) {
    const Split* splits = splits_.data() + tree.first_split;
    int at = 0;
    // A tree without splits has one leaf.
    if (tree.first_leaf + 1 ==
        (&tree == &trees_.back() ? leaves_.size() : (&tree)[1].first_leaf)) {
      at = -1;
    }
    while (at >= 0) {
      const Split& split = splits[at];
      at = split.next[row[split.number] > split.threshold];
    }
    sum += leaves_[tree.first_leaf + static_cast<uint32_t>(~at)];
  }
  return sum;
}

}  // namespace wax::index
