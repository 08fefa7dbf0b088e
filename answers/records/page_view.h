// Archived pages as they looked. Any number of threads may call what is
// declared here.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "answers/requests/message.h"
#include "answers/shown/open_cdx.h"
#include "answers/shown/url_capture.h"
#include "document/view/html_view.h"

namespace wax::answers {

// Parts of a view by the modifiers of their paths, as pywb has them.
inline constexpr std::string_view kViewFrame = "fr_";   // the page in the bar
inline constexpr std::string_view kViewNested = "if_";  // a page in a page
inline constexpr std::string_view kViewStyle = "cs_";
inline constexpr std::string_view kViewMedia = "im_";

// By which the view of a page runs no script, sends no form and loads nothing
// but what the server gives. Its links may lead the whole window.
inline constexpr std::string_view kViewPolicy =
    "sandbox allow-top-navigation-by-user-activation; default-src 'none'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; media-src 'self' data:; frame-src 'self'; "
    "form-action 'none'; base-uri 'none'";

// By which an image that is opened by itself, such as SVG, runs no script,
// loads nothing and leads no other window.
inline constexpr std::string_view kMediaPolicy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "media-src 'self'; form-action 'none'; base-uri 'none'";

// By which a browser's own viewer shows a PDF, which a sandbox would forbid;
// what runs in such a viewer has no origin of this server.
inline constexpr std::string_view kPdfPolicy =
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

// Where the parts of pages are looked up.
struct ViewSource {
  const Holdings* holdings = nullptr;
  Collection* collection = nullptr;  // null: all
  std::string before;                // of paths: "/NAME", or nothing
  std::chrono::steady_clock::time_point deadline =
      std::chrono::steady_clock::time_point::max();
  std::string range = {};  // that is asked for of a part's body (set_body())
};

// Follows the redirects of a capture, and refreshes of pages that lead on at
// once, to their end: the capture itself when it does not redirect, or the last
// one whose target is not there; nothing when they lead in a circle. A redirect
// to its own URL key ends at the capture next to it that is no redirect. Throws
// IoError, FormatError, OutOfTime.
[[nodiscard]] std::optional<UrlCapture> end_of_redirects(
    const ViewSource& source, const CdxFiles& cdx, const UrlCapture& capture);

struct PageView {
  std::optional<document::HtmlView> view;
  bool is_cut = false;  // the archive has only a part of the page
  std::string type;     // as a browser gets it, without parameters
};

// The page of a capture, or that of its original; without a view when it is
// neither HTML nor XML, larger than kMostViewed, or its view too large. XML
// without elements of HTML or SVG is its source. What a page names is looked up
// next to the date of the capture. Memory: that of html_view(). Throws
// BadArchive when the archive has nothing of it, OutOfTime, NotFound when there
// is no record.
inline constexpr uint64_t kMostViewed = 16 << 20;
[[nodiscard]] PageView page_view(const ViewSource& source, const CdxFiles& cdx,
                                 const UrlCapture& capture);

// Whether browsers show bodies of such a type in a frame where no plug-in runs
// and nothing is downloaded.
[[nodiscard]] bool is_shown_in_frame(std::string_view type);

// The answer for a part of a view: a page or a style sheet rewritten, as far as
// the archive has it, or status 413 when that is too large; another body as it
// was archived. A redirect, or a page that leads on at once, leads to its end,
// or is shown itself when it leads in a circle. Throws as page_view().
[[nodiscard]] Response part_of_view(const ViewSource& source,
                                    const CdxFiles& cdx,
                                    const UrlCapture& capture,
                                    std::string_view modifier);

// Calls `use` with the URL of each part that the page or the style sheet of a
// capture names, also of scripts and plug-ins, or with that to which it leads
// as a redirect. Throws as page_view().
void each_part(const ViewSource& source, const CdxFiles& cdx,
               const UrlCapture& capture,
               const std::function<void(std::string_view url)>& use);

}  // namespace wax::answers
