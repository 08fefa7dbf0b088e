#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/number.h"
#include "warc/record/record_header.h"

namespace wax::warc {
namespace {

bool looks_like_date(std::string_view text) {
  return text.size() >= 8 && text::all_digits(text.substr(0, 8)) &&
         text.find_first_of(".:/") == std::string_view::npos;
}

bool looks_like_ip(std::string_view text) {
  auto dots = std::count(text.begin(), text.end(), '.');
  auto colons = std::count(text.begin(), text.end(), ':');
  return (dots == 3 || colons >= 2) &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return text::is_digit(c) || c == '.' ||
                  (colons && (text::hex_value(c) >= 0 || c == ':'));
         });
}

// The last fields of a line, last first, and where each starts.
struct Tail {
  // Version 2 has nine after the URL.
  static constexpr size_t kMost = 9;
  std::array<std::string_view, kMost> fields;
  std::array<size_t, kMost> starts;
  size_t size = 0;

  explicit Tail(std::string_view line) {
    while (size < kMost) {
      size_t space = line.rfind(' ');
      if (space == std::string_view::npos) return;
      starts[size] = space + 1;
      fields[size++] = line.substr(space + 1);
      line = line.substr(0, space);
    }
  }

  bool ip_at(size_t i) const { return i < size && looks_like_ip(fields[i]); }
  bool date_at(size_t i) const {
    return i < size && looks_like_date(fields[i]);
  }
};

// Which fields, counted from the right, hold what.
struct Layout {
  size_t ip_address;
  size_t date;
};

std::optional<Layout> find_layout(const Tail& tail) {
  for (size_t i = 1; i + 1 < tail.size; ++i) {
    if (tail.ip_at(i + 1) && tail.date_at(i)) return Layout{i + 1, i};
    if (tail.ip_at(i) && tail.date_at(i + 1)) return Layout{i, i + 1};
  }
  // A date or an address that is none: where they should be.
  if (tail.size >= 4) return Layout{3, 2};
  return {};
}

void read_length(std::string_view text, ArcHeader& header) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  auto length = text::whole_number<int64_t>(text);
  header.good_length = length.has_value();
  header.length = length.value_or(0);
}

// Address, date and length are what they should be.
bool is_sound(const ArcHeader& header) {
  return header.good_length && looks_like_ip(header.ip_address) &&
         looks_like_date(header.date);
}

// Whether a URL is whole though it begins with no scheme, such as "/path" and
// "<http://...>": letters only, and no damaged byte before a scheme.
bool may_lack_scheme(std::string_view url) {
  bool letters = std::all_of(url.begin(), url.end(),
                             [](char c) { return c > ' ' && c < '\x7f'; });
  return !url.empty() && letters &&
         (url[0] == '<' || !starts_with_scheme(url.substr(1)));
}

}  // namespace

bool starts_with_scheme(std::string_view text) {
  constexpr size_t kLongest = 32;
  size_t colon = text.substr(0, kLongest).find(':');
  if (colon == std::string_view::npos || colon == 0 ||
      !text::is_letter(text[0])) {
    return false;
  }
  auto in_scheme = [](char c) {
    return text::is_alphanumeric(c) || c == '+' || c == '-' || c == '.';
  };
  return std::all_of(text.begin(), text.begin() + static_cast<long>(colon),
                     in_scheme);
}

std::optional<ArcHeader> parse_arc_header(std::string_view line) {
  line = text::trim_front(text::trim_back(line, " \r"), " ");
  Tail tail(line);
  auto layout = find_layout(tail);
  if (!layout) return {};
  ArcHeader header;
  read_length(tail.fields[0], header);
  header.ip_address = tail.fields[layout->ip_address];
  header.date = tail.fields[layout->date];
  header.url = line.substr(
      0, tail.starts[std::max(layout->ip_address, layout->date)] - 1);
  size_t before_mime = std::min(layout->ip_address, layout->date);
  if (!starts_with_scheme(line) &&
      !(is_sound(header) && may_lack_scheme(header.url))) {
    return {};
  }
  header.version_2 = before_mime == 7;
  if (header.version_2) {
    header.content_type = tail.fields[6];
  } else if (before_mime > 1) {
    // Some lines have a charset after the mime, so it may be several words.
    size_t start = tail.starts[before_mime - 1];
    header.content_type = line.substr(start, tail.starts[0] - 1 - start);
  }
  return header;
}

bool plausible_arc_header(std::string_view line) {
  auto header = parse_arc_header(line);
  return header && is_sound(*header);
}

bool starts_with_usual_scheme(std::string_view text) {
  for (std::string_view scheme :
       {"http:", "https:", "dns:", "filedesc:", "ftp:", "whois:"}) {
    if (text.starts_with(scheme)) return true;
  }
  return false;
}

}  // namespace wax::warc
