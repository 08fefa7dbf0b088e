// The policies themselves, and what they have in common. For profile.cc and
// the profile_*.cc files only; others ask profile(name).
#pragma once

#include <string>
#include <string_view>

#include "cdx/profile.h"

namespace wax::cdx {

// webrecorder/pywb, cdx-indexer.
[[nodiscard]] const Profile& pywb_profile();
// The Internet Archive's CDX-Writer.
[[nodiscard]] const Profile& ia_profile();
// The same with its --screenshot-mode.
[[nodiscard]] const Profile& ia_screenshots_profile();
// wayback 1.x, as NutchWAX was fed.
[[nodiscard]] const Profile& nutchwax_profile();
// webrecorder/cdxj-indexer, which is warcio's.
[[nodiscard]] const Profile& warcio_profile();

// The capture date of a record as 14 digits; empty when it has none.
void set_date(const warc::Record& record, std::string& date);
// Up to the first of `ends`, without white space around it.
[[nodiscard]] std::string_view media_type(std::string_view content_type,
                                          std::string_view ends);
// A header's value, empty when absent.
[[nodiscard]] std::string_view header_field(const warc::Record& record,
                                            std::string_view name);
// WARC-Payload-Digest without "sha1:".
[[nodiscard]] std::string_view payload_digest(const warc::Record& record);
[[nodiscard]] std::string_view without_sha1(std::string_view digest);
[[nodiscard]] bool is_utf8(std::string_view bytes);
// Text whose bytes are no UTF-8 is taken for Latin-1 and becomes UTF-8.
void assign_as_utf8(std::string_view bytes, std::string& text);
// U+FFFD in place of what is no UTF-8, one for each longest beginning of a
// character, as browsers and Python decode.
[[nodiscard]] std::string as_utf8(std::string_view bytes);

// Makes %XX of every byte of `text` that stands in `odd`.
void escape_bytes(std::string_view odd, std::string& text);

}  // namespace wax::cdx
