#include "posts/stream/field_path.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "io/error.h"

namespace wax::posts {
namespace {

namespace dom = simdjson::dom;

[[noreturn]] void refuse(std::string_view path) {
  throw UsageError("\"" + std::string(path) +
                   "\" is no path of members, as \"user.id_str|id\" or "
                   "\"urls[].url\" is");
}

// Up to `c`, which is taken from `text`, too.
std::string_view take_until(char c, std::string_view& text) {
  const std::string_view part = text.substr(0, text.find(c));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return part;
}

std::optional<dom::element> member(dom::element from,
                                   const std::vector<std::string>& names) {
  dom::object object;
  if (from.get(object) != simdjson::SUCCESS) return {};
  for (const std::string& name : names) {
    dom::element value;
    if (object.at_key(name).get(value) == simdjson::SUCCESS &&
        !value.is_null()) {
      return value;
    }
  }
  return {};
}

}  // namespace

std::string text_of(dom::element value) {
  switch (value.type()) {
    case dom::element_type::STRING:
      return std::string(value.get_string().value_unsafe());
    case dom::element_type::INT64:
      return std::to_string(value.get_int64().value_unsafe());
    case dom::element_type::UINT64:
      return std::to_string(value.get_uint64().value_unsafe());
    case dom::element_type::DOUBLE: {
      const double number = value.get_double().value_unsafe();
      constexpr double kMost = 9007199254740992.0;  // 2^53
      if (!(std::abs(number) <= kMost) || std::floor(number) != number) {
        return {};
      }
      return std::to_string(static_cast<int64_t>(number));
    }
    default:
      return {};
  }
}

FieldPath::FieldPath(std::string_view text) {
  const std::string_view whole = text;
  if (text.ends_with('.') || text.ends_with('|')) refuse(whole);
  while (!text.empty()) {
    std::string_view step = take_until('.', text);
    Step& made = steps_.emplace_back();
    if (step.ends_with(']')) {
      const size_t open = step.find('[');
      if (open == step.npos) refuse(whole);
      std::string_view condition =
          step.substr(open + 1, step.size() - open - 2);
      made.each = true;
      made.key = take_until('=', condition);
      made.value = condition;
      step = step.substr(0, open);
    }
    while (!step.empty()) made.names.emplace_back(take_until('|', step));
    for (const std::string& name : made.names) {
      if (name.empty() || name.find_first_of("[]") != name.npos) refuse(whole);
    }
    if (made.names.empty()) refuse(whole);
  }
  if (steps_.empty()) refuse(whole);
}

bool FieldPath::walk(dom::element from, size_t step, const Use& use) const {
  if (step == steps_.size()) return use(from);
  const Step& at = steps_[step];
  const auto value = member(from, at.names);
  if (!value) return true;
  if (!at.each) return walk(*value, step + 1, use);
  dom::array elements;
  if (value->get(elements) != simdjson::SUCCESS) return true;
  for (dom::element element : elements) {
    if (!at.key.empty()) {
      const auto tested = member(element, {at.key});
      if (!tested || posts::text_of(*tested) != at.value) continue;
    }
    if (!walk(element, step + 1, use)) return false;
  }
  return true;
}

void FieldPath::each_of(dom::element from,
                        const std::function<void(dom::element)>& use) const {
  if (empty()) return;
  (void)walk(from, 0, [&](dom::element value) {
    use(value);
    return true;
  });
}

std::string FieldPath::text_of(dom::element from) const {
  std::string text;
  if (empty()) return text;
  (void)walk(from, 0, [&](dom::element value) {
    text = posts::text_of(value);
    return text.empty();
  });
  return text;
}

bool FieldPath::is_in(dom::element from) const {
  return !empty() && !walk(from, 0, [](dom::element) { return false; });
}

FieldText::FieldText(std::string_view text) {
  if (text.find('{') == text.npos) {
    pieces_.push_back({"", FieldPath(text)});
    return;
  }
  const std::string_view whole = text;
  while (!text.empty()) {
    Piece& piece = pieces_.emplace_back();
    piece.before = take_until('{', text);
    if (text.empty()) break;
    if (text.find('}') == text.npos) refuse(whole);
    piece.path = FieldPath(take_until('}', text));
  }
}

std::string FieldText::of(dom::element from) const {
  std::string text;
  for (const Piece& piece : pieces_) {
    text += piece.before;
    if (piece.path.empty()) continue;
    const std::string part = piece.path.text_of(from);
    if (part.empty()) return {};
    text += part;
  }
  return text;
}

}  // namespace wax::posts
