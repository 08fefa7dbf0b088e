#include "crawl/check/url_traps.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "cdx/url/url.h"
#include "text/ascii.h"

namespace wax::crawl {
namespace {

constexpr size_t kRepeats = 3;
constexpr size_t kFewestOfCalendar = 12;
constexpr size_t kFewestSessions = 3;
constexpr int kFirstYear = 1970;

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  while (begin <= text.size()) {
    const size_t end = std::min(text.find(separator, begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// The parts that are repeated, "a/b"; empty when none are.
std::string repeated_parts(std::string_view path) {
  const std::vector<std::string_view> parts = split(path, '/');
  for (size_t size = 1; size * kRepeats <= parts.size(); ++size) {
    size_t same = 0;
    for (size_t i = size; i < parts.size(); ++i) {
      same = parts[i] == parts[i - size] ? same + 1 : 0;
      if (same < size * (kRepeats - 1)) continue;
      std::string repeated;
      bool is_number = true;
      for (size_t k = i + 1 - size; k <= i; ++k) {
        if (!repeated.empty()) repeated += '/';
        repeated += parts[k];
        is_number = is_number && text::all_digits(parts[k]);
      }
      if (!is_number) return repeated;
    }
  }
  return {};
}

std::string repeated_parameter(std::string_view query) {
  std::map<std::string_view, size_t> counts;
  for (std::string_view parameter : split(query, '&')) {
    if (++counts[parameter] == kRepeats) return std::string(parameter);
  }
  return {};
}

// The number that two digits of `text` at `at` are, with no third one; else 0.
int two_digits(std::string_view text, size_t at) {
  if (at + 2 > text.size() || !text::all_digits(text.substr(at, 2))) return 0;
  if (at + 2 < text.size() && text::is_digit(text[at + 2])) return 0;
  return (text[at] - '0') * 10 + (text[at + 1] - '0');
}

// The year that the digits in `url` from `begin` to `end` state: "2031-05",
// "2031/05", "203105", "20310501", "year=2031"; nothing of other numbers.
std::optional<int> year_at(std::string_view url, size_t begin, size_t end) {
  const size_t size = end - begin;
  if (size != 4 && size != 6 && size != 8) return std::nullopt;
  int year = 0;
  std::from_chars(url.data() + begin, url.data() + begin + 4, year);
  if (year < 1000 || year > 2999) return std::nullopt;
  int month = 0;
  if (size == 4) {
    const bool is_named = begin >= 5 && (url.substr(begin - 5, 5) == "year=" ||
                                         url.substr(begin - 5, 5) == "jahr=");
    month = is_named ? 1 : two_digits(url, end + 1);
  } else {
    month = two_digits(url.substr(0, begin + 6), begin + 4);
  }
  if (month < 1 || month > 12) return std::nullopt;
  return year;
}

// The URL with "#" for each number; the years that it names.
std::string form_of(std::string_view url, std::vector<int>& years) {
  std::string form;
  for (size_t at = 0; at < url.size();) {
    size_t end = at;
    while (end < url.size() && text::is_digit(url[end])) ++end;
    if (end == at) {
      form += url[at++];
      continue;
    }
    if (const auto year = year_at(url, at, end)) years.push_back(*year);
    form += '#';
    at = end;
  }
  return form;
}

// Words of a date in a URL: so a form with numbers is a calendar, and not one
// of articles that are called by their numbers.
bool has_date_word(std::string_view form) {
  std::string lower(form);
  text::lower_case(lower);
  constexpr const char* kWords[] = {"cal",   "kalender", "agenda", "event",
                                    "month", "year",     "date",   "day",
                                    "week",  "monat",    "jahr",   "mois"};
  return std::ranges::any_of(
      kWords, [&](const char* word) { return lower.find(word) != lower.npos; });
}

bool is_session_name(std::string_view name) {
  std::string lower(name);
  text::lower_case(lower);
  for (std::string_view each :
       {"sid", "phpsessid", "jsessionid", "sessionid", "session_id", "session",
        "sess", "aspsessionid", "cfid", "cftoken", "oscsid", "zenid"}) {
    if (lower == each) return true;
  }
  return false;
}

// The URL without its session ID, and this; nothing when it has none.
struct Session {
  std::string url;
  std::string id;
};
std::optional<Session> session_of(std::string_view url) {
  for (size_t at = url.find_first_of("?&;"); at != url.npos;
       at = url.find_first_of("?&;", at + 1)) {
    const size_t equals = url.find('=', at);
    if (equals == url.npos) return std::nullopt;
    if (!is_session_name(url.substr(at + 1, equals - at - 1))) continue;
    const size_t end = std::min(url.find_first_of("&;?#", equals), url.size());
    Session session;
    session.url = url.substr(0, equals + 1);
    session.url += '*';
    session.url += url.substr(end);
    session.id = url.substr(equals + 1, end - equals - 1);
    return session;
  }
  return std::nullopt;
}

struct Form {
  std::set<std::string_view> urls;
  bool is_far = false;  // a year that nobody writes about
};

struct Sessions {
  std::set<std::string> ids;
  std::string_view example;
  uint64_t urls = 0;
};

}  // namespace

std::vector<UrlTrap> url_traps(const std::vector<std::string_view>& urls,
                               int last_year) {
  std::map<std::string, UrlTrap> traps;
  std::map<std::string, Form> forms;
  std::map<std::string, Sessions> sessions;
  auto add = [&](std::string form, std::string why, std::string_view url,
                 uint64_t count) {
    UrlTrap& trap = traps[form];
    if (trap.urls == 0) {
      trap = {std::move(form), std::move(why), 0, std::string(url)};
    }
    trap.urls += count;
  };
  for (std::string_view url : urls) {
    const cdx::UrlParts parts = cdx::split_url(url);
    if (parts.scheme.empty() || parts.authority.empty()) continue;
    const std::string server =
        std::string(parts.scheme) + "://" + std::string(parts.authority);
    std::string repeated = repeated_parts(parts.path);
    if (!repeated.empty()) {
      add(server + "/.../" + repeated + "/...",
          "its path repeats \"" + repeated + '"', url, 1);
    }
    repeated = repeated_parameter(
        parts.query.substr(std::min<size_t>(1, parts.query.size())));
    if (!repeated.empty()) {
      add(server + std::string(parts.path) + "?..." + repeated + "...",
          "its query repeats \"" + repeated + '"', url, 1);
    }
    if (const auto session = session_of(url)) {
      Sessions& same = sessions[session->url];
      if (same.urls++ == 0) same.example = url;
      same.ids.insert(session->id);
    }
    std::vector<int> years;
    const std::string form = form_of(url.substr(server.size()), years);
    if (years.empty() || !has_date_word(form)) continue;
    Form& same = forms[server + form];
    same.urls.insert(url);
    same.is_far = same.is_far || std::ranges::any_of(years, [&](int year) {
                    return year > last_year + 1 || year < kFirstYear;
                  });
  }
  for (const auto& [form, same] : forms) {
    if (!same.is_far || same.urls.size() < kFewestOfCalendar) continue;
    add(form, "a calendar without end", *same.urls.begin(), same.urls.size());
  }
  for (const auto& [form, same] : sessions) {
    if (same.ids.size() < kFewestSessions) continue;
    add(form, "session IDs make new URLs of one page", same.example, same.urls);
  }
  std::vector<UrlTrap> found;
  for (auto& [form, trap] : traps) found.push_back(std::move(trap));
  return found;
}

}  // namespace wax::crawl
