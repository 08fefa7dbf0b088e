// The keys of NutchWAX-era Wayback: "example.com/path".
#pragma once

#include <string>
#include <string_view>

namespace wax::cdx {

// Appends the legacy key of `text` to `key`: lower case; scheme, user, "www."
// (twice, where a path follows), default port, fragment and session identifiers
// dropped; escapes undone once, "." and ".." resolved, "//" joined; what is not
// printable ASCII escaped as UTF-8 with upper-case digits, a space in the path
// as "+". Query arguments keep their order and the path its last "/". A "dns:"
// URL stays as it is, save for white space and controls.
//
// False, and nothing appended, when the host is empty, has an empty label or a
// character that is no letter, digit, "-" or "_" (so IPv6 too), or when the
// port is no number from 1 to 65535.
//
// The rules, quirks included, are those of OpenWayback's
// AggressiveUrlCanonicalizer, which differs from Wayback 1.2 in two: "ftp:" is
// a scheme ("ftp/example.com/" before), and https has a default port. Unlike
// both, there is no limit of length.
bool append_legacy_key(std::string_view text, std::string& key);

}  // namespace wax::cdx
