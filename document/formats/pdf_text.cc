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

template <typename Page>
TextPage* released(Page page) {
  if constexpr (std::is_pointer_v<Page>) {
    return page;
  } else {
    return page.release();
  }
}

struct DropTextPage {
  template <typename Page>
  void operator()(Page* page) const {
    if constexpr (requires { page->decRefCnt(); }) {
      page->decRefCnt();
    } else {
      delete page;
    }
  }
};

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

// Counts what is drawn. With `turns`, it puts letters of ligatures right.
class CountingDevice : public TextOutputDev {
 public:
  // For selections of areas, as poppler-glib makes them.
  CountingDevice() : TextOutputDev(nullptr, true, 0, false, false) {}
  // Appends the text of pages to `out`.
  explicit CountingDevice(std::string& out)
      : TextOutputDev(append, &out, false, 0, false), turns_(true) {}

  void startPage(int number, GfxState* state, XRef* xref) override {
    width_ = state->getPageWidth();
    height_ = state->getPageHeight();
    TextOutputDev::startPage(number, state, xref);
  }

  void drawChar(GfxState* state, double x, double y, double dx, double dy,
                double originX, double originY, CharCode code, int bytes,
                const Unicode* u, int length) override {
    const std::vector<Unicode> letters(u, u + std::max(length, 0));
    if (!has_actual_text_) count(state, x, y, letters);
    if (turns_ && is_turned(letters)) {
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
    if (turns_ && is_turned(letters)) {
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

 private:
  static void append(void* out, const char* text, int size) {
    static_cast<std::string*>(out)->append(text, static_cast<size_t>(size));
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

  bool turns_ = false;
  bool has_actual_text_ = false;
  bool has_right_to_left_ = false;
  double width_ = 0;
  double height_ = 0;
  std::vector<DrawnLetter> drawn_;
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

bool is_no_annotation(Annot* /*annotation*/, void* /*data*/) { return false; }

}  // namespace

struct PdfText::Document {
  explicit Document(std::string_view bytes)
      : pdf(made_of<PDFDoc>(std::make_unique<MemStream>(
            bytes.data(), 0, static_cast<Goffset>(bytes.size()),
            no_value<Object>()))) {}

  void draw(TextOutputDev& device, int number) {
    pdf->displayPage(&device, number, kPointsPerInch, kPointsPerInch, 0, false,
                     true, false, nullptr, nullptr, is_no_annotation, nullptr);
  }

  std::unique_ptr<PDFDoc> pdf;
  std::vector<DrawnLetter> drawn;
  PDFRectangle whole;
  std::unique_ptr<TextPage, DropTextPage> page;
  std::string right_to_left;
  std::unique_ptr<CountingDevice> turning;  // when the page has such letters
};

PdfText::PdfText(std::string_view bytes)
    : document_(std::make_unique<Document>(bytes)) {}

PdfText::~PdfText() = default;

void PdfText::read_page(int number) {
  Document& document = *document_;
  document.turning.reset();
  document.right_to_left.clear();
  document.page.reset();
  if (!document.pdf->isOk()) return;
  CountingDevice device;
  document.draw(device, number);
  document.drawn = device.drawn();
  document.page.reset(released(device.takeText()));
  const Page* page = document.pdf->getPage(number);
  if (page == nullptr) return;
  document.whole = {0, 0, page->getCropWidth(), page->getCropHeight()};
  if (page->getRotate() == 90 || page->getRotate() == 270) {
    std::swap(document.whole.x2, document.whole.y2);
  }
  if (device.has_right_to_left()) {
    document.turning = std::make_unique<CountingDevice>(document.right_to_left);
    document.draw(*document.turning, number);
    document.right_to_left = without_controls(document.right_to_left);
  }
  count_lost();
}

std::string PdfText::text() const {
  if (document_->turning) return document_->right_to_left;
  if (!document_->page) return {};
  return selected(*document_->page, document_->whole);
}

std::string PdfText::text_in(const PdfArea& area) const {
  const PDFRectangle rectangle(area.left, area.top, area.right, area.bottom);
  if (document_->turning) {
    return without_controls(text_of(*document_->turning, rectangle));
  }
  if (!document_->page) return {};
  return selected(*document_->page, rectangle);
}

void PdfText::count_lost() {
  constexpr uint64_t kFew = 10;
  uint64_t drawn = document_->drawn.size();
  const uint64_t kept = counted_in(text());
  auto is_much = [&] { return drawn > kept + std::max(drawn / 10, kFew); };
  if (is_much()) drawn = count_once(document_->drawn);
  drawn_ += drawn;
  if (is_much()) lost_ += drawn - kept;
}

}  // namespace wax::document
