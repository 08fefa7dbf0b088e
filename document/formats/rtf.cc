#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "document/charset/charset.h"
#include "document/formats/code_pages.h"
#include "document/formats/readers.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

// Encodings of \fcharsetN, by its number.
struct RtfEncoding {
  int number;
  std::string_view name;
};

constexpr std::array kRtfCharsets = {
    RtfEncoding{77, "macintosh"},     RtfEncoding{128, "shift_jis"},
    RtfEncoding{129, "euc-kr"},       RtfEncoding{134, "gbk"},
    RtfEncoding{136, "big5"},         RtfEncoding{161, "windows-1253"},
    RtfEncoding{162, "windows-1254"}, RtfEncoding{163, "windows-1258"},
    RtfEncoding{177, "windows-1255"}, RtfEncoding{178, "windows-1256"},
    RtfEncoding{186, "windows-1257"}, RtfEncoding{204, "windows-1251"},
    RtfEncoding{222, "windows-874"},  RtfEncoding{238, "windows-1250"},
};

template <size_t size>
std::string_view rtf_encoding(const std::array<RtfEncoding, size>& table,
                              int number) {
  for (const RtfEncoding& entry : table) {
    if (entry.number == number) return entry.name;
  }
  return {};
}

// Groups that hold no text of the document.
constexpr std::array<std::string_view, 32> kRtfSkipped = {
    "atnauthor",
    "atndate",
    "atnid",
    "bkmkend",
    "bkmkstart",
    "buptim",
    "colorschememapping",
    "colortbl",
    "comment",
    "company",
    "datafield",
    "datastore",
    "doccomm",
    "falt",
    "filetbl",
    "generator",
    "keywords",
    "latentstyles",
    "listtable",
    "nonshppict",
    "objdata",
    "operator",
    "panose",
    "pict",
    "printim",
    "revtbl",
    "revtim",
    "stylesheet",
    "themedata",
    "xmlnstbl",
    "private",
    "template",
};

struct RtfCharacter {
  std::string_view word;
  std::string_view text;
};

constexpr std::array kRtfCharacters = {
    RtfCharacter{"emdash", "\xE2\x80\x94"},
    RtfCharacter{"endash", "\xE2\x80\x93"},
    RtfCharacter{"lquote", "\xE2\x80\x98"},
    RtfCharacter{"rquote", "\xE2\x80\x99"},
    RtfCharacter{"ldblquote", "\xE2\x80\x9C"},
    RtfCharacter{"rdblquote", "\xE2\x80\x9D"},
    RtfCharacter{"bullet", "\xE2\x80\xA2"},
};

class RtfReader {
 public:
  RtfReader(std::string_view bytes, DocumentBuilder& builder)
      : bytes_(bytes), builder_(&builder) {}

  void read();

 private:
  enum class To : uint8_t {
    kText,
    kNothing,
    kTitle,
    kAuthor,
    kFonts,
    kInstruction,  // of a field
    kIgnored,      // a known group that sets numbers only: \info, \creatim
  };
  struct Group {
    To to = To::kText;
    bool hidden = false;
    int fallback = 1;  // characters after \u that stand for it
    std::string_view encoding;
    bool is_result = false;  // of a field with a link
    size_t start = 0;        // of that result
  };

  void control();
  void word(std::string_view name, bool has_number, int number);
  bool destination(std::string_view name);
  void put(char byte);
  void put_unicode(int number);
  void flush();
  void put_text(std::string_view utf8);
  void end_group();

  std::string_view bytes_;
  DocumentBuilder* builder_;
  size_t at_ = 0;
  std::vector<Group> groups_;
  Group group_;
  size_t too_deep_ = 0;  // groups beyond kMostGroups
  bool starred_ = false;
  int to_skip_ = 0;    // of the characters after \u
  char32_t high_ = 0;  // the first half of a surrogate pair
  std::string raw_;    // bytes of the encoding that are not yet text
  std::string utf8_;
  std::string_view default_encoding_ = "windows-1252";
  std::map<int, std::string_view> fonts_;
  int font_ = 0;  // that the table of fonts is at
  std::string instruction_;
  std::array<int, 3> created_{};  // year, month, day
  bool in_created_ = false;

  static constexpr size_t kMostGroups = 10'000;
};

void RtfReader::flush() {
  if (raw_.empty()) return;
  std::string_view encoding =
      group_.encoding.empty() ? default_encoding_ : group_.encoding;
  std::string_view text = to_utf8(raw_, encoding, utf8_);
  put_text(text);
  raw_.clear();
}

void RtfReader::put_text(std::string_view utf8) {
  if (group_.hidden) return;
  constexpr size_t kLongest = 4096;
  DocumentText& document = builder_->document();
  switch (group_.to) {
    case To::kText:
      builder_->text(utf8);
      break;
    case To::kTitle:
      if (document.title.size() < kLongest) document.title += utf8;
      break;
    case To::kAuthor:
      if (document.author.size() < kLongest) document.author += utf8;
      break;
    case To::kInstruction:
      if (instruction_.size() < kLongest) instruction_ += utf8;
      break;
    case To::kNothing:
    case To::kFonts:
    case To::kIgnored:
      break;
  }
}

void RtfReader::put(char byte) {
  if (to_skip_ > 0) {
    --to_skip_;
    return;
  }
  if (group_.to == To::kNothing || group_.to == To::kFonts) return;
  raw_ += byte;
  if (raw_.size() >= 64 * 1024) flush();
}

void RtfReader::put_unicode(int number) {
  flush();
  auto point = static_cast<char32_t>(number < 0 ? number + 65536 : number);
  to_skip_ = group_.fallback;
  if (point >= 0xD800 && point < 0xDC00) {
    high_ = point;
    return;
  }
  if (point >= 0xDC00 && point < 0xE000 && high_ != 0) {
    point = 0x10000 + ((high_ - 0xD800) << 10) + (point - 0xDC00);
  }
  high_ = 0;
  if (!text::is_scalar_value(point) || point == 0) return;
  std::string character;
  text::append_utf8(point, character);
  put_text(character);
}

bool RtfReader::destination(std::string_view name) {
  if (name == "fonttbl") {
    group_.to = To::kFonts;
  } else if (name == "title") {
    group_.to = To::kTitle;
  } else if (name == "author") {
    group_.to = To::kAuthor;
  } else if (name == "fldinst") {
    group_.to = To::kInstruction;
    instruction_.clear();
  } else if (name == "fldrslt") {
    group_.is_result = true;
    group_.start = builder_->position();
  } else if (name == "info") {
    group_.to = To::kIgnored;
  } else if (name == "creatim") {
    in_created_ = true;
  } else if (std::find(kRtfSkipped.begin(), kRtfSkipped.end(), name) !=
             kRtfSkipped.end()) {
    group_.to = To::kNothing;
  } else {
    return false;
  }
  return true;
}

void RtfReader::word(std::string_view name, bool has_number, int number) {
  bool starred = starred_;
  starred_ = false;
  if (name == "u" && has_number) {
    put_unicode(number);
    return;
  }
  if (name == "bin") {
    if (has_number && number > 0) {
      at_ += std::min(static_cast<size_t>(number), bytes_.size() - at_);
    }
    return;
  }
  flush();
  to_skip_ = 0;
  if (group_.to == To::kNothing) return;
  // An unknown group that may be passed over.
  if (destination(name)) return;
  if (starred && name != "shppict" && name != "shpinst" && name != "shptxt" &&
      name != "annotation") {
    group_.to = To::kNothing;
    return;
  }
  if (name == "f" && has_number) {
    if (group_.to == To::kFonts) {
      font_ = number;
    } else {
      auto font = fonts_.find(number);
      group_.encoding = font == fonts_.end() ? "" : font->second;
    }
  } else if (name == "fcharset" && group_.to == To::kFonts) {
    constexpr size_t kMostFonts = 10'000;
    if (fonts_.size() < kMostFonts) {
      fonts_[font_] = rtf_encoding(kRtfCharsets, number);
    }
  } else if (name == "ansicpg") {
    std::string_view encoding = encoding_of_code_page(number);
    if (!encoding.empty()) default_encoding_ = encoding;
  } else if (name == "mac") {
    default_encoding_ = "macintosh";
  } else if (name == "uc" && has_number) {
    group_.fallback = std::clamp(number, 0, 16);
  } else if (name == "v") {
    group_.hidden = !has_number || number != 0;
  } else if (name == "plain") {
    group_.hidden = false;
  } else if (name == "nofpages" && number > 0) {
    builder_->document().pages = static_cast<uint64_t>(number);
  } else if (in_created_ && has_number) {
    if (name == "yr") created_[0] = number;
    if (name == "mo") created_[1] = number;
    if (name == "dy") created_[2] = number;
  } else if (group_.to == To::kText) {
    if (name == "par" || name == "line" || name == "sect" || name == "page" ||
        name == "row") {
      builder_->line();
    } else if (name == "tab" || name == "cell" || name == "nestcell" ||
               name == "emspace" || name == "enspace") {
      builder_->space();
    } else {
      for (const RtfCharacter& character : kRtfCharacters) {
        if (character.word == name) put_text(character.text);
      }
    }
  }
}

// After a backslash.
void RtfReader::control() {
  if (at_ >= bytes_.size()) return;
  char c = bytes_[at_];
  if (!text::is_letter(c)) {
    ++at_;
    if (c == '\'') {
      int high = at_ < bytes_.size() ? text::hex_value(bytes_[at_]) : -1;
      int low = at_ + 1 < bytes_.size() ? text::hex_value(bytes_[at_ + 1]) : -1;
      if (high < 0 || low < 0) return;
      at_ += 2;
      put(static_cast<char>(high << 4 | low));
    } else if (c == '*') {
      starred_ = true;
    } else if (c == '\\' || c == '{' || c == '}') {
      put(c);
    } else if (c == '~') {
      put(' ');
    } else if (c == '_') {
      put('-');
    } else if ((c == '\n' || c == '\r') && group_.to == To::kText) {
      flush();
      builder_->line();
    }
    return;
  }
  size_t begin = at_;
  while (at_ < bytes_.size() && text::is_letter(bytes_[at_])) ++at_;
  std::string_view name = bytes_.substr(begin, at_ - begin);
  begin = at_;
  if (at_ < bytes_.size() && bytes_[at_] == '-') ++at_;
  while (at_ < bytes_.size() && text::is_digit(bytes_[at_])) ++at_;
  auto number = text::whole_number<int>(bytes_.substr(begin, at_ - begin));
  if (at_ < bytes_.size() && bytes_[at_] == ' ') ++at_;
  word(name, number.has_value(), number.value_or(0));
}

void RtfReader::end_group() {
  flush();
  if (too_deep_ > 0) {
    --too_deep_;
    return;
  }
  if (groups_.empty()) return;
  if (group_.is_result) {
    std::string_view link = instruction_;
    if (size_t begin = link.find("HYPERLINK \""); begin != link.npos) {
      link.remove_prefix(begin + 11);
      builder_->link_from(group_.start, link.substr(0, link.find('"')));
    }
    instruction_.clear();
  }
  in_created_ = false;
  group_ = groups_.back();
  groups_.pop_back();
}

void RtfReader::read() {
  while (at_ < bytes_.size()) {
    char c = bytes_[at_++];
    if (c == '{') {
      flush();
      to_skip_ = 0;
      if (groups_.size() >= kMostGroups) {
        ++too_deep_;
        continue;
      }
      groups_.push_back(group_);
      group_.is_result = false;
    } else if (c == '}') {
      to_skip_ = 0;
      end_group();
      // What follows the document is no text.
      if (groups_.empty()) break;
    } else if (c == '\\') {
      control();
    } else if (c != '\r' && c != '\n' && c != '\0') {
      starred_ = false;
      put(c);
    }
  }
  flush();
  DocumentText& document = builder_->document();
  if (created_[0] >= 1000 && created_[0] <= 9999 && created_[1] >= 1 &&
      created_[1] <= 12 && created_[2] >= 1 && created_[2] <= 31) {
    std::string& date = document.published;
    date = std::to_string(created_[0]);
    for (size_t i = 1; i < 3; ++i) {
      date += created_[i] < 10 ? "-0" : "-";
      date += std::to_string(created_[i]);
    }
  }
  if (!groups_.empty()) {
    throw Unreadable{NoText::kDamaged, "the document ends too early"};
  }
}

}  // namespace

void read_rtf(std::string_view bytes, DocumentBuilder& builder) {
  RtfReader(bytes, builder).read();
}

}  // namespace wax::document
