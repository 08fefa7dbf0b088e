#include "cdx/filter/expression_set.h"

#include <re2/filtered_re2.h>
#include <re2/re2.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "cdx/url/url.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"

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
                   "' is not a regular expression: " + compiled.error());
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

// Far below what RE2 refuses to compile.
constexpr size_t kLongest = 1000;
constexpr int kDeepest = 20;
constexpr uint64_t kMostRepeats = 100;

bool is_byte(char c) { return static_cast<unsigned char>(c) > ' '; }

// Escaped, it means itself.
bool is_punctuation(char c) {
  return is_byte(c) && c < '\x7f' && static_cast<unsigned char>(c) < 0x80 &&
         !text::is_alphanumeric(c) && c != '_';
}

class Scanner {
 public:
  Scanner(std::string_view expression, size_t least)
      : rest_(expression), least_(least) {}

  std::optional<RequiredTexts> scan() {
    constexpr std::string_view kAnyCase = "(?i)";
    if (rest_.starts_with(kAnyCase)) {
      found_.any_case = true;
      rest_.remove_prefix(kAnyCase.size());
    }
    if (!alternatives(0) || !rest_.empty()) return std::nullopt;
    // With alternatives, none of them is in every match.
    if (branched_) found_.texts.clear();
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool at(char c) const {
    return !rest_.empty() && rest_[0] == c;
  }
  bool take(char c) {
    if (!at(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool alternatives(int depth) {
    for (;;) {
      while (!rest_.empty() && !at('|') && !at(')')) {
        if (!item(depth)) return false;
      }
      if (depth == 0) end_run();
      if (!take('|')) return true;
      if (depth == 0) branched_ = true;
    }
  }

  bool item(int depth) {
    char c = rest_[0];
    rest_.remove_prefix(1);
    switch (c) {
      case '^':
      case '$':
        end_run(depth);
        return rest_.empty() || !text::is_one_of(rest_[0], "*+?{");
      case '.':
        return repeat(depth);
      case '[':
        return char_class() && repeat(depth);
      case '(':
        end_run(depth);
        if (take('?') && !take(':')) return false;
        return depth < kDeepest && alternatives(depth + 1) && take(')') &&
               repeat(depth, /*counted=*/false);
      case '\\':
        return escape(depth);
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        return false;
      default:
        return is_byte(c) && literal(c, depth);
    }
  }

  bool escape(int depth) {
    if (rest_.empty()) return false;
    char c = rest_[0];
    rest_.remove_prefix(1);
    if (text::is_one_of(c, "dDwWsS")) return repeat(depth);
    if (c == 'b') {
      end_run(depth);
      return rest_.empty() || !text::is_one_of(rest_[0], "*+?{");
    }
    return is_punctuation(c) && literal(c, depth);
  }

  bool literal(char c, int depth) {
    // RE2 alone knows the other case of letters beyond ASCII.
    if (found_.any_case) {
      if (static_cast<unsigned char>(c) >= 0x80) return repeat(depth);
      c = text::to_lower(c);
    }
    bool repeated = !rest_.empty() && text::is_one_of(rest_[0], "*+?{");
    if (!repeated) {
      if (depth == 0) run_ += c;
      return true;
    }
    bool needed = at('+');
    if (depth == 0 && needed) run_ += c;
    return repeat(depth);
  }

  // What may come after a thing that is no literal, or one that is repeated.
  bool repeat(int depth, bool counted = true) {
    end_run(depth);
    if (take('{')) {
      size_t end = std::min(rest_.find('}'), rest_.size());
      std::string_view count = rest_.substr(0, end);
      if (!counted || end == rest_.size() || !is_count(count)) return false;
      rest_.remove_prefix(end + 1);
    } else if (!take('*') && !take('+') && !take('?')) {
      return true;
    }
    take('?');
    return rest_.empty() || !text::is_one_of(rest_[0], "*+?{");
  }

  // "n", "n," or "n,m".
  static bool is_count(std::string_view text) {
    size_t comma = std::min(text.find(','), text.size());
    auto least = text::whole_number(text.substr(0, comma));
    if (!least || *least > kMostRepeats) return false;
    if (comma + 1 >= text.size()) return true;
    auto most = text::whole_number(text.substr(comma + 1));
    return most && *least <= *most && *most <= kMostRepeats;
  }

  bool char_class() {
    take('^');
    for (bool first = true;; first = false) {
      if (rest_.empty()) return false;
      char c = rest_[0];
      rest_.remove_prefix(1);
      if (c == ']') return !first;
      if (c == '\\') {
        if (rest_.empty() ||
            (!is_punctuation(rest_[0]) && !text::is_one_of(rest_[0], "dws"))) {
          return false;
        }
        rest_.remove_prefix(1);
        if (at('-')) return false;
        continue;
      }
      if (c == '-' || c == '[' || c == '^' || !is_byte(c)) return false;
      if (!take('-')) continue;
      if (take(']')) return true;
      if (rest_.empty() || !text::is_alphanumeric(c) ||
          !text::is_alphanumeric(rest_[0]) || c > rest_[0]) {
        return false;
      }
      rest_.remove_prefix(1);
      if (at('-')) return false;
    }
  }

  void end_run(int depth = 0) {
    if (depth > 0 || run_.empty()) return;
    if (run_.size() >= least_) found_.texts.push_back(run_);
    run_.clear();
  }

  std::string_view rest_;
  size_t least_;
  bool branched_ = false;
  std::string run_;
  RequiredTexts found_;
};

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

std::optional<RequiredTexts> required_texts(std::string_view expression,
                                            size_t least) {
  if (expression.size() > kLongest) return std::nullopt;
  return Scanner(expression, least).scan();
}

}  // namespace wax::cdx
