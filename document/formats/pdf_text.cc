#include "document/formats/pdf_text.h"

#include <PDFDoc.h>
#include <Stream.h>
#include <TextOutputDev.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "text/utf8.h"

namespace wax::document {
namespace {

// Interfaces differ from Poppler 22 to 26: pointers became values.
template <typename Text>
std::string taken(Text text) {
  if constexpr (std::is_pointer_v<Text>) {
    const std::unique_ptr<std::remove_pointer_t<Text>> owned(text);
    return owned ? owned->toStr() : std::string();
  } else if constexpr (requires { text->toStr(); }) {
    return text ? std::string(text->toStr()) : std::string();
  } else if constexpr (requires { std::string(*text); }) {
    return text ? std::string(*text) : std::string();
  } else {
    return std::string(text.toStr());
  }
}

template <typename Page>
std::string selected(Page& page, const PDFRectangle& area) {
  if constexpr (requires {
                  page.getSelectionText(area, selectionStyleGlyph);
                }) {
    return taken(page.getSelectionText(area, selectionStyleGlyph));
  } else {
    return taken(page.getSelectionText(&area, selectionStyleGlyph));
  }
}

template <typename Device>
std::string text_of(const Device& device, const PDFRectangle& area) {
  if constexpr (requires { device.getText(area); }) {
    return taken(device.getText(area));
  } else {
    return taken(device.getText(area.x1, area.y1, area.x2, area.y2));
  }
}

template <typename Doc>
std::unique_ptr<Doc> made_of(std::unique_ptr<BaseStream> bytes) {
  if constexpr (std::is_constructible_v<Doc, BaseStream*>) {
    return std::make_unique<Doc>(bytes.release());
  } else {
    return std::make_unique<Doc>(std::move(bytes));
  }
}

template <typename Value>
Value no_value() {
  if constexpr (requires { Value::null(); }) {
    return Value::null();
  } else {
    return Value(objNull);
  }
}

template <typename Method>
struct LastParameter;
template <typename Last>
struct LastParameter<void (TextOutputDev::*)(GfxState*, Last)> {
  using Type = Last;
};
using ActualText =
    LastParameter<decltype(&TextOutputDev::beginActualText)>::Type;
std::string bytes_of(const GooString* text) { return text->toStr(); }
[[maybe_unused]] const std::string& bytes_of(const std::string& text) {
  return text;
}
template <typename Text>
Text as_parameter(const GooString& text) {
  if constexpr (std::is_pointer_v<Text>) {
    return &text;
  } else {
    return text.toStr();
  }
}

constexpr double kPointsPerInch = 72;

bool is_right_to_left(Unicode c) {
  return (c >= 0x590 && c <= 0x8FF) || (c >= 0xFB1D && c <= 0xFDFF) ||
         (c >= 0xFE70 && c <= 0xFEFC);
}

// Points and vowels. Poppler divides words at them, and those who search seldom
// write them.
bool is_point(Unicode c) {
  return is_right_to_left(c) &&
         u_charType(static_cast<UChar32>(c)) == U_NON_SPACING_MARK;
}

bool is_counted(Unicode c) { return u_isalnum(static_cast<UChar32>(c)) != 0; }

// Letters of one glyph, as ligatures have them, in the order in which Poppler
// puts glyphs: from the left to the right.
bool is_turned(const std::vector<Unicode>& letters) {
  return letters.size() > 1 &&
         std::all_of(letters.begin(), letters.end(),
                     [](Unicode c) { return is_right_to_left(c) || c == ' '; });
}

// A text string of PDF in UTF-16; empty when it is none.
std::vector<Unicode> utf16_units(const std::string& text) {
  std::vector<Unicode> units;
  if (!text.starts_with("\xFE\xFF")) return units;
  for (size_t i = 2; i + 1 < text.size(); i += 2) {
    units.push_back(static_cast<unsigned char>(text[i]) * 256u +
                    static_cast<unsigned char>(text[i + 1]));
  }
  return units;
}

struct DrawnLetter {
  Unicode letter;
  double x;
  double y;
};

// Appends the text of pages to `out`, counts what is drawn, and puts letters of
// ligatures right.
class CountingDevice : public TextOutputDev {
 public:
  explicit CountingDevice(std::string& out)
      : TextOutputDev(append, &out, false, 0, false) {}

  void startPage(int number, GfxState* state, XRef* xref) override {
    width_ = state->getPageWidth();
    height_ = state->getPageHeight();
    TextOutputDev::startPage(number, state, xref);
  }

  void drawChar(GfxState* state, double x, double y, double dx, double dy,
                double originX, double originY, CharCode code, int bytes,
                const Unicode* u, int length) override {
    const std::vector<Unicode> letters(u, u + std::max(length, 0));
    if (!has_actual_text_) {
      count(state, x, y, letters);
      if (is_slanted(state)) {
        add_slanted(state, x, y, dx, dy, letters);
        return;
      }
    }
    if (!letters.empty() &&
        std::all_of(letters.begin(), letters.end(), is_point)) {
      return;
    }
    if (is_turned(letters)) {
      const std::vector<Unicode> turned(letters.rbegin(), letters.rend());
      TextOutputDev::drawChar(state, x, y, dx, dy, originX, originY, code,
                              bytes, turned.data(), length);
      return;
    }
    TextOutputDev::drawChar(state, x, y, dx, dy, originX, originY, code, bytes,
                            u, length);
  }

  void beginActualText(GfxState* state, ActualText given) override {
    const std::vector<Unicode> letters = utf16_units(bytes_of(given));
    has_actual_text_ = true;
    count(state, state->getCurX(), state->getCurY(), letters);
    if (is_turned(letters)) {
      std::string turned = "\xFE\xFF";
      for (auto unit = letters.rbegin(); unit != letters.rend(); ++unit) {
        turned += static_cast<char>(*unit >> 8);
        turned += static_cast<char>(*unit & 0xFF);
      }
      const GooString replaced(turned);
      TextOutputDev::beginActualText(state, as_parameter<ActualText>(replaced));
      return;
    }
    TextOutputDev::beginActualText(state, given);
  }

  void endActualText(GfxState* state) override {
    has_actual_text_ = false;
    TextOutputDev::endActualText(state);
  }

  [[nodiscard]] const std::vector<DrawnLetter>& drawn() const { return drawn_; }
  [[nodiscard]] bool has_right_to_left() const { return has_right_to_left_; }
  // Lines that run aslant, as watermarks do. Poppler would put their letters
  // between those of other lines.
  [[nodiscard]] const std::string& slanted() const { return slanted_; }

 private:
  static void append(void* out, const char* text, int size) {
    static_cast<std::string*>(out)->append(text, static_cast<size_t>(size));
  }

  static bool is_slanted(GfxState* state) {
    constexpr double kSlope = 0.1;
    double across = 0;
    double up = 0;
    double ignored = 0;
    state->getFontTransMat(&across, &up, &ignored, &ignored);
    across = std::abs(across);
    up = std::abs(up);
    return std::min(across, up) > kSlope * std::max(across, up);
  }

  void add_slanted(GfxState* state, double x, double y, double dx, double dy,
                   const std::vector<Unicode>& letters) {
    constexpr double kWordGap = 0.2;  // in sizes of the font
    constexpr double kLineGap = 2;
    double at_x = 0;
    double at_y = 0;
    state->transform(x, y, &at_x, &at_y);
    const double gap = std::hypot(at_x - end_x_, at_y - end_y_);
    const double size = state->getTransformedFontSize();
    if (gap > kLineGap * size) {
      slanted_ += '\n';
    } else if (gap > kWordGap * size) {
      slanted_ += ' ';
    }
    for (Unicode letter : letters) text::append_utf8(letter, slanted_);
    state->transform(x + dx, y + dy, &end_x_, &end_y_);
  }

  void count(GfxState* state, double x, double y,
             const std::vector<Unicode>& letters) {
    double on_page_x = 0;
    double on_page_y = 0;
    state->transform(x, y, &on_page_x, &on_page_y);
    for (Unicode letter : letters) {
      has_right_to_left_ |= is_right_to_left(letter);
      if (is_counted(letter) && on_page_x >= 0 && on_page_x < width_ &&
          on_page_y >= 0 && on_page_y < height_) {
        drawn_.push_back({letter, on_page_x, on_page_y});
      }
    }
  }

  bool has_actual_text_ = false;
  bool has_right_to_left_ = false;
  double width_ = 0;
  double height_ = 0;
  std::vector<DrawnLetter> drawn_;
  std::string slanted_;
  double end_x_ = 0;  // of its last letter
  double end_y_ = 0;
};

constexpr double kBeside = 3;  // points

// Letters without those that are drawn a second time beside themselves.
uint64_t count_once(const std::vector<DrawnLetter>& drawn) {
  auto key = [](Unicode letter, int64_t column, int64_t row) {
    return (uint64_t{letter} << 40) ^ (static_cast<uint64_t>(column) << 20) ^
           static_cast<uint64_t>(row);
  };
  std::unordered_set<uint64_t> places;
  uint64_t count = 0;
  for (const DrawnLetter& one : drawn) {
    const auto column = static_cast<int64_t>(std::floor(one.x / kBeside));
    const auto row = static_cast<int64_t>(std::floor(one.y / kBeside));
    bool is_new = true;
    for (int64_t c = std::max<int64_t>(column - 1, 0); c <= column + 1; ++c) {
      for (int64_t r = std::max<int64_t>(row - 1, 0); r <= row + 1; ++r) {
        is_new &= !places.contains(key(one.letter, c, r));
      }
    }
    if (is_new) ++count;
    places.insert(key(one.letter, column, row));
  }
  return count;
}

uint64_t counted_in(std::string_view text) {
  uint64_t count = 0;
  while (!text.empty()) {
    char32_t c = 0;
    const size_t size = text::decode_utf8(text, c);
    if (size > 0) count += is_counted(c);
    text.remove_prefix(std::max<size_t>(size, 1));
  }
  return count;
}

// The text of a page whose lines all run from the left to the right: what
// Poppler puts out itself loses each hyphen at the end of a line.
std::string text_by_words(const TextOutputDev& page) {
  std::string text;
  for (const TextFlow* flow = page.getFlows(); flow; flow = flow->getNext()) {
    for (const TextBlock* block = flow->getBlocks(); block;
         block = block->getNext()) {
      for (const TextLine* line = block->getLines(); line;
           line = line->getNext()) {
        for (const TextWord* word = line->getWords(); word;
             word = word->getNext()) {
          text += taken(word->getText());
          if (word->hasSpaceAfter()) text += ' ';
        }
        text += '\n';
      }
    }
  }
  return text;
}

// Controls of direction become spaces: at some of them Poppler has put the
// space between two words on the other side of the control. What ends a
// sentence stays at its word.
std::string without_controls(std::string_view text) {
  constexpr std::string_view kAtWords = ".,:;!?)";
  std::string plain;
  plain.reserve(text.size());
  bool after_control = false;
  while (!text.empty()) {
    char32_t c = 0;
    const size_t size = std::max<size_t>(text::decode_utf8(text, c), 1);
    if ((c >= 0x202A && c <= 0x202E) || c == '\f') {
      after_control = true;
    } else {
      if (after_control && kAtWords.find(text[0]) == std::string_view::npos) {
        plain += ' ';
      }
      after_control = false;
      plain += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return plain;
}

}  // namespace

struct PdfText::Document {
  explicit Document(std::string_view bytes)
      : pdf(made_of<PDFDoc>(std::make_unique<MemStream>(
            bytes.data(), 0, static_cast<Goffset>(bytes.size()),
            no_value<Object>()))) {}

  std::unique_ptr<PDFDoc> pdf;
  std::string text;
  std::unique_ptr<CountingDevice> page;
};

PdfText::PdfText(std::string_view bytes)
    : document_(std::make_unique<Document>(bytes)) {}

PdfText::~PdfText() = default;

void PdfText::read_page(int number) {
  Document& document = *document_;
  document.text.clear();
  document.page.reset();
  if (!document.pdf->isOk()) return;
  document.page = std::make_unique<CountingDevice>(document.text);
  document.pdf->displayPage(document.page.get(), number, kPointsPerInch,
                            kPointsPerInch, 0, false, true, false);
  document.text = document.page->has_right_to_left()
                      ? without_controls(document.text)
                      : text_by_words(*document.page);
  document.text += document.page->slanted();
  count_lost();
}

std::string PdfText::text() const { return document_->text; }

std::string PdfText::text_in(const PdfArea& area) const {
  CountingDevice* page = document_->page.get();
  if (page == nullptr) return {};
  const PDFRectangle rectangle(area.left, area.top, area.right, area.bottom);
  if (!page->has_right_to_left()) return selected(*page, rectangle);
  return without_controls(text_of(*page, rectangle));
}

void PdfText::count_lost() {
  constexpr uint64_t kFew = 10;
  const std::vector<DrawnLetter>& letters = document_->page->drawn();
  uint64_t drawn = letters.size();
  const uint64_t kept = counted_in(document_->text);
  auto is_much = [&] { return drawn > kept + std::max(drawn / 10, kFew); };
  if (is_much()) drawn = count_once(letters);
  drawn_ += drawn;
  if (is_much()) lost_ += drawn - kept;
}

}  // namespace wax::document
