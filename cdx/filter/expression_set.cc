#include "cdx/filter/expression_set.h"

#include <re2/filtered_re2.h>
#include <re2/re2.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "cdx/filter/required_text.h"
#include "cdx/url/escape.h"
#include "io/error.h"
#include "text/ascii.h"

namespace wax::cdx {
namespace {

RE2::Options options_of_bytes() {
  RE2::Options options(RE2::Quiet);
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_never_capture(true);
  return options;
}

[[noreturn]] void refuse(std::string_view expression) {
  const RE2 compiled({expression.data(), expression.size()},
                     options_of_bytes());
  throw UsageError("'" + std::string(expression) +
                   "' is no regular expression: " + compiled.error());
}

bool matches(const std::string& expression, std::unique_ptr<RE2>& compiled,
             std::string_view text) {
  if (!compiled) {
    compiled = std::make_unique<RE2>(expression, options_of_bytes());
    if (!compiled->ok()) refuse(expression);
  }
  return compiled->Match({text.data(), text.size()}, 0, text.size(),
                         RE2::UNANCHORED, nullptr, 0);
}

}  // namespace

ExpressionSet::ExpressionSet()
    : others_(std::make_unique<re2::FilteredRE2>(
          static_cast<int>(LiteralSet::kWindow))) {}
ExpressionSet::~ExpressionSet() = default;

void ExpressionSet::add(std::string_view expression) {
  auto required = required_texts(expression, LiteralSet::kWindow);
  if (required && !required->texts.empty()) {
    PlainOnes& ones = required->any_case ? any_case_ : exact_;
    ones.all.push_back(
        {std::string(expression), std::move(required->texts), nullptr});
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
  exact_.finish();
  any_case_.finish();
  if (!any_other_) return;
  std::vector<std::string> atoms;
  others_->Compile(&atoms);
  atoms_ = LiteralSet(std::move(atoms));
}

bool ExpressionSet::any(std::string_view text) {
  if (exact_.any(text, text, found_)) return true;
  if (any_case_.all.empty() && !any_other_) return false;
  lower_.assign(text);
  text::lower_case(lower_);
  if (any_case_.any(lower_, text, found_)) return true;
  if (!any_other_) return false;
  atoms_.find(lower_, found_);
  return others_->FirstMatch({text.data(), text.size()}, found_) >= 0;
}

void ExpressionSet::PlainOnes::finish() {
  std::unordered_map<std::string_view, uint32_t> uses;
  for (const Plain& plain : all) {
    for (const std::string& text : plain.texts) ++uses[text];
  }
  // A key is to be rare in texts, which it is by its length, and that of few.
  auto worth = [&](const std::string& text) {
    return static_cast<int>(text.size()) - std::bit_width(uses[text]);
  };
  std::vector<size_t> best;
  for (const Plain& plain : all) {
    best.push_back(0);
    for (size_t i = 1; i < plain.texts.size(); ++i) {
      bool better = worth(plain.texts[i]) > worth(plain.texts[best.back()]);
      if (better) best.back() = i;
    }
  }
  uses = {};
  for (size_t n = 0; n < all.size(); ++n) {
    std::swap(all[n].texts[0], all[n].texts[best[n]]);
  }
  listed.resize(all.size());
  std::iota(listed.begin(), listed.end(), 0);
  auto key = [&](uint32_t n) -> std::string& { return all[n].texts[0]; };
  std::stable_sort(listed.begin(), listed.end(),
                   [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  std::vector<std::string> distinct;
  for (uint32_t i = 0; i < listed.size(); ++i) {
    if (!distinct.empty() && key(listed[i]) == distinct.back()) continue;
    distinct.push_back(key(listed[i]));
    lists.push_back(i);
  }
  lists.push_back(static_cast<uint32_t>(listed.size()));
  keys = LiteralSet(std::move(distinct));
  for (Plain& plain : all) plain.texts.erase(plain.texts.begin());
}

bool ExpressionSet::PlainOnes::any(std::string_view text,
                                   std::string_view as_it_is,
                                   std::vector<int>& found) {
  if (all.empty()) return false;
  keys.find(text, found);
  for (int n : found) {
    auto place = static_cast<size_t>(n);
    for (uint32_t i = lists[place]; i < lists[place + 1]; ++i) {
      Plain& plain = all[listed[i]];
      bool possible = std::all_of(plain.texts.begin(), plain.texts.end(),
                                  [&](const std::string& required) {
                                    return text.find(required) != text.npos;
                                  });
      if (possible && matches(plain.expression, plain.compiled, as_it_is)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace wax::cdx
