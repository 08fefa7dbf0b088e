#include "serve/pages/citation.h"

#include <array>
#include <utility>

#include "answers/shown/found_page.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/replace.h"

namespace wax::serve {
namespace {

struct CitedDay {
  std::string year;
  std::string month;  // in English
  std::string day;
};

CitedDay cited_day(std::string_view date) {
  constexpr std::array<const char*, 12> kMonths = {
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  const auto month = text::whole_number<size_t>(date.substr(4, 2)).value_or(1);
  const auto day = text::whole_number<size_t>(date.substr(6, 2)).value_or(1);
  return {std::string(date.substr(0, 4)),
          kMonths[month >= 1 && month <= 12 ? month - 1 : 0],
          std::to_string(day)};
}

// "31 May 2007"
std::string day_first(std::string_view date) {
  const CitedDay day = cited_day(date);
  return day.day + ' ' + day.month + ' ' + day.year;
}

// "May 31, 2007"
std::string month_first(std::string_view date) {
  const CitedDay day = cited_day(date);
  return day.month + ' ' + day.day + ", " + day.year;
}

std::string_view host_of(std::string_view url) {
  if (const size_t scheme = url.find("://"); scheme != url.npos) {
    url.remove_prefix(scheme + 3);
  }
  return url.substr(0, url.find_first_of("/?#"));
}

// Ends with one point.
std::string with_full_stop(std::string text) {
  while (text.ends_with('.') || text.ends_with(' ')) text.pop_back();
  return text + ". ";
}

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_blank = static_cast<unsigned char>(c) <= ' ' || c == '\x7F';
    if (!is_blank) line += c;
    if (is_blank && !line.empty() && line.back() != ' ') line += ' ';
  }
  return std::string(text::trim(line));
}

CitedCapture in_lines(CitedCapture cited) {
  for (std::string* one : {&cited.title, &cited.author, &cited.published,
                           &cited.url, &cited.archive, &cited.copy}) {
    *one = one_line(*one);
  }
  if (cited.title.empty()) cited.title = cited.url;
  return cited;
}

// A year that the page says it was published in.
std::string year_of(std::string_view published) {
  return published.size() >= 4 && text::all_digits(published.substr(0, 4))
             ? std::string(published.substr(0, 4))
             : std::string();
}

std::string author_first(const CitedCapture& cited) {
  return cited.author.empty() ? std::string() : with_full_stop(cited.author);
}

std::string for_latex(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\textbackslash{}";
    } else if (c == '~' || c == '^') {
      out.append("\\").append(1, c).append("{}");
    } else {
      if (std::string_view("{}$&#_%").find(c) != std::string_view::npos) {
        out += '\\';
      }
      out += c;
    }
  }
  return out;
}

// "\url" takes all characters but braces, blanks and backslashes as they are.
std::string for_latex_url(std::string_view url) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : url) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '{' || c == '}' || c == '\\' || byte <= ' ') {
      out.append("%").append(1, kHex[byte / 16]).append(1, kHex[byte % 16]);
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::vector<Citation> citations(const CitedCapture& given) {
  const CitedCapture cited = in_lines(given);
  const std::string host(host_of(cited.url));
  const std::string year = year_of(cited.published);
  const std::string published =
      cited.published.empty() ? std::string() : cited.published + ", ";
  const std::string when = "(" + (year.empty() ? "n.d." : year) + "). ";
  const std::string title = with_full_stop(cited.title);
  std::string apa =
      cited.author.empty() ? title + when : author_first(cited) + when + title;
  apa += with_full_stop(host) + "Archived " + month_first(cited.date) +
         ", in " + cited.archive + ": " + cited.copy;
  const std::string quoted = author_first(cited) + "\u201C" +
                             std::string(text::trim(title)) + "\u201D ";
  const std::string mla = quoted + host + ", " + published + cited.url + ". " +
                          with_full_stop(cited.archive) + "Archived " +
                          day_first(cited.date) + ", " + cited.copy + '.';
  const std::string chicago =
      quoted + with_full_stop(host) +
      (published.empty() ? "" : with_full_stop(cited.published)) + "Archived " +
      month_first(cited.date) + ", at " + cited.archive + ". " + cited.copy +
      '.';
  const std::string iso = answers::shown_date(cited.date).iso;
  const std::string din =
      (cited.author.empty() ? "" : cited.author + ". ") + cited.title +
      " [online]. " + host + ", " +
      (cited.published.empty() ? "o. D." : cited.published) +
      " [Archivfassung vom " + iso.substr(0, 10) + ' ' + iso.substr(11, 8) +
      " UTC, " + cited.archive + "]. Verfügbar unter: " + cited.copy +
      " (Original: " + cited.url + ')';
  return {
      {"APA", apa}, {"MLA", mla}, {"Chicago", chicago}, {"DIN ISO 690", din}};
}

std::string bibtex(const CitedCapture& given) {
  const CitedCapture cited = in_lines(given);
  std::string key;
  for (const char c : host_of(cited.url)) {
    if (text::is_letter(c) || text::is_digit(c)) key += c;
  }
  std::string out = "@misc{" + key + cited.date + ",\n";
  auto field = [&out](const char* name, const std::string& value) {
    if (value.empty()) return;
    out.append("  ").append(name).append(" = {").append(value).append("},\n");
  };
  const std::string iso = answers::shown_date(cited.date).iso;
  field("title", "{" + for_latex(cited.title) + "}");
  field("author",
        cited.author.empty() ? "" : "{" + for_latex(cited.author) + "}");
  field("year", year_of(cited.published));
  field("url", for_latex_url(cited.copy));
  field("urldate", iso.substr(0, 10));
  field("howpublished", "\\url{" + for_latex_url(cited.url) + "}");
  field("note", "Archived " + iso + " in " + for_latex(cited.archive));
  return out + "}\n";
}

std::string ris(const CitedCapture& given) {
  const CitedCapture cited = in_lines(given);
  std::string out;
  auto line = [&out](const char* tag, const std::string& value) {
    if (value.empty()) return;
    out.append(tag).append("  - ").append(value).append("\r\n");
  };
  const std::string iso = answers::shown_date(cited.date).iso;
  line("TY", "ELEC");
  line("TI", cited.title);
  line("AU", cited.author);
  line("PY", year_of(cited.published));
  line("UR", cited.copy);
  line("Y2", text::with_replaced(iso.substr(0, 10), "-", "/"));
  line("DB", cited.archive);
  line("N1", "Archived " + iso + "; original: " + cited.url);
  return out + "ER  - \r\n";
}

std::string pwid(std::string_view host, const std::string& date,
                 std::string_view url) {
  return "urn:pwid:" + std::string(host) + ':' + answers::shown_date(date).iso +
         ":page:" + std::string(url);
}

}  // namespace wax::serve
