#include "document/maker/rendered_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "document/maker/text_measures.h"
#include "document/text/simhash.h"
#include "document/text/words.h"
#include "text/ranges.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

// Words of a line that is no label of a menu or a button.
constexpr uint64_t kLongLine = 8;
// Short lines between two long ones that are main content with them.
constexpr size_t kMostShortLines = 4;

template <typename Use>
void each_line(std::string_view text, Use&& use) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

struct DifferentWords {
  explicit DifferentWords(std::string_view text) {
    WordReader reader(text);
    for (Word word; reader.next(word);) {
      if (seen.contains(word.hash)) continue;
      seen.insert(word.hash);
      ++count;
    }
  }
  HashSet seen;
  uint64_t count = 0;
};

bool has_other_word(std::string_view line, const HashSet& known) {
  WordReader reader(line);
  for (Word word; reader.next(word);) {
    if (!known.contains(word.hash)) return true;
  }
  return false;
}

// Appends the lines of `from` with words that are not known. False when none
// has any.
bool append_other_lines(std::string_view from, const HashSet& known,
                        std::string& text) {
  const size_t before = text.size();
  each_line(from, [&](std::string_view line) {
    if (!has_other_word(line, known)) return;
    if (!text.empty()) text += '\n';
    text += line;
  });
  return text.size() > before;
}

std::vector<text::TextRange> long_lines(std::string_view text) {
  std::vector<text::TextRange> ranges;
  size_t between = kMostShortLines + 1;
  size_t begin = 0;
  each_line(text, [&](std::string_view line) {
    const size_t end = begin + line.size();
    if (count_words(line) < kLongLine) {
      ++between;
    } else if (between > kMostShortLines) {
      ranges.push_back({begin, end});
      between = 0;
    } else {
      ranges.back().end = end;
      between = 0;
    }
    begin = end + 1;
  });
  if (ranges.empty() && !text.empty()) ranges.push_back({0, text.size()});
  return ranges;
}

}  // namespace

void RenderedText::begin() {
  text_.clear();
  lines_.clear();
  full_ = false;
}

void RenderedText::add(std::string_view text) {
  const bool first = text_.empty();
  each_line(text, [&](std::string_view line) {
    if (full_ || line.empty()) return;
    if (line.size() >= kMost - text_.size()) {
      full_ = true;
      line = line.substr(0, kMost - text_.size());
      line = line.substr(0, text::utf8_prefix(line));
    }
    if (!lines_.emplace(line).second && !first) return;
    if (!text_.empty()) text_ += '\n';
    text_ += line;
  });
}

TextUsed RenderedText::join(Document& page) {
  const DifferentWords of_html(page.content);
  const DifferentWords of_text(text_);
  uint64_t common = 0;
  DifferentWords counted("");
  WordReader reader(text_);
  for (Word word; reader.next(word);) {
    if (counted.seen.contains(word.hash)) continue;
    counted.seen.insert(word.hash);
    if (of_html.seen.contains(word.hash)) ++common;
  }
  if (common == of_text.count) return TextUsed::kHtml;
  TextUsed used = TextUsed::kBoth;
  if (2 * common >= of_text.count) {
    append_other_lines(text_, of_html.seen, page.content);
  } else {
    std::string content = text_;
    if (!append_other_lines(page.content, of_text.seen, content)) {
      used = TextUsed::kRendered;
    }
    page.content = std::move(content);
    page.main = long_lines(text_);
  }
  page.no_text = NoText::kNone;
  measure_text(page);
  return used;
}

}  // namespace wax::document
