#include "rank/log_line.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "text/ascii.h"
#include "text/number.h"
#include "text/percent.h"

namespace wax::rank {
namespace {

std::optional<unsigned> digits(std::string_view text) {
  return text::whole_number<unsigned>(text);
}

int month_number(std::string_view name) {
  constexpr std::array<std::string_view, 12> kNames = {
      "Jan", "Feb", "Mar", "Apr", "May", "Jun",
      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<int>(i) + 1;
  }
  return 0;
}

// "+0100" in seconds.
std::optional<int64_t> zone_seconds(std::string_view zone) {
  if (zone.size() != 5 || (zone[0] != '+' && zone[0] != '-')) return {};
  auto hours = digits(zone.substr(1, 2));
  auto minutes = digits(zone.substr(3, 2));
  if (!hours || !minutes) return {};
  const int64_t seconds = int64_t{*hours} * 3600 + int64_t{*minutes} * 60;
  return zone[0] == '-' ? -seconds : seconds;
}

// Whether the word looks like an IPv4 or IPv6 address, also with a port or a
// zone.
bool is_like_address(std::string_view word) {
  word = word.substr(0, word.find('%'));
  const auto dots = std::count(word.begin(), word.end(), '.');
  const auto colons = std::count(word.begin(), word.end(), ':');
  return (dots >= 3 || colons >= 2) &&
         word.find_first_not_of("0123456789abcdefABCDEF.:") == word.npos;
}

constexpr size_t kDate = 20;  // "01/Mar/2021:00:00:01"

// "01/Mar/2021:00:00:01 +0100", or with parts of seconds and no zone.
std::optional<int64_t> log_seconds(std::string_view text) {
  if (text.size() < kDate || text[2] != '/' || text[6] != '/') return {};
  auto day = digits(text.substr(0, 2));
  auto year = digits(text.substr(7, 4));
  auto hour = digits(text.substr(12, 2));
  auto minute = digits(text.substr(15, 2));
  auto second = digits(text.substr(18, 2));
  const int month = month_number(text.substr(3, 3));
  if (!day || !year || !hour || !minute || !second || month == 0) return {};
  const std::chrono::year_month_day date{
      std::chrono::year(static_cast<int>(*year)),
      std::chrono::month(static_cast<unsigned>(month)), std::chrono::day(*day)};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return {};
  int64_t seconds =
      std::chrono::sys_days(date).time_since_epoch().count() * int64_t{86400} +
      *hour * 3600 + *minute * 60 + *second;
  std::string_view rest = text.substr(kDate);
  if (rest.starts_with('.')) {  // HAProxy
    return text::all_digits(rest.substr(1)) ? std::optional(seconds)
                                            : std::nullopt;
  }
  if (!rest.starts_with(' ')) return {};
  auto zone = zone_seconds(rest.substr(1));
  if (!zone) return {};
  return seconds - *zone;
}

// The place of the "[" of the time.
size_t find_time(std::string_view line) {
  for (size_t at = line.find('['); at != std::string_view::npos;
       at = line.find('[', at + 1)) {
    std::string_view rest = line.substr(at + 1, kDate);
    if (rest.size() == kDate && text::is_digit(rest[0]) && rest[2] == '/') {
      return at;
    }
  }
  return std::string_view::npos;
}

// The text in quotes at the front of `rest`, which moves after it.
std::optional<std::string_view> take_quoted(std::string_view& rest) {
  rest = text::trim_front(rest, " ");
  if (!rest.starts_with('"')) return {};
  for (size_t at = 1; at < rest.size(); ++at) {
    if (rest[at] == '\\') {
      ++at;
    } else if (rest[at] == '"') {
      std::string_view text = rest.substr(1, at - 1);
      rest.remove_prefix(at + 1);
      return text;
    }
  }
  return {};
}

std::string_view take_word(std::string_view& rest) {
  rest = text::trim_front(rest, " ");
  std::string_view word = rest.substr(0, rest.find(' '));
  rest.remove_prefix(word.size());
  return word;
}

// "GET /a HTTP/1.1"
bool read_request(std::string_view request, LogLine& line) {
  line.method = request.substr(0, request.find(' '));
  if (line.method.empty() || line.method.size() == request.size()) return false;
  request.remove_prefix(line.method.size() + 1);
  const size_t last = request.rfind(' ');
  if (last != std::string_view::npos &&
      request.substr(last + 1).starts_with("HTTP/")) {
    request = request.substr(0, last);
  }
  line.target = request;
  return !request.empty();
}

bool read_status(std::string_view word, LogLine& line) {
  auto status = digits(word);
  if (!status || *status < 100 || *status > 999) return false;
  line.status = static_cast<int>(*status);
  return true;
}

// The address in what stands before the time: "1.2.3.4 - user", with the
// virtual host before it "example.org:80 1.2.3.4 - -".
std::string_view client_of(std::string_view front) {
  std::string_view first = take_word(front);
  std::string_view rest = front;
  std::string_view second = take_word(rest);
  if (first.find(':') != std::string_view::npos &&
      second.find_first_of(".:") != std::string_view::npos &&
      take_word(rest) == "-") {
    return second;
  }
  return first;
}

// What follows the time in HAProxy's HTTP format: frontend, backend/server,
// timers, status, bytes, cookies, state, counts, headers, "request".
bool read_haproxy(std::string_view front, std::string_view rest,
                  LogLine& line) {
  front = text::trim_back(front, " ");
  line.client = front.substr(front.rfind(' ') + 1);
  line.client = line.client.substr(0, line.client.rfind(':'));
  for (int i = 0; i < 3; ++i) take_word(rest);
  if (!read_status(take_word(rest), line)) return false;
  const size_t open = rest.find('{');
  const size_t quote = rest.find('"');
  if (quote == std::string_view::npos) return false;
  if (open < quote) {
    line.agent = rest.substr(open + 1, rest.find('}', open) - open - 1);
  }
  rest.remove_prefix(quote);
  auto request = take_quoted(rest);
  return request && read_request(*request, line);
}

// Appends `text` with "\xNN", "\"" and "\\" undone.
void append_unescaped_log(std::string_view text, std::string& out) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      out += text[at];
      continue;
    }
    ++at;
    const int high = at + 2 < text.size() ? text::hex_value(text[at + 1]) : -1;
    const int low = at + 2 < text.size() ? text::hex_value(text[at + 2]) : -1;
    if (text[at] == 'x' && high >= 0 && low >= 0) {
      out += static_cast<char>(high << 4 | low);
      at += 2;
    } else {
      out += text[at];
    }
  }
}

struct DatePart {
  bool is_date = false;  // 4 to 14 digits, with a modifier or not
  bool is_query = false;
  std::string_view modifier;
};

// "im_", "wkr_", and "$br:..." as pywb has them.
bool is_modifier(std::string_view text) {
  if (text.starts_with('$')) {
    return std::all_of(text.begin() + 1, text.end(), [](char c) {
      return text::is_letter(c) || text::is_digit(c) || c == ':' || c == '.' ||
             c == '-';
    });
  }
  return text.size() > 1 && text.back() == '_' &&
         std::all_of(text.begin(), text.end() - 1, text::is_letter);
}

DatePart date_part(std::string_view segment) {
  DatePart part;
  size_t size = 0;
  while (size < segment.size() && text::is_digit(segment[size])) ++size;
  std::string_view rest = segment.substr(size);
  if (rest.find('*') != std::string_view::npos) {
    part.is_query = true;
    return part;
  }
  if (size < 4 || size > 14) return part;
  part.modifier = rest;
  part.is_date = rest.empty() || is_modifier(rest);
  return part;
}

// Whether this may be an archived URL: with a scheme, or a host with a dot.
bool looks_like_url(std::string_view text) {
  const std::string_view host = text.substr(0, text.find_first_of("/?#"));
  const size_t colon = host.find(':');
  if (colon != std::string_view::npos && colon > 0) return true;
  if (text::starts_with_ignoring_case(text, "http%3a") ||
      text::starts_with_ignoring_case(text, "https%3a")) {
    return true;
  }
  const size_t dot = host.find('.');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < host.size();
}

// Whether text that looks like a URL without a scheme may be a file of a site:
// "/static/2021/style.css", or "/web/example.com/2014/a.html", which is the
// latest capture of a page.
bool may_be_file(std::string_view before, std::string_view date,
                 std::string_view text) {
  constexpr size_t kWholeDate = 14;
  const size_t end = text.find_first_of("/?#");
  const std::string_view host = text.substr(0, end);
  if (host.find_first_of(":%") != std::string_view::npos) return false;
  if (before.find('.') != std::string_view::npos) return true;
  return end == std::string_view::npos && date.size() < kWholeDate;
}

// Undoes the escapes of all bytes.
void unescape(std::string& url) {
  std::string out;
  for (size_t at = 0; at < url.size(); ++at) {
    const int byte = text::escaped_byte(url, at);
    out += byte < 0 ? url[at] : static_cast<char>(byte);
    if (byte >= 0) at += 2;
  }
  url = std::move(out);
}

// Proxies join "//". Who escapes the scheme escapes the whole URL once more.
void complete_url(std::string& url) {
  for (std::string_view scheme : {"http", "https", "ftp"}) {
    if (!text::starts_with_ignoring_case(url, scheme)) continue;
    if (text::starts_with_ignoring_case(
            std::string_view(url).substr(scheme.size()), "%3a")) {
      unescape(url);
    }
    const std::string_view rest = std::string_view(url).substr(scheme.size());
    if (rest.starts_with("://")) return;
    if (rest.starts_with(":/")) {
      url.insert(scheme.size() + 1, "/");
      return;
    }
  }
  if (url.find("://") > url.find_first_of("/?#")) url.insert(0, "http://");
}

// Whether a page may be at it: it has a host, and no scheme such as "data:".
bool is_of_a_page(std::string_view url) {
  const size_t scheme = url.find("://");
  if (scheme != url.npos) url.remove_prefix(scheme + 3);
  const std::string_view host = url.substr(0, url.find_first_of("/?#"));
  const size_t colon = host.find(':');
  return !host.empty() && colon != 0 &&
         (colon == host.npos || host.front() == '[' ||
          text::all_digits(host.substr(colon + 1)) ||
          (scheme != url.npos && host.find('@') != host.npos));
}

}  // namespace

std::optional<LogLine> parse_log_line(std::string_view line, const char*& why) {
  LogLine parsed;
  const size_t open = find_time(line);
  const size_t close =
      open == std::string_view::npos ? open : line.find(']', open);
  std::optional<int64_t> seconds;
  if (close != std::string_view::npos) {
    seconds = log_seconds(line.substr(open + 1, close - open - 1));
  }
  if (!seconds) {
    why = "no time in brackets";
    return std::nullopt;
  }
  parsed.seconds = *seconds;
  const std::string_view front = line.substr(0, open);
  std::string_view rest = line.substr(close + 1);
  if (line[open + 1 + kDate] == '.') {
    if (read_haproxy(front, rest, parsed)) return parsed;
    why = "no status and request after the time";
    return std::nullopt;
  }
  parsed.client = client_of(front);
  auto request = take_quoted(rest);
  if (!request || !read_request(*request, parsed)) {
    why = "no request in quotes";
    return std::nullopt;
  }
  if (!read_status(take_word(rest), parsed)) {
    why = "no status";
    return std::nullopt;
  }
  take_word(rest);  // bytes
  if (take_quoted(rest)) parsed.agent = take_quoted(rest).value_or("");
  if (parsed.client.empty()) {
    why = "no client";
    return std::nullopt;
  }
  return parsed;
}

Target read_target(std::string_view target, std::string& url) {
  // A proxy gets a whole URL: "http://archive.example/web/2007/http://..."
  const size_t scheme = target.find("://");
  if (!target.starts_with('/') && scheme != std::string_view::npos) {
    target =
        target.substr(std::min(target.size(), target.find('/', scheme + 3)));
  }
  const std::string_view path = target;
  while (target.starts_with('/')) {
    target.remove_prefix(1);
    const size_t slash = target.find('/');
    if (slash == std::string_view::npos) return Target::kOther;
    DatePart part = date_part(target.substr(0, slash));
    std::string_view rest = target.substr(slash + 1);
    if (part.is_query) return Target::kOther;
    // A collection may have a number for its name.
    const bool next_is_date =
        part.is_date && date_part(rest.substr(0, rest.find('/'))).is_date;
    if (part.is_date && !next_is_date && looks_like_url(rest)) {
      const size_t passed = path.size() - target.size();
      if (may_be_file(path.substr(0, passed), target.substr(0, slash), rest)) {
        return Target::kOther;
      }
      url.clear();
      append_unescaped_log(rest, url);
      if (url.ends_with('*')) return Target::kOther;
      complete_url(url);
      if (!is_of_a_page(url)) return Target::kOther;
      const bool is_page = part.modifier.empty() || part.modifier == "mp_" ||
                           part.modifier == "if_";
      return is_page ? Target::kView : Target::kModifier;
    }
    if (looks_like_url(target) && target.find("://") < slash + 2) {
      return Target::kOther;  // the latest capture
    }
    target.remove_prefix(slash);
  }
  return Target::kOther;
}

bool may_name_client(std::string_view line) {
  // Dates stand in brackets, requests in quotes.
  if (line.find_first_of("[\"") != line.npos) return true;
  while (!line.empty()) {
    const std::string_view word = line.substr(0, line.find_first_of(" \t,;"));
    line.remove_prefix(std::min(word.size() + 1, line.size()));
    if (is_like_address(word)) return true;
  }
  return false;
}

}  // namespace wax::rank
