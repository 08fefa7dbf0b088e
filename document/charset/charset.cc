#include "document/charset/charset.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "document/charset/declared_charset.h"
#include "document/charset/encoding_guess.h"
#include "document/charset/encodings.h"
#include "document/charset/likely_language.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

constexpr std::string_view kWindows1252 = "windows-1252";

// What the judges get to see.
constexpr size_t kSample = 4 * 1024;

bool is_western(std::string_view encoding) {
  return encoding == kWindows1252 || encoding == "iso-8859-15" ||
         encoding == "windows-1254";
}

struct Utf8Look {
  bool well_formed = true;
  uint64_t characters = 0;  // beyond ASCII
  uint64_t errors = 0;
};

Utf8Look look(std::string_view bytes) {
  Utf8Look found;
  while (!bytes.empty()) {
    bytes.remove_prefix(text::ascii_prefix(bytes));
    if (bytes.empty()) break;
    size_t length = text::ill_formed_length(bytes);
    if (text::utf8_prefix(bytes.substr(0, length)) == length) {
      ++found.characters;
    } else if (length < bytes.size() ||
               (bytes[0] & 0xC0) != 0xC0) {  // not just cut off at the end
      ++found.errors;
    }
    bytes.remove_prefix(length);
  }
  found.well_formed = found.errors == 0;
  return found;
}

// From the byte beyond ASCII at the front to the next of ASCII.
std::string_view upper_row(std::string_view bytes) {
  size_t size = 0;
  while (size < bytes.size() &&
         static_cast<unsigned char>(bytes[size]) >= 0x80) {
    ++size;
  }
  return bytes.substr(0, size);
}

// A word without the punctuation around it.
std::string_view bare_word(std::string_view word) {
  auto is_sign = [](char c) {
    return static_cast<unsigned char>(c) < 0x80 && !text::is_letter(c);
  };
  while (!word.empty() && is_sign(word.front())) word.remove_prefix(1);
  while (!word.empty() && is_sign(word.back())) word.remove_suffix(1);
  return word;
}

// Words with bytes beyond ASCII, with those beside them. Spaces and angle
// brackets are no part of a character in any encoding that has ASCII. A word
// that is there again says nothing new.
std::string sample_of(std::string_view bytes) {
  constexpr std::string_view kEnds = " \t\r\n<>";
  constexpr size_t kWord = 200;
  std::string sample;
  std::unordered_set<std::string_view> words;
  for (size_t at = 0; at < bytes.size() && sample.size() < kSample;) {
    const size_t first = at + text::ascii_prefix(bytes.substr(at));
    if (first >= bytes.size()) break;
    // UTF-8 in a page of another encoding says nothing of that one.
    const std::string_view row = upper_row(bytes.substr(first));
    if (is_utf8_among_others(row, true)) {
      at = first + row.size();
      continue;
    }
    size_t from = first;
    while (from > at && first - from < kWord &&
           !text::is_one_of(bytes[from - 1], kEnds)) {
      --from;
    }
    size_t end = bytes.find_first_of(kEnds, first);
    end = std::min({end, bytes.size(), first + 4 * kWord});
    const std::string_view word = bytes.substr(from, end - from);
    at = end;
    if (!words.insert(bare_word(word)).second) continue;
    sample += word;
    sample += ' ';
  }
  return sample;
}

// Whether no statement of another encoding can be true of bytes that are
// well-formed UTF-8: a character of three bytes or three different ones of two.
// In Western encodings they would be "\u00C3\u00A9" and its like.
bool is_utf8_beyond_doubt(std::string_view bytes, std::string_view stated) {
  if (is_western(stated)) return true;
  std::string_view first;
  std::string_view second;
  while (true) {
    bytes.remove_prefix(text::ascii_prefix(bytes));
    if (bytes.empty()) return false;
    const std::string_view one =
        bytes.substr(0, text::ill_formed_length(bytes));
    if (one.size() > 2) return true;
    if (first.empty()) {
      first = one;
    } else if (one != first && second.empty()) {
      second = one;
    } else if (one != first && one != second) {
      return true;
    }
    bytes.remove_prefix(one.size());
  }
}

// Whether all bytes are characters, and none is one of the controls that no
// page has.
bool is_valid_in(std::string_view bytes, std::string_view encoding) {
  const Encoding* facts = find_encoding(encoding);
  if (facts == nullptr) return false;
  auto is_wrong = [](std::string_view character) {
    return character == "\xEF\xBF\xBD" ||
           (character.size() == 2 && character[0] == '\xC2' &&
            static_cast<unsigned char>(character[1]) < 0xA0);
  };
  if (facts->single_byte) {
    const UpperHalf& upper = upper_half(*facts);
    std::array<bool, 128> wrong;
    for (size_t i = 0; i < wrong.size(); ++i) {
      wrong[i] = is_wrong({upper.text[i].data(), upper.size[i]});
    }
    return std::none_of(bytes.begin(), bytes.end(), [&](char c) {
      const auto byte = static_cast<unsigned char>(c);
      return byte >= 0x80 && wrong[byte - 0x80u];
    });
  }
  std::string buffer;
  std::string_view text = to_utf8(bytes, encoding, buffer);
  while (true) {
    text.remove_prefix(text::ascii_prefix(text));
    if (text.empty()) return true;
    const std::string_view one = text.substr(0, text::ill_formed_length(text));
    if (is_wrong(one)) return false;
    text.remove_prefix(one.size());
  }
}

double legibility_in(std::string_view sample, std::string_view encoding) {
  std::string buffer;
  return legibility(to_utf8(sample, encoding, buffer));
}

bool reads_well(std::string_view sample, std::string_view encoding) {
  return !encoding.empty() && encoding != kUtf8 &&
         legibility_in(sample, encoding) >= 0.9;
}

// What a statement is worth in bits. Servers say windows-1252 of pages that
// they know nothing of; authors as well, but not both of a page of another
// encoding where a reader would not see it at once.
constexpr int kBitsOfStatement = 20;
constexpr int kBitsOfServers = 6;
constexpr int kBitsOfTwo = 100;

// Whether both the server and the page state an encoding, and it is one.
bool agree(std::string_view header, std::string_view meta) {
  if (header.empty() || meta.empty()) return header == "x-user-defined";
  if (header == "gb18030" || meta == "gb18030") {
    return header.starts_with("gb") && meta.starts_with("gb");
  }
  return header == meta;
}

// Whether the bytes are what a byte order mark of UTF-16 says.
bool is_utf16(std::string_view bytes) {
  bytes = bytes.substr(0, 2048);
  return bytes.find('\0') != std::string_view::npos ||
         text::ascii_prefix(bytes.substr(2)) < bytes.size() - 2;
}

}  // namespace

std::string_view encoding_of_label(std::string_view label) {
  const Encoding* encoding = find_encoding(label);
  return encoding ? encoding->name : std::string_view();
}

std::string_view stated_utf16(std::string_view bytes,
                              std::string_view content_type) {
  std::string_view encoding =
      encoding_of_label(charset_parameter(content_type));
  if (!encoding.starts_with("utf-16")) return {};
  if (bytes.find('\0') == std::string_view::npos && look(bytes).well_formed) {
    return {};
  }
  constexpr size_t kLooked = 8 * 1024;
  size_t little = 0;
  size_t big = 0;
  for (size_t i = 0; i + 1 < std::min(bytes.size(), kLooked); i += 2) {
    little += bytes[i + 1] == '\0' && text::is_one_of(bytes[i], " \r\n<>");
    big += bytes[i] == '\0' && text::is_one_of(bytes[i + 1], " \r\n<>");
  }
  return little == big ? encoding : little > big ? "utf-16le" : "utf-16be";
}

std::string_view sniff_charset(std::string_view bytes,
                               std::string_view content_type, bool markup,
                               std::string_view url) {
  if (bytes.starts_with("\xFE\xFF") && is_utf16(bytes)) return "utf-16be";
  if (bytes.starts_with("\xFF\xFE") && is_utf16(bytes)) return "utf-16le";
  std::string_view header = encoding_of_label(charset_parameter(content_type));
  if (header.starts_with("utf-16")) header = stated_utf16(bytes, content_type);
  if (!header.starts_with("utf-16")) {
    const std::string_view utf16 = utf16_by_nuls(bytes);
    if (!utf16.empty()) return utf16;
  }
  std::string_view meta;
  if (markup) {
    meta = encoding_of_label(declared_in_markup(bytes));
    // The markup could be read, so it is not of two bytes a character.
    if (meta.starts_with("utf-16")) meta = kUtf8;
    if (meta == "x-user-defined") {
      meta = header.empty() ? kWindows1252 : header;
    }
  }
  const std::string_view stated = header.empty() ? meta : header;
  if (stated.starts_with("utf-16")) return stated;

  const size_t ascii = text::ascii_prefix(bytes);
  if (ascii == bytes.size()) {
    const bool escapes = bytes.find("\x1B$B") != std::string_view::npos ||
                         bytes.find("\x1B$@") != std::string_view::npos;
    if (escapes && !stated.starts_with("iso-2022")) return "iso-2022-jp";
    return stated.empty() ? kUtf8 : stated;
  }
  const Utf8Look found = look(bytes.substr(ascii));
  const bool marked = bytes.starts_with("\xEF\xBB\xBF");
  const bool agreed = !marked && stated != kUtf8 && agree(header, meta);
  if (found.well_formed) {
    const bool doubted = agreed && !is_utf8_beyond_doubt(bytes, stated) &&
                         is_valid_in(bytes, stated);
    if ((found.characters > 0 && !doubted) || stated.empty()) return kUtf8;
    return stated;
  }
  if (found.errors * 16 <= found.characters ||
      ((marked || stated == kUtf8) && found.errors <= found.characters)) {
    return kUtf8;
  }
  const bool holds = agreed && is_valid_in(bytes, stated);
  if (holds && stated != kWindows1252) return stated;
  const std::string sample = sample_of(bytes.substr(ascii));
  if (holds ? reads_well(sample, stated)
            : stated != kWindows1252 && reads_well(sample, stated)) {
    return stated;
  }
  EncodingHints hints;
  if (!header.empty() && header != kUtf8) {
    hints.stated.push_back(
        {header, header == kWindows1252 ? kBitsOfServers : kBitsOfStatement});
  }
  if (!meta.empty() && meta != kUtf8) {
    hints.stated.push_back({meta, holds ? kBitsOfTwo : kBitsOfStatement});
  }
  hints.languages = languages_of_domain(url);
  if (markup) {
    const std::string_view language = language_of_tag(declared_language(bytes));
    if (!language.empty()) hints.languages.push_back(language);
  }
  return guessed_encoding(sample, hints);
}

std::string_view utf16_by_nuls(std::string_view bytes) {
  constexpr size_t kLooked = 4 * 1024;
  bytes = bytes.substr(0, kLooked);
  // A page may be padded.
  const size_t size = bytes.find_last_not_of('\0') + 1;
  bytes = bytes.substr(0, size + size % 2);
  if (bytes.size() < 8 || bytes.find('\0') == std::string_view::npos) return {};
  size_t even = 0;
  size_t odd = 0;
  size_t both = 0;
  for (size_t i = 0; i + 1 < bytes.size(); i += 2) {
    both += bytes[i] == '\0' && bytes[i + 1] == '\0';
    even += bytes[i] == '\0' && bytes[i + 1] != '\0';
    odd += bytes[i + 1] == '\0' && bytes[i] != '\0';
  }
  const size_t pairs = bytes.size() / 2;
  const size_t most = std::max(even, odd);
  if (most * 8 < pairs || (std::min(even, odd) + both) * 8 > most) {
    return {};
  }
  return odd > even ? "utf-16le" : "utf-16be";
}

namespace {

// Calls `take(row)` for every row of bytes beyond ASCII, and appends what is
// between them.
template <typename Take>
void for_each_row(std::string_view bytes, std::string& out, Take take) {
  while (!bytes.empty()) {
    const size_t ascii = text::ascii_prefix(bytes);
    out += bytes.substr(0, ascii);
    bytes.remove_prefix(ascii);
    const std::string_view row = upper_row(bytes);
    if (!row.empty()) take(row);
    bytes.remove_prefix(row.size());
  }
}

constexpr ptrdiff_t kNear = 16;

// A page of one byte a character in which rows of UTF-8 may be.
void append_with_utf8_rows(std::string_view bytes, const Encoding& encoding,
                           std::string& out) {
  const UpperHalf& upper = upper_half(encoding);
  const bool western = is_western(encoding.name);
  const char* utf8_end = nullptr;  // of the last row of UTF-8
  for_each_row(bytes, out, [&](std::string_view row) {
    // A short word stands among others.
    const bool after_utf8 = utf8_end && row.data() - utf8_end <= kNear &&
                            text::utf8_prefix(row) == row.size();
    if (after_utf8 || is_utf8_among_others(row, western)) {
      out += row;
      utf8_end = row.data() + row.size();
    } else {
      append_single_byte(row, upper, out);
    }
  });
}

// What ill-formed rows of a page of UTF-8 are in.
const Encoding* encoding_of_rest(std::string_view bytes,
                                 std::string_view content_type) {
  std::string rows;
  std::string ignored;
  for (std::string_view word_rest = bytes; !word_rest.empty();) {
    const size_t good = text::utf8_prefix(word_rest);
    word_rest.remove_prefix(good);
    if (word_rest.empty() || rows.size() >= kSample) break;
    const size_t at = static_cast<size_t>(word_rest.data() - bytes.data());
    size_t from = bytes.find_last_of(" \t\r\n<>", at);
    from = from == std::string_view::npos ? 0 : from + 1;
    from = std::max(from, at - std::min<size_t>(at, 64));
    const size_t end = std::min(bytes.find_first_of(" \t\r\n<>", at), at + 256);
    rows += bytes.substr(from, end - from);
    rows += ' ';
    word_rest = bytes.substr(std::min(end, bytes.size()));
  }
  EncodingHints hints{{{kWindows1252, kBitsOfStatement}}, {}};
  for (std::string_view stated :
       {encoding_of_label(charset_parameter(content_type)),
        encoding_of_label(declared_in_markup(bytes))}) {
    if (!stated.empty() && stated != kUtf8) {
      hints.stated.push_back({stated, kBitsOfStatement});
    }
  }
  const std::string_view best = guessed_encoding(rows, hints);
  const Encoding* facts = find_encoding(best);
  if (!facts || !facts->single_byte || legibility_in(rows, best) < 0.6) {
    return nullptr;
  }
  return facts;
}

// UTF-8 with rows of another encoding. A row that is well-formed but for one
// cut character stays UTF-8.
void append_with_other_rows(std::string_view bytes,
                            std::string_view content_type, std::string& out) {
  const Encoding* rest = encoding_of_rest(bytes, content_type);
  if (!rest) return text::append_well_formed(bytes, out);
  const UpperHalf& upper = upper_half(*rest);
  for_each_row(bytes, out, [&](std::string_view row) {
    const Utf8Look found = look(row);
    const size_t cut = text::utf8_prefix(row);
    const bool ends_cut =
        cut < row.size() &&
        cut + text::ill_formed_length(row.substr(cut)) == row.size() &&
        row.size() - cut > 1;
    if (cut == row.size() || ends_cut || found.characters > found.errors * 2) {
      text::append_well_formed(row, out);
    } else {
      append_single_byte(row, upper, out);
    }
  });
}

}  // namespace

std::string_view decode_page(std::string_view bytes, std::string_view encoding,
                             std::string_view content_type,
                             std::string& buffer) {
  const Encoding* facts = find_encoding(encoding);
  if (!facts || facts->name == kUtf8) {
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    std::string_view text = bytes;
    if (text::utf8_prefix(bytes) != bytes.size()) {
      buffer.clear();
      append_with_other_rows(bytes, content_type, buffer);
      text = buffer;
    }
    std::string once;
    if (!append_decoded_once_more(text, once)) return text;
    buffer.swap(once);
    return buffer;
  }
  if (!facts->single_byte || text::ascii_prefix(bytes) == bytes.size()) {
    return to_utf8(bytes, encoding, buffer);
  }
  buffer.clear();
  buffer.reserve(bytes.size() + bytes.size() / 8);
  append_with_utf8_rows(bytes, *facts, buffer);
  return buffer;
}

}  // namespace wax::document
