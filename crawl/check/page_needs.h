// What a page asks for: its images, style sheets, scripts and frames.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document/html/html_tree.h"
#include "document/page/page_info.h"

namespace wax::crawl {

enum class Part : uint8_t { kImage, kStyle, kScript, kFrame, kMedia, kOther };

// "image", "style", "script", "frame", "media", "other".
[[nodiscard]] std::string_view name(Part part);

struct Need {
  Part part = Part::kOther;
  // Absolute, without fragments. Any one of them is enough: a browser chooses
  // one image of a srcset.
  std::vector<std::string> urls;
};

// What the HTML of the page at `url` asks for, each once; sound and video are
// media. Icons and what scripts and style sheets ask for are not among it, nor
// what noscript has.
[[nodiscard]] std::vector<Need> page_needs(const document::HtmlTree& tree,
                                           std::string_view url);

// What a browser asked for, by GET, that the crawler did not block.
[[nodiscard]] std::vector<Need> asked_needs(const document::PageInfo& info);

}  // namespace wax::crawl
