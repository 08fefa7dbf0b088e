// How the URLs of a page become those of its view: the page as it was archived,
// read through a server.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace wax::document {

enum class ViewPart {
  kPage,     // a link leads there
  kFrame,    // a page within the page
  kStyle,    // a style sheet
  kMedia,    // an image, a font, sound, video
  kDropped,  // a script, a plug-in: no view shows it
};

// The reference that stands for a whole URL (http, https or ftp; without a
// fragment) in the view; empty: what names it is left out and counted as
// missing.
using ViewUrl = std::function<std::string(std::string_view url, ViewPart part)>;

// The reference that stands for `reference`, which the page at `base` has:
// fragments stay, and "data:" URLs where `part` is kMedia. Empty for what is
// not followed (scripts, an empty reference unless a link has it) or not there.
[[nodiscard]] std::string viewed_reference(std::string_view base,
                                           std::string_view reference,
                                           ViewPart part, const ViewUrl& view);

}  // namespace wax::document
