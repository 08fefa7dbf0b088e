#include "warc/arc_header.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace wax::warc {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_alpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool looks_like_date(std::string_view text) {
  return text.size() >= 8 && all_digits(text.substr(0, 8)) &&
         text.find('.') == std::string_view::npos &&
         text.find(':') == std::string_view::npos;
}

bool looks_like_ip(std::string_view text) {
  size_t dots = 0;
  size_t colons = 0;
  size_t digits = 0;
  for (char c : text) {
    if (c == '.') ++dots;
    if (c == ':') ++colons;
    if (is_digit(c)) ++digits;
    if (!is_digit(c) && c != '.' && c != ':' && !is_alpha(c)) return false;
  }
  return (dots == 3 && digits + dots == text.size()) || colons >= 2;
}

bool has_scheme(std::string_view text) {
  size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon > 32) return false;
  return is_alpha(text[0]) &&
         std::all_of(text.begin(), text.begin() + static_cast<long>(colon),
                     [](char c) {
                       return is_alpha(c) || is_digit(c) || c == '+' ||
                              c == '-' || c == '.';
                     });
}

// The last fields of a line, last first.
struct Tail {
  std::array<std::string_view, 10> fields;
  std::array<size_t, 10> starts;
  size_t size = 0;
};

Tail split_from_right(std::string_view line) {
  Tail tail;
  size_t end = line.size();
  while (tail.size < tail.fields.size()) {
    size_t space = line.substr(0, end).rfind(' ');
    size_t start = space == std::string_view::npos ? 0 : space + 1;
    tail.fields[tail.size] = line.substr(start, end - start);
    tail.starts[tail.size++] = start;
    if (space == std::string_view::npos) break;
    end = space;
  }
  return tail;
}

void read_length(std::string_view text, ArcHeader& header) {
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, header.length);
  header.good_length = error == std::errc() && stop == end;
  if (!header.good_length) header.length = 0;
}

}  // namespace

std::optional<ArcHeader> parse_arc_header(std::string_view line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) {
    line.remove_suffix(1);
  }
  Tail tail = split_from_right(line);
  ArcHeader header;
  if (tail.size < 4) return {};
  read_length(tail.fields[0], header);
  // `date` and `ip` count fields from the right.
  auto take = [&](size_t date, size_t ip, size_t mime) {
    size_t last = std::max(date, ip);
    if (tail.starts[last] == 0) return false;
    header.url = line.substr(0, tail.starts[last] - 1);
    header.date = tail.fields[date];
    header.ip_address = tail.fields[ip];
    if (mime) header.content_type = tail.fields[mime];
    return true;
  };
  auto date_at = [&](size_t i) {
    return i < tail.size && looks_like_date(tail.fields[i]);
  };
  auto ip_at = [&](size_t i) {
    return i < tail.size && looks_like_ip(tail.fields[i]);
  };
  bool taken = false;
  if (ip_at(3) && date_at(2)) {
    taken = take(2, 3, 1);
  } else if (ip_at(2) && date_at(3)) {
    taken = take(3, 2, 1);  // transposed
  } else if (ip_at(8) && date_at(7)) {
    taken = take(7, 8, 6);
    header.version_2 = true;
  } else if (ip_at(2) && date_at(1)) {
    taken = take(1, 2, 0);  // no mime
  } else if (ip_at(3)) {
    taken = take(2, 3, 1);  // a date that is none
  } else if (tail.size >= 5 && has_scheme(line)) {
    taken = take(2, 3, 1);
  }
  if (!taken || !has_scheme(header.url)) return {};
  return header;
}

bool plausible_arc_header(std::string_view line) {
  auto header = parse_arc_header(line);
  return header && header->good_length && looks_like_ip(header->ip_address) &&
         looks_like_date(header->date);
}

}  // namespace wax::warc
