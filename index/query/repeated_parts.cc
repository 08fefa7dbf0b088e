#include "index/query/repeated_parts.h"

#include <functional>
#include <string>
#include <unordered_map>

namespace wax::index {
namespace {

// Hashes what parts of real queries differ in.
size_t hash_of(const Query& query) {
  auto hash = static_cast<size_t>(query.kind);
  auto add = [&hash](size_t more) { hash = hash * 1'000'003 + more; };
  auto add_text = [&add](const std::string& text) {
    add(std::hash<std::string>()(text));
  };
  add_text(query.field);
  for (const Query::Word& word : query.words) {
    add_text(word.text);
    add_text(word.exact);
    add_text(word.written);
    add(word.position);
    add(2 * size_t{word.edits} + (word.prefix ? 1 : 0));
  }
  for (const std::string& value : query.values) add_text(value);
  add_text(query.first);
  add_text(query.last);
  add(query.slop);
  for (const Query& part : query.parts) add(hash_of(part));
  return hash;
}

}  // namespace

std::vector<size_t> first_equals(const std::vector<const Query*>& parts) {
  std::vector<size_t> first(parts.size());
  // Fewer are compared with each other.
  constexpr size_t kMany = 8;
  if (parts.size() < kMany) {
    for (size_t i = 0; i < parts.size(); ++i) {
      while (!(*parts[first[i]] == *parts[i])) ++first[i];
    }
    return first;
  }
  std::unordered_multimap<size_t, size_t> places;  // by hash
  places.reserve(parts.size());
  for (size_t i = 0; i < parts.size(); ++i) {
    first[i] = i;
    const size_t hash = hash_of(*parts[i]);
    auto [begin, end] = places.equal_range(hash);
    for (auto place = begin; place != end; ++place) {
      if (*parts[place->second] == *parts[i]) first[i] = place->second;
    }
    if (first[i] == i) places.emplace(hash, i);
  }
  return first;
}

std::vector<RepeatedPart> repeated_parts(const std::vector<Query>& parts) {
  std::vector<const Query*> all;
  all.reserve(parts.size());
  for (const Query& part : parts) all.push_back(&part);
  const std::vector<size_t> first = first_equals(all);
  std::vector<RepeatedPart> different;
  std::vector<size_t> places(parts.size());  // in `different`, of first ones
  for (size_t i = 0; i < parts.size(); ++i) {
    if (first[i] != i) {
      ++different[places[first[i]]].times;
      continue;
    }
    places[i] = different.size();
    different.push_back({all[i], 1});
  }
  return different;
}

}  // namespace wax::index
