#include "document/content/main_content.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace wax::document {
namespace {

// The model is surer than it is right.
constexpr float kCalm = 0.8f;

// A page of which no choice is expected to reach this F1 has no content, unless
// it has so few words that they are all that it says, or structured data.
constexpr double kLeastExpected = 0.25;
constexpr double kShortPage = 20;

using Scores = std::vector<float>;

// Puts the scores of a block and of the two before and after it.
void put_near_scores(const Scores& scores, size_t index, float* to) {
  for (int step : {0, -1, 1, -2, 2}) {
    const size_t other = index + static_cast<size_t>(step);
    *to++ = other < scores.size() ? scores[other] : -9.0f;
  }
}

float sum_score(const TokenWeights& weights,
                const std::vector<uint32_t>& slots) {
  int64_t sum = 0;
  for (uint32_t slot : slots) sum += weights.weights[slot];
  return weights.score(sum, slots.size());
}

std::array<float, kPageTypes> type_probabilities(
    const MainModel& model, const std::vector<uint32_t>& slots) {
  const PageTypeWeights& types = model.type_weights;
  std::array<int32_t, kPageTypes + 1> sums{};
  for (uint32_t slot : slots) {
    for (size_t i = 0; i < sums.size(); ++i) sums[i] += types.weights[slot][i];
  }
  std::array<float, kPageTypes> result;
  float sum = 0;
  for (size_t i = 0; i < kPageTypes; ++i) {
    const float score =
        linear_score(types.scale[i], types.bias[i], sums[i], slots.size());
    result[i] = std::exp(std::clamp(score, -30.0f, 30.0f));
    sum += result[i];
  }
  for (float& one : result) one /= sum;
  return result;
}

// The rows of a page's blocks.
class RowMaker {
 public:
  // Without a model, the scores of tables are 0.
  RowMaker(const PageBlocks& page, std::string_view url, const MainModel* model)
      : features_(page, url) {
    if (model != nullptr) score(page, url, *model);
  }

  void fill(size_t block, std::span<float, kRowNumbers> row) const {
    features_.fill(block,
                   std::span<float, kMainNumbers>(row.data(), kMainNumbers));
    if (class_scores_.empty()) {
      std::fill(row.begin() + kMainNumbers, row.end(), 0.0f);
      return;
    }
    put_near_scores(class_scores_, block, row.data() + kClassScores);
    put_near_scores(text_scores_, block, row.data() + kTextScores);
    row[kHeadingScore] = heading_scores_[block];
    std::copy(types_.begin(), types_.end(), row.begin() + kTypeScores);
  }

 private:
  void score(const PageBlocks& page, std::string_view url,
             const MainModel& model) {
    const size_t blocks = page.blocks().size();
    ClassTokens tokens(page);
    std::vector<uint32_t> slots;
    auto words = [&](size_t i) {
      const PageBlock& block = page.blocks()[i];
      return std::span(page.words()).subspan(block.first_word, block.words);
    };
    uint32_t heading = kNoNumber;
    float heading_score = model.heading_weights.bias;
    class_scores_.reserve(blocks);
    text_scores_.reserve(blocks);
    heading_scores_.reserve(blocks);
    for (size_t i = 0; i < blocks; ++i) {
      class_scores_.push_back(
          tokens.score(page.blocks()[i], model.class_weights));
      slots.clear();
      append_text_slots(words(i), slots);
      text_scores_.push_back(sum_score(model.text_weights, slots));
      if (features_.heading_before(i) != heading) {
        heading = features_.heading_before(i);
        slots.clear();
        if (heading != kNoNumber) append_heading_slots(words(heading), slots);
        heading_score = sum_score(model.heading_weights, slots);
      }
      heading_scores_.push_back(heading_score);
    }
    slots.clear();
    tokens.append_page_slots(url, slots);
    types_ = type_probabilities(model, slots);
  }

  MainFeatures features_;
  Scores class_scores_;  // empty without a model
  Scores text_scores_;
  Scores heading_scores_;
  std::array<float, kPageTypes> types_{};
};

std::vector<float> log_odds_of(const PageBlocks& page, std::string_view url,
                               const MainModel& model) {
  constexpr size_t kAtOnce = 64;  // rows
  const RowMaker maker(page, url, &model);
  std::vector<float> odds(page.blocks().size());
  std::vector<float> rows(std::min(odds.size(), kAtOnce) * kRowNumbers);
  for (size_t at = 0; at < odds.size(); at += kAtOnce) {
    const size_t count = std::min(kAtOnce, odds.size() - at);
    for (size_t i = 0; i < count; ++i) {
      maker.fill(at + i, std::span<float, kRowNumbers>(
                             rows.data() + i * kRowNumbers, kRowNumbers));
    }
    model.log_odds(rows, std::span(odds).subspan(at, count));
  }
  return odds;
}

// Adds a range after others, from which it may be a gap of a byte away.
void add_range(text::TextRange range, std::vector<text::TextRange>& ranges) {
  if (range.begin == range.end) return;
  if (!ranges.empty() && range.begin <= ranges.back().end + 1) {
    ranges.back().end = range.end;
  } else {
    ranges.push_back(range);
  }
}

}  // namespace

void append_main_rows(const PageBlocks& page, std::string_view url,
                      const MainModel* model, std::vector<float>& rows) {
  const size_t begin = rows.size();
  rows.resize(begin + page.blocks().size() * kRowNumbers);
  const RowMaker maker(page, url, model);
  for (size_t i = 0; i < page.blocks().size(); ++i) {
    maker.fill(i, std::span<float, kRowNumbers>(
                      rows.data() + begin + i * kRowNumbers, kRowNumbers));
  }
}

std::vector<uint32_t> choose_blocks(const PageBlocks& page,
                                    const std::vector<float>& log_odds) {
  const auto& blocks = page.blocks();
  std::vector<uint32_t> order(blocks.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return log_odds[a] != log_odds[b] ? log_odds[a] > log_odds[b] : a < b;
  });
  auto expected = [&](uint32_t i) {
    return static_cast<double>(blocks[i].words) /
           (1 + std::exp(-static_cast<double>(kCalm * log_odds[i])));
  };
  double wanted = 0;
  for (uint32_t i : order) wanted += expected(i);
  // The prefix of the order with the highest expected F1.
  double hits = 0, words = 0, best = -1;
  size_t chosen = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    hits += expected(order[i]);
    words += blocks[order[i]].words;
    const double score = 2 * hits / (words + wanted);
    if (score > best) {
      best = score;
      chosen = i + 1;
    }
  }
  const bool has_data =
      std::any_of(blocks.begin(), blocks.end(), [](const PageBlock& block) {
        return block.source == BlockSource::kLdBody ||
               block.source == BlockSource::kLdProduct;
      });
  const bool has_content =
      best >= kLeastExpected || words < kShortPage || has_data;
  order.resize(has_content ? chosen : 0);
  std::sort(order.begin(), order.end());
  return order;
}

std::vector<uint32_t> main_blocks(const PageBlocks& page, std::string_view url,
                                  const MainModel& model) {
  return choose_blocks(page, log_odds_of(page, url, model));
}

std::vector<const Node*> main_panels(const PageBlocks& page,
                                     const std::vector<uint32_t>& chosen) {
  // The model says too little of fewer words.
  constexpr uint32_t kFewestWords = 50;
  constexpr uint8_t kHides = PageElement::kHidden | PageElement::kDisplayNone;
  const auto& elements = page.elements();
  std::vector<const Node*> panels;
  std::vector<bool> seen(elements.size());
  uint32_t words = 0;
  for (uint32_t i : chosen) {
    const PageBlock& block = page.blocks()[i];
    uint32_t at = block.inner;
    if (at == kNoNumber || (elements[at].unseen & kHides) == 0) continue;
    words += block.words;
    for (; at != kNoNumber && (elements[at].unseen & kHides) != 0 && !seen[at];
         at = elements[at].parent) {
      seen[at] = true;
      panels.push_back(elements[at].node);
    }
  }
  if (words < kFewestWords) panels.clear();
  std::sort(panels.begin(), panels.end(), std::less<>());
  return panels;
}

void write_main(const PageBlocks& page, const std::vector<uint32_t>& chosen,
                const VisibleText& visible, Document& document) {
  // A few words may be said often.
  constexpr uint32_t kFewestWords = 4;
  HashSet said;
  auto is_said = [&](const PageBlock& block) {
    if (block.words < kFewestWords) return false;
    if (said.contains(block.text_hash)) return true;
    said.insert(block.text_hash);
    return false;
  };
  auto is_seen = [&](const PageBlock& block) {
    return std::ranges::any_of(page.pieces(block), [&](text::TextRange piece) {
      const text::TextRange now = visible.place(piece);
      return now.begin < now.end;
    });
  };
  std::vector<const PageBlock*> unseen;
  for (uint32_t i : chosen) {
    const PageBlock& block = page.blocks()[i];
    if (!is_seen(block)) {
      unseen.push_back(&block);
    } else if (!is_said(block)) {
      for (text::TextRange piece : page.pieces(block)) {
        add_range(visible.place(piece), document.main);
      }
    }
  }
  for (const PageBlock* block : unseen) {
    if (is_said(*block)) continue;
    if (!document.main_unseen.empty()) document.main_unseen += '\n';
    document.main_unseen += page.text(*block);
  }
}

}  // namespace wax::document
