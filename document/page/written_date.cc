#include "document/page/written_date.h"

#include <array>
#include <optional>

#include "document/page/field_candidates.h"
#include "text/ascii.h"
#include "warc/record/date.h"

namespace wax::document {
namespace {

// Zones that RFC 822 names, as numbers.
std::string with_numbered_zone(std::string_view text) {
  struct Zone {
    std::string_view name;
    std::string_view offset;
  };
  constexpr std::array<Zone, 8> kZones = {{{"EST", "-0500"},
                                           {"EDT", "-0400"},
                                           {"CST", "-0600"},
                                           {"CDT", "-0500"},
                                           {"MST", "-0700"},
                                           {"MDT", "-0600"},
                                           {"PST", "-0800"},
                                           {"PDT", "-0700"}}};
  for (const Zone& zone : kZones) {
    if (text.ends_with(zone.name)) {
      text.remove_suffix(zone.name.size());
      return std::string(text) + std::string(zone.offset);
    }
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

}  // namespace

std::string written_date(std::string_view text) {
  text = text::trim(text, text::kAllSpace);
  if (text.empty()) return {};
  if (auto post = with_year_first(text)) {
    if (auto date = warc::date14_of_warc(*post)) return *date;
  }
  if (auto date = warc::date14_of_warc(text)) return *date;
  const std::string iso = iso_date(with_numbered_zone(text));
  return warc::date14_of_warc(iso).value_or("");
}

}  // namespace wax::document
