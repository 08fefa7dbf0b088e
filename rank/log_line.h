// Lines of access logs, and what was replayed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wax::rank {

struct LogLine {
  std::string_view client;  // address
  int64_t seconds = 0;      // from 1970, UTC
  std::string_view method;
  std::string_view target;  // as logged: bytes may be escaped
  int status = 0;
  std::string_view agent;  // empty when the line does not have it
};

// Parses a line of the common or combined format, as nginx, Apache (also with
// the virtual host before it), `wax serve` and HAProxy (option httplog clf)
// write it, or of HAProxy's HTTP format, whose time has no zone and is taken
// for UTC. Returns nothing for another line; then `why` says what it does not
// have. The views are into the line.
[[nodiscard]] std::optional<LogLine> parse_log_line(std::string_view line,
                                                    const char*& why);

// Whether a line that somebody took for another one may be of an access log, or
// a part of one: then it names a client, and is not shown.
[[nodiscard]] bool may_name_client(std::string_view line);

enum class Target {
  kView,      // a page of a date
  kModifier,  // a part of a page, or its bytes: "im_", "id_", ...
  kOther,     // no capture of one date: searches, the latest capture, ...
};

// What a request asks for, by the URLs of pywb, OpenWayback and `wax serve`:
// .../DATE/URL or .../DATEmod_/URL, where DATE has 4 to 14 digits. URL may have
// no scheme when a path follows its host or DATE has 14 digits, and nothing
// before DATE has a dot; else it is a file of a site. `url` becomes the
// archived URL.
[[nodiscard]] Target read_target(std::string_view target, std::string& url);

}  // namespace wax::rank
