// Subtitles: what is said in them, without numbers, times and styles.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// Whether a text is WebVTT (W3C, "WebVTT: The Web Video Text Tracks Format") or
// SubRip (.srt): the line "WEBVTT", or a number and a line of times.
[[nodiscard]] bool is_subtitles(std::string_view text);

// The lines of all cues, without tags; notes, styles and regions of WebVTT are
// left out.
[[nodiscard]] std::string subtitle_text(std::string_view text);

}  // namespace wax::document
