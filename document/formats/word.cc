#include <algorithm>
#include <string>
#include <vector>

#include "document/formats/old_office.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

// Signs in the text of Word (MS-DOC 2.4.1 and 2.9.15).
enum WordSign : char {
  kCellEnd = '\x07',
  kTab = '\t',
  kFieldBegin = '\x13',
  kFieldText = '\x14',
  kFieldEnd = '\x15',
  kFixedHyphen = '\x1E',
};

// Where a hyperlink's field leads; empty for other fields.
std::string_view url_of_field(std::string_view code) {
  constexpr std::string_view kLink = "HYPERLINK";
  code = text::trim(code, text::kAllSpace);
  if (!text::starts_with_ignoring_case(code, kLink)) return {};
  code = text::trim_front(code.substr(kLink.size()), text::kAllSpace);
  if (!code.starts_with('"')) {
    return code.substr(0, code.find(' '));
  }
  code.remove_prefix(1);
  return code.substr(0, code.find('"'));
}

// Takes the text piece by piece. Of a field, its result is text and its code
// is none.
class WordText {
 public:
  explicit WordText(DocumentBuilder& builder) : builder_(&builder) {}

  void add(std::string_view utf8) {
    while (!utf8.empty()) {
      const auto end = static_cast<size_t>(
          std::find_if(utf8.begin(), utf8.end(),
                       [](char c) { return c >= 0 && c < ' '; }) -
          utf8.begin());
      plain(utf8.substr(0, end));
      if (end == utf8.size()) return;
      sign(utf8[end]);
      utf8.remove_prefix(end + 1);
    }
  }

  // Gives what fields without an end have hidden; false when there are any.
  [[nodiscard]] bool finish() {
    for (; hidden_ > 0; fields_.pop_back()) {
      if (fields_.back().in_code) give_code();
    }
    return !has_open_field_;
  }

 private:
  struct Field {
    std::string code;
    bool in_code = true;
    size_t start = 0;  // of its result
  };

  void plain(std::string_view utf8) {
    if (utf8.empty()) return;
    cell_ended_ = false;
    if (hidden_ == 0) {
      builder_->text(utf8);
    } else if (!fields_.empty() && fields_.back().in_code) {
      constexpr size_t kMostCode = 4096;
      std::string& code = fields_.back().code;
      code += utf8;
      // What is so long is no code: the sign of its end is lost.
      if (code.size() > kMostCode) give_code();
    }
  }

  void sign(char c) {
    const bool second_end = cell_ended_ && c == kCellEnd;
    cell_ended_ = c == kCellEnd && !second_end;
    switch (c) {
      case kFieldBegin:
        begin_field();
        break;
      case kFieldText:
        if (!fields_.empty() && fields_.back().in_code) {
          fields_.back().in_code = false;
          --hidden_;
          fields_.back().start = builder_->position();
        }
        break;
      case kFieldEnd:
        end_field();
        break;
      case kCellEnd:
        // A row has an end of its own.
        second_end ? builder_->line() : builder_->space();
        break;
      case kTab:
        if (hidden_ == 0) builder_->space();
        break;
      case kFixedHyphen:
        plain("-");
        break;
      case '\r':
      case '\n':
      case '\v':
      case '\f':
      case '\x0E':
        if (hidden_ == 0) builder_->line();
        break;
      default:  // places of notes and pictures, hyphens of line ends
        break;
    }
  }

  void begin_field() {
    constexpr size_t kMostFields = 64;
    if (fields_.size() >= kMostFields) {
      ++too_deep_;
      return;
    }
    fields_.emplace_back();
    ++hidden_;
  }

  // The code of the last field is text.
  void give_code() {
    Field& field = fields_.back();
    field.in_code = false;
    --hidden_;
    has_open_field_ = true;
    if (hidden_ == 0) builder_->text(field.code);
    field.code.clear();
  }

  void end_field() {
    if (too_deep_ > 0) {
      --too_deep_;
      return;
    }
    if (fields_.empty()) return;
    const Field field = std::move(fields_.back());
    fields_.pop_back();
    if (field.in_code) {
      --hidden_;
    } else if (hidden_ == 0) {
      const std::string_view url = url_of_field(field.code);
      if (!url.empty()) builder_->link_from(field.start, url);
    }
  }

  DocumentBuilder* builder_;
  std::vector<Field> fields_;
  size_t hidden_ = 0;  // open fields whose code is being read
  size_t too_deep_ = 0;
  bool has_open_field_ = false;
  bool cell_ended_ = false;
};

// The piece table of the table stream (MS-DOC 2.9.38); empty when it is not
// there.
std::string_view pieces_of(std::string_view table, size_t at, size_t size) {
  constexpr char kProperties = 1;
  constexpr char kPieces = 2;
  if (at >= table.size()) return {};
  table = table.substr(at, size);
  while (!table.empty() && table[0] == kProperties) {
    table.remove_prefix(std::min<size_t>(3 + u16_at(table, 1), table.size()));
  }
  if (table.size() < 5 || table[0] != kPieces) return {};
  const size_t length = u32_at(table, 1);
  // In a part of it, nothing is where it was.
  return length > table.size() - 5 ? "" : table.substr(5, length);
}

// Gives the text as it lies in the stream, without a table of pieces: between
// fcMin and fcMac, which Word and LibreOffice write (MS-DOC 2.5.2 lets them
// be). The lengths of its parts, in characters, tell how large one is.
void add_as_it_lies(std::string_view main, WordText& text) {
  const size_t begin = u32_at(main, 0x18);
  const size_t end = std::min<size_t>(u32_at(main, 0x1C), main.size());
  if (begin >= end) return;
  uint64_t characters = 0;
  for (size_t at = 0x4C; at < 0x6C; at += 4) characters += u32_at(main, at);
  const size_t stated = u32_at(main, 0x1C) - begin;
  const std::string_view bytes = main.substr(begin, end - begin);
  text.add(characters > 0 && stated >= 2 * characters
               ? from_utf16(bytes)
               : from_windows_1252(bytes));
}

constexpr uint16_t kWord97 = 0xC1;
constexpr uint16_t kEncrypted = 0x0100;

}  // namespace

bool read_cut_word(std::string_view bytes, DocumentBuilder& builder) {
  constexpr size_t kSector = 512;
  constexpr uint16_t kWord = 0xA5EC;
  for (size_t at = kSector; at + kSector <= bytes.size(); at += kSector) {
    const std::string_view main = bytes.substr(at);
    if (u16_at(main, 0) != kWord || u16_at(main, 2) < kWord97) continue;
    if ((u16_at(main, 0x0A) & kEncrypted) != 0) return false;
    WordText text(builder);
    add_as_it_lies(main, text);
    (void)text.finish();
    return true;
  }
  return false;
}

void read_word(CompoundFile& file, DocumentBuilder& builder) {
  const std::string main = file.read("WordDocument");
  constexpr uint16_t kTable1 = 0x0200;
  const uint16_t flags = u16_at(main, 0x0A);
  if ((flags & kEncrypted) != 0) {
    throw Unreadable{NoText::kEncrypted, "the document is encrypted"};
  }
  if (u16_at(main, 2) < kWord97) {
    throw Unreadable{NoText::kUnsupported,
                     "documents of Word 95 and older are not read"};
  }
  const std::string table =
      file.read((flags & kTable1) != 0 ? "1Table" : "0Table");
  const std::string_view pieces =
      pieces_of(table, u32_at(main, 0x1A2), u32_at(main, 0x1A6));
  // n + 1 positions, and n descriptions of 8 bytes.
  const size_t count = pieces.size() < 16 ? 0 : (pieces.size() - 4) / 12;
  WordText text(builder);
  if (count == 0) {
    add_as_it_lies(main, text);
    (void)text.finish();
    throw Unreadable{NoText::kDamaged, "the document has no table of pieces"};
  }
  bool is_cut = false;
  uint64_t left = 2 * uint64_t{main.size()};
  for (size_t i = 0; i < count; ++i) {
    constexpr uint32_t kIsBytes = uint32_t{1} << 30;
    const uint32_t from = u32_at(pieces, 4 * i);
    const uint32_t to = u32_at(pieces, 4 * (i + 1));
    const uint32_t place = u32_at(pieces, 4 * (count + 1) + 8 * i + 2);
    const bool is_bytes = (place & kIsBytes) != 0;
    const size_t at = (place & (kIsBytes - 1)) / (is_bytes ? 2 : 1);
    const uint64_t size = uint64_t{to - from} * (is_bytes ? 1 : 2);
    const bool is_there = to >= from && at <= main.size() &&
                          size <= main.size() - at && size <= left;
    is_cut |= !is_there;
    if (to < from || at > main.size()) continue;
    const std::string_view bytes =
        std::string_view(main).substr(at, std::min(size, left));
    left -= bytes.size();
    text.add(is_bytes ? from_windows_1252(bytes) : from_utf16(bytes));
  }
  const bool has_all_fields = text.finish();
  if (is_cut) {
    throw Unreadable{NoText::kDamaged, "a piece of the text is not there"};
  }
  if (!has_all_fields) {
    throw Unreadable{NoText::kDamaged, "a field of the text has no end"};
  }
}

}  // namespace wax::document
