// Which captures a page is made of. Any number of threads may call what is
// declared here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/shown/open_cdx.h"
#include "answers/shown/url_capture.h"

namespace wax::answers {

// The capture of a part that a page names: that of its URL next to the date.
// Style sheets, images, fonts and media are also found without their query, or
// with another one: there it tells a version, or passes by caches. Throws
// IoError, FormatError.
[[nodiscard]] std::optional<UrlCapture> find_part(const Holdings& holdings,
                                                  const CdxFiles& cdx,
                                                  const std::string& url,
                                                  std::string_view date,
                                                  ProblemSink& problems);

// The capture to which the last of `passed` leads by a redirect to `target`.
// Where find_part() has one of `passed`, as from http to https, which have one
// URL key: the capture of that key next to the date that is no redirect and
// none of them. Throws IoError, FormatError.
[[nodiscard]] std::optional<UrlCapture> led_capture(
    const Holdings& holdings, const CdxFiles& cdx, const std::string& target,
    std::string_view date, const std::vector<UrlCapture>& passed,
    ProblemSink& problems);

}  // namespace wax::answers
