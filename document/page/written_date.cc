#include "document/page/written_date.h"

#include <algorithm>
#include <array>
#include <optional>

#include "document/page/field_candidates.h"
#include "text/ascii.h"
#include "warc/record/date.h"

namespace wax::document {
namespace {

// Zones that RFC 822 names and others that people write, as numbers.
std::string with_numbered_zone(std::string_view text) {
  struct Zone {
    std::string_view name;
    std::string_view offset;
  };
  constexpr std::array<Zone, 22> kZones = {
      {{"EST", "-0500"},  {"EDT", "-0400"},  {"CST", "-0600"},
       {"CDT", "-0500"},  {"MST", "-0700"},  {"MDT", "-0600"},
       {"PST", "-0800"},  {"PDT", "-0700"},  {"AKST", "-0900"},
       {"AKDT", "-0800"}, {"HST", "-1000"},  {"WEST", "+0100"},
       {"CEST", "+0200"}, {"EEST", "+0300"}, {"WET", "+0000"},
       {"CET", "+0100"},  {"EET", "+0200"},  {"BST", "+0100"},
       {"MSK", "+0300"},  {"JST", "+0900"},  {"KST", "+0900"},
       {"NZST", "+1200"}}};
  // Letters of RFC 822, whose signs were wrong there: RFC 5322 takes all as
  // UTC.
  if (text.size() > 2 && text::is_digit(text[text.size() - 3]) &&
      text[text.size() - 2] == ' ' && text.back() >= 'A' &&
      text.back() <= 'Y') {
    return std::string(text.substr(0, text.size() - 1)) + "+0000";
  }
  for (const Zone& zone : kZones) {
    if (!text.ends_with(zone.name)) continue;
    const std::string_view time =
        text.substr(0, text.size() - zone.name.size());
    if (time.empty() || text::is_letter(time.back())) continue;
    return std::string(time) + std::string(zone.offset);
  }
  return std::string(text);
}

// "Wed Jul 14 10:34:08 +0000 2010" as "2010-07-14T10:34:08+0000", with the
// month's number.
std::optional<std::string> with_year_first(std::string_view text) {
  constexpr std::string_view kForm = "Www Mmm dd hh:mm:ss +zzzz yyyy";
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (text.size() != kForm.size() || text[3] != ' ' || text[19] != ' ' ||
      text[25] != ' ' || (text[20] != '+' && text[20] != '-')) {
    return {};
  }
  const size_t at = kMonths.find(text.substr(4, 3));
  if (at == kMonths.npos || at % 3 != 0) return {};
  const size_t month = at / 3 + 1;
  std::string iso(text.substr(26));
  iso += {'-', static_cast<char>('0' + month / 10),
          static_cast<char>('0' + month % 10), '-'};
  return iso.append(text.substr(8, 2))
      .append("T")
      .append(text.substr(11, 8))
      .append(text.substr(20, 5));
}

// "7 Sep 2002 00:01" of "Saturday, 07-Sep-02 00:01"; a text with a year of four
// digits, or of another form, as it is.
std::string with_whole_year(std::string_view text) {
  std::string_view rest = text;
  if (size_t comma = rest.find(','); comma != rest.npos) {
    const std::string_view day = rest.substr(0, comma);
    if (std::all_of(day.begin(), day.end(), text::is_letter)) {
      rest = text::trim_front(rest.substr(comma + 1), text::kAllSpace);
    }
  }
  // Takes characters of one kind, and the "-" or spaces behind them.
  auto take = [&rest](auto is_kind) {
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_kind);
    const std::string_view part =
        rest.substr(0, static_cast<size_t>(end - rest.begin()));
    rest = text::trim_front(rest.substr(part.size()), "- ");
    return part;
  };
  const std::string_view day = take(text::is_digit);
  const std::string_view month = take(text::is_letter);
  const std::string_view year =
      rest.substr(0, std::min(rest.find(' '), rest.size()));
  if (day.empty() || day.size() > 2 || month.size() < 3 ||
      (year.size() != 2 && year.size() != 3) || !text::all_digits(year)) {
    return std::string(text);
  }
  unsigned number = 0;
  for (char c : year) number = 10 * number + static_cast<unsigned>(c - '0');
  number += year.size() == 2 && number < 50 ? 2000 : 1900;
  return std::string(day)
      .append(" ")
      .append(month)
      .append(" ")
      .append(std::to_string(number))
      .append(rest.substr(year.size()));
}

}  // namespace

std::string written_date(std::string_view text) {
  text = text::trim(text, text::kAllSpace);
  if (text.empty()) return {};
  if (auto post = with_year_first(text)) {
    if (auto date = warc::date14_of_warc(*post)) return *date;
  }
  if (auto date = warc::date14_of_warc(text)) return *date;
  const std::string iso = iso_date(with_numbered_zone(with_whole_year(text)));
  return warc::date14_of_warc(iso).value_or("");
}

}  // namespace wax::document
