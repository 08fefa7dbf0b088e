// What crawlers keep beside a page: its picture, and what a browser asked for.
// Any number of threads may call what is declared here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/shown/holdings.h"
#include "answers/shown/url_capture.h"
#include "answers/shown/url_history.h"
#include "document/page/page_info.h"

namespace wax::answers {

// How large a picture of a page is wanted.
enum class Picture { kSmall, kLarge };

// The last picture of the captures of a URL: records urn:thumbnail:URL,
// urn:view:URL or urn:fullPage:URL of image types. With `date`, which is that
// of a capture in `history`, the last of those that show this capture
// (collection/segment/text_capture.h). Rules of access hide such records with
// their pages. Throws as UrlCaptures.
[[nodiscard]] std::optional<UrlCapture> picture_of_page(
    const Scope& scope, const UrlHistory& history, Picture size,
    std::string_view date = {});

struct AskedUrls {
  UrlCapture record;
  std::vector<document::AskedUrl> asked;
};

// What the last record urn:pageinfo:URL of a URL says. Nothing without one, or
// where archives are not at hand. Of a record 4 MiB are read. Throws likewise.
[[nodiscard]] std::optional<AskedUrls> asked_urls(const Scope& scope,
                                                  const UrlHistory& history);

}  // namespace wax::answers
