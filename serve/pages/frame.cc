#include "serve/pages/frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "text/ascii.h"
#include "text/percent.h"

namespace wax::serve {
namespace {

constexpr std::array<const char*, 12> kMonthNames = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun",
    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

struct DateParts {
  std::string day;   // "5 Nov 2006"
  std::string time;  // "10:00:00"
  std::string iso;   // "2006-11-05T10:00:00Z"
};

// Empty texts for what is no date of 14 digits.
DateParts parts_of(std::string_view date) {
  if (date.size() != 14 || !text::all_digits(date)) return {};
  int month = (date[4] - '0') * 10 + date[5] - '0';
  if (month < 1 || month > 12) return {};
  std::string d(date);
  DateParts parts;
  parts.day = (d[6] == '0' ? d.substr(7, 1) : d.substr(6, 2)) + ' ' +
              kMonthNames[static_cast<size_t>(month - 1)] + ' ' +
              d.substr(0, 4);
  parts.time = d.substr(8, 2) + ':' + d.substr(10, 2) + ':' + d.substr(12, 2);
  parts.iso = d.substr(0, 4) + '-' + d.substr(4, 2) + '-' + d.substr(6, 2) +
              'T' + parts.time + 'Z';
  return parts;
}

void append_menu(const Scope& scope, const PageFrame& frame, Markup& out) {
  constexpr std::array<std::array<std::string_view, 2>, 4> kMenu = {
      {{"/", "Search"},
       {"/trends", "Trends"},
       {"/collection", "Collection"},
       {"/api", "API"}}};
  out << "<nav aria-label=\"Pages\"><ul>";
  for (const auto& [path, name] : kMenu) {
    out << "<li><a href=\"" << path;
    if (scope.is_one_of_many())
      out << "?in=" << UrlPart{scope.collection->name()};
    out << "\"";
    if (path == frame.current) out << " aria-current=\"page\"";
    out << ">" << name << "</a></li>";
  }
  out << "</ul></nav>";
}

}  // namespace

Response page(const Scope& scope, const PageFrame& frame, const Markup& main,
              int status) {
  const std::string& name = scope.collection->name();
  Markup out;
  out << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
         "<meta name=\"viewport\" content=\"width=device-width, "
         "initial-scale=1\"><meta name=\"color-scheme\" content=\"light "
         "dark\"><title>"
      << frame.title
      << "</title><link rel=\"stylesheet\" href=\"/style.css\">"
         "<link rel=\"icon\" type=\"image/svg+xml\" href=\"/icon.svg\">"
         "<link rel=\"search\" type=\"application/opensearchdescription+xml\" "
         "title=\""
      << name << "\" href=\"/opensearch/description.xml";
  if (scope.is_one_of_many()) out << "?in=" << UrlPart{name};
  out << "\"><script src=\"/script.js\" defer></script></head>\n<body>"
         "<a class=\"skip\" href=\"#main\">Skip to content</a>"
         "<header class=\"top\"><a class=\"brand\" href=\"/";
  if (scope.is_one_of_many()) out << "?in=" << UrlPart{name};
  out << "\"><img src=\"/icon.svg\" alt=\"\" width=\"26\" height=\"26\">"
         "<span dir=\"auto\">"
      << name << "</span></a>";
  if (frame.search_box) {
    out << "<form class=\"small\" role=\"search\" action=\"/search\">"
        << in_field(scope)
        << "<input type=\"search\" name=\"query\" dir=\"auto\" "
           "aria-label=\"Search the archive\" placeholder=\"Search\" value=\""
        << frame.query << "\"><button>Search</button></form>";
  }
  append_menu(scope, frame, out);
  out << "</header>\n<main id=\"main\">" << main
      << "</main>\n<footer><p>Web archive served by Waxwing.</p></footer>"
         "</body></html>\n";
  Response response;
  response.status = status;
  response.type = "text/html; charset=utf-8";
  response.body = out.take();
  return response;
}

Markup in_parameter(const Scope& scope) {
  Markup out;
  if (scope.is_one_of_many()) {
    out << "&amp;in=" << UrlPart{scope.collection->name()};
  }
  return out;
}

Markup in_field(const Scope& scope) {
  Markup out;
  if (scope.is_one_of_many()) {
    out << "<input type=\"hidden\" name=\"in\" value=\""
        << scope.collection->name() << "\">";
  }
  return out;
}

std::string url_page_href(const Scope& scope, std::string_view url) {
  std::string href = "/url?url=" + url_part(url);
  if (scope.is_one_of_many())
    href += "&in=" + url_part(scope.collection->name());
  return href;
}

std::string search_href(const Scope& scope, std::string_view parameter,
                        std::string_view value) {
  std::string href = "/search?";
  href.append(parameter).append("=").append(url_part(value));
  if (scope.is_one_of_many())
    href += "&in=" + url_part(scope.collection->name());
  return href;
}

std::string capture_href(const Scope& scope, std::string_view date,
                         std::string_view url) {
  if (may_link(url)) {
    std::string replay = replay_url(*scope.site, date, url);
    if (!replay.empty()) return replay;
  }
  if (scope.site->archives != nullptr) return raw_href(date, url);
  return url_page_href(scope, url) + "#at-" + std::string(date);
}

std::string capture_page_href(const Scope& scope, std::string_view date,
                              std::string_view url) {
  std::string href =
      "/url/capture?url=" + url_part(url) + "&date=" + std::string(date);
  if (scope.is_one_of_many())
    href += "&in=" + url_part(scope.collection->name());
  return href;
}

std::string raw_href(std::string_view date, std::string_view url,
                     std::string_view part) {
  std::string escaped(url);
  text::escape_if(
      [](char c) {
        return text::is_control_or_space(c) ||
               static_cast<unsigned char>(c) >= 0x7f ||
               text::is_one_of(c, "\"#<>\\^`{|}");
      },
      escaped);
  return "/raw/" + std::string(date) + std::string(part) + '/' + escaped;
}

std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string size_text(uint64_t bytes) {
  if (bytes < 1000) return counted(bytes, "byte", "bytes");
  constexpr std::array<const char*, 5> kUnits = {"kB", "MB", "GB", "TB", "PB"};
  auto size = static_cast<double>(bytes) / 1000;
  size_t unit = 0;
  while (size >= 999.5 && unit + 1 < kUnits.size()) {
    size /= 1000;
    ++unit;
  }
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), size < 9.95 ? "%.1f %s" : "%.0f %s",
                size, kUnits[unit]);
  return text.data();
}

Markup day_element(std::string_view date) {
  DateParts parts = parts_of(date);
  Markup out;
  if (parts.iso.empty()) {
    out << "<span>" << date << "</span>";
  } else {
    out << "<time datetime=\"" << parts.iso << "\">" << parts.day << "</time>";
  }
  return out;
}

Markup moment_element(std::string_view date) {
  DateParts parts = parts_of(date);
  if (parts.iso.empty()) return day_element(date);
  Markup out;
  out << "<time datetime=\"" << parts.iso << "\">" << parts.day << " "
      << parts.time << "</time>";
  return out;
}

std::string counted(uint64_t number, std::string_view one,
                    std::string_view many) {
  return grouped(number) + ' ' + std::string(number == 1 ? one : many);
}

std::string_view short_url(std::string_view url) {
  for (std::string_view scheme : {"http://", "https://"}) {
    if (url.starts_with(scheme)) url.remove_prefix(scheme.size());
  }
  if (url.starts_with("www.")) url.remove_prefix(4);
  return url;
}

Markup bar(uint64_t value, uint64_t most) {
  double share =
      most == 0 ? 0
                : static_cast<double>(value) * 100 / static_cast<double>(most);
  Markup out;
  out << "<svg class=\"bar\" viewBox=\"0 0 100 4\" "
         "preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\""
      << std::max(1, static_cast<int>(share)) << "\" height=\"4\"/></svg>";
  return out;
}

int shade(uint64_t value, uint64_t most) {
  if (value == 0 || most == 0) return 0;
  double share = std::log1p(static_cast<double>(value)) /
                 std::log1p(static_cast<double>(most));
  return std::min(5, 1 + static_cast<int>(share * 4.0001));
}

}  // namespace wax::serve
