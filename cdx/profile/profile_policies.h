// The profiles, and what they share. Only profile.cc and the profile_*.cc files
// include this; others call profile(name).
#pragma once

#include <string>
#include <string_view>

#include "cdx/profile/profile.h"

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
// A header's value, empty when absent.
[[nodiscard]] std::string_view header_field(const warc::Record& record,
                                            std::string_view name);
// WARC-Payload-Digest, and the digest of any header, without "sha1:" and the
// blanks around it.
[[nodiscard]] std::string_view payload_digest(const warc::Record& record);
[[nodiscard]] std::string_view bare_digest(const warc::Record& record,
                                           std::string_view name);

}  // namespace wax::cdx
