#include "cdx/filter/required_text.h"

#include <algorithm>
#include <utility>

#include "cdx/url/escape.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::cdx {
namespace {

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

std::optional<RequiredTexts> required_texts(std::string_view expression,
                                            size_t least) {
  if (expression.size() > kLongest) return std::nullopt;
  return Scanner(expression, least).scan();
}

}  // namespace wax::cdx
