#include "cdx/expression_set.h"

#include <re2/filtered_re2.h>
#include <re2/re2.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "cdx/required_text.h"
#include "cdx/url/escape.h"
#include "warc/io/error.h"

namespace wax::cdx {
namespace {

RE2::Options options_of_bytes() {
  RE2::Options options(RE2::Quiet);
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_never_capture(true);
  return options;
}

[[noreturn]] void refuse(std::string_view expression) {
  throw UsageError("'" + std::string(expression) +
                   "' is no regular expression");
}

}  // namespace

ExpressionSet::ExpressionSet()
    : others_(std::make_unique<re2::FilteredRE2>(
          static_cast<int>(LiteralSet::kWindow))) {}
ExpressionSet::~ExpressionSet() = default;

void ExpressionSet::add(std::string_view expression) {
  auto texts = required_texts(expression, LiteralSet::kWindow);
  if (texts && !texts->empty()) {
    plain_.push_back({std::string(expression), *std::move(texts), nullptr});
    return;
  }
  int id;
  if (others_->Add({expression.data(), expression.size()}, options_of_bytes(),
                   &id) != RE2::NoError) {
    refuse(expression);
  }
  any_other_ = true;
}

void ExpressionSet::finish() {
  std::unordered_map<std::string_view, uint32_t> uses;
  for (const Plain& plain : plain_) {
    for (const std::string& text : plain.texts) ++uses[text];
  }
  // A key is to be rare in texts, which it is by its length, and that of few.
  auto worth = [&](const std::string& text) {
    return static_cast<int>(text.size()) - std::bit_width(uses[text]);
  };
  std::vector<size_t> best;
  for (const Plain& plain : plain_) {
    best.push_back(0);
    for (size_t i = 1; i < plain.texts.size(); ++i) {
      bool better = worth(plain.texts[i]) > worth(plain.texts[best.back()]);
      if (better) best.back() = i;
    }
  }
  uses = {};
  for (size_t n = 0; n < plain_.size(); ++n) {
    std::swap(plain_[n].texts[0], plain_[n].texts[best[n]]);
  }
  listed_.resize(plain_.size());
  std::iota(listed_.begin(), listed_.end(), 0);
  auto key = [&](uint32_t n) -> std::string& { return plain_[n].texts[0]; };
  std::stable_sort(listed_.begin(), listed_.end(),
                   [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  std::vector<std::string> keys;
  for (uint32_t i = 0; i < listed_.size(); ++i) {
    if (!keys.empty() && key(listed_[i]) == keys.back()) continue;
    keys.push_back(key(listed_[i]));
    lists_.push_back(i);
  }
  lists_.push_back(static_cast<uint32_t>(listed_.size()));
  keys_ = LiteralSet(std::move(keys));
  for (Plain& plain : plain_) plain.texts.erase(plain.texts.begin());
  if (!any_other_) return;
  std::vector<std::string> atoms;
  others_->Compile(&atoms);
  atoms_ = LiteralSet(std::move(atoms));
}

bool ExpressionSet::any(std::string_view text) {
  return (!plain_.empty() && any_plain(text)) ||
         (any_other_ && any_other(text));
}

bool ExpressionSet::any_plain(std::string_view text) {
  keys_.find(text, found_);
  for (int n : found_) {
    auto key = static_cast<size_t>(n);
    for (uint32_t i = lists_[key]; i < lists_[key + 1]; ++i) {
      if (matches(plain_[listed_[i]], text)) return true;
    }
  }
  return false;
}

bool ExpressionSet::matches(Plain& plain, std::string_view text) {
  for (const std::string& required : plain.texts) {
    if (text.find(required) == text.npos) return false;
  }
  if (!plain.compiled) {
    plain.compiled =
        std::make_unique<RE2>(plain.expression, options_of_bytes());
    if (!plain.compiled->ok()) refuse(plain.expression);
  }
  return plain.compiled->Match({text.data(), text.size()}, 0, text.size(),
                               RE2::UNANCHORED, nullptr, 0);
}

bool ExpressionSet::any_other(std::string_view text) {
  lower_.assign(text);
  lower_case(lower_);
  atoms_.find(lower_, found_);
  return others_->FirstMatch({text.data(), text.size()}, found_) >= 0;
}

}  // namespace wax::cdx
