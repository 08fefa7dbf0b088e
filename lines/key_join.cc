#include "lines/key_join.h"

namespace wax::lines {
namespace {

SortOptions half_of(SortOptions sort, bool unique) {
  sort.memory /= 2;
  sort.unique = unique;
  return sort;
}

}  // namespace

KeyJoin::KeyJoin(const SortOptions& sort)
    : keys_(half_of(sort, true)), pairs_(half_of(sort, false)) {}

// Keys end with the tab that ends them in pairs, so that both sort alike,
// whatever bytes they have.
void KeyJoin::note(std::string_view key) {
  noted_.note(key);
  has_keys_ = true;
  line_.assign(key) += '\t';
  keys_.add(line_);
}

void KeyJoin::add(std::string_view key, std::string_view value) {
  (line_.assign(key) += '\t').append(value);
  pairs_.add(line_);
}

void KeyJoin::each_match(
    const std::function<void(std::string_view value)>& use) {
  auto keys = keys_.sorted();
  auto pairs = pairs_.sorted();
  std::string_view key;
  bool at_key = keys->next(key);
  for (std::string_view pair; at_key && pairs->next(pair);) {
    const std::string_view of_pair = pair.substr(0, pair.find('\t') + 1);
    while (at_key && key < of_pair) at_key = keys->next(key);
    if (at_key && key == of_pair) use(pair.substr(of_pair.size()));
  }
}

}  // namespace wax::lines
