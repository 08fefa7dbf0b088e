#include "document/text/subtitles.h"

#include <algorithm>

#include "document/text/markup.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kHead = "WEBVTT";

// Takes the next line off, without its end (LF, CR LF or CR).
std::string_view take_line(std::string_view& text) {
  const size_t end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  if (text.starts_with("\r\n")) {
    text.remove_prefix(2);
  } else if (!text.empty()) {
    text.remove_prefix(1);
  }
  return line;
}

// "00:00:01,000 --> 00:00:04,000", with settings after it.
bool is_times(std::string_view line) {
  line = text::trim(line);
  return !line.empty() && text::is_digit(line.front()) &&
         line.find(':') < line.find("-->") && line.find("-->") != line.npos;
}

bool is_number(std::string_view line) {
  line = text::trim(line);
  return !line.empty() && std::all_of(line.begin(), line.end(), text::is_digit);
}

// "<i>", "</i>", "<v Roger>" and the time stamps of karaoke.
bool begins_tag(std::string_view text) {
  return text.size() > 1 &&
         (text::is_alphanumeric(text[1]) || text[1] == '/') &&
         text.find('>') != text.npos;
}

// WebVTT has references of HTML, SubRip has none.
void append_without_tags(std::string_view line, bool references,
                         std::string& out) {
  while (!line.empty()) {
    const size_t mark = std::min(line.find_first_of("<&"), line.size());
    out += line.substr(0, mark);
    line.remove_prefix(mark);
    if (line.empty()) break;
    size_t taken = 0;
    if (line[0] == '&') {
      taken = references ? decode_entity(line, false, out) : 0;
    } else if (begins_tag(line)) {
      taken = line.find('>') + 1;
    }
    if (taken == 0) out += line[taken++];
    line.remove_prefix(taken);
  }
  out += '\n';
}

}  // namespace

bool is_subtitles(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  std::string_view line;
  do {
    line = take_line(text);
  } while (text::trim(line).empty() && !text.empty());
  if (line.starts_with(kHead)) {
    return line.size() == kHead.size() || line[kHead.size()] == ' ' ||
           line[kHead.size()] == '\t';
  }
  return is_number(line) && is_times(take_line(text));
}

std::string subtitle_text(std::string_view text) {
  std::string out;
  const bool is_webvtt = text.find(kHead) <= kByteOrderMark.size();
  bool in_cue = false;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (text::trim(line).empty()) {
      in_cue = false;
    } else if (is_times(line)) {
      in_cue = true;
    } else if (in_cue) {
      append_without_tags(line, is_webvtt, out);
    }
  }
  return out;
}

}  // namespace wax::document
