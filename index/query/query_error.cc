#include "index/query/query_error.h"

#include <algorithm>
#include <utility>

#include "text/utf8.h"

namespace wax::index {
namespace {

size_t characters_of(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(),
                    [](char c) { return !text::continues_sequence(c); }));
}

// Each message is one line, and a terminal shows it as it is.
std::string without_controls(std::string text) {
  for (char& c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) c = ' ';
  }
  return text;
}

// The query around the character at fault, and a line that points at it.
std::string pointed_at(std::string_view query, size_t at) {
  constexpr size_t kBefore = 60;
  constexpr size_t kBehind = 20;
  size_t begin = at > kBefore ? at - kBefore : 0;
  size_t end = std::min(query.size(), at + kBehind);
  while (begin > 0 && text::continues_sequence(query[begin])) --begin;
  while (end < query.size() && text::continues_sequence(query[end])) ++end;
  std::string line = begin > 0 ? "  ..." : "  ";
  size_t indent = line.size() + characters_of(query.substr(begin, at - begin));
  line += query.substr(begin, end - begin);
  if (end < query.size()) line += "...";
  return without_controls(std::move(line)) + '\n' + std::string(indent, ' ') +
         '^';
}

}  // namespace

QueryError::QueryError(std::string_view query, size_t at,
                       const std::string& reason)
    : UsageError("query: at character " +
                 std::to_string(characters_of(query.substr(0, at)) + 1) + ": " +
                 without_controls(reason) + '\n' + pointed_at(query, at)),
      character_(characters_of(query.substr(0, at)) + 1),
      reason_(without_controls(reason)) {}

}  // namespace wax::index
