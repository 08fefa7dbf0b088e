#include "cdx/capture_fields.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "warc/date.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kRevisit = "warc/revisit";

void append_utf8(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xc0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    out += static_cast<char>(0xe0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  }
}

// What a JSON string means, without its quotes. Halves of surrogate pairs stay
// halves: digests and mime types have none.
void unescape(std::string_view text, std::string& out) {
  out.clear();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    char c = text[++i];
    constexpr std::string_view kNames = "bfnrt";
    size_t at = kNames.find(c);
    if (at != std::string_view::npos) {
      out += "\b\f\n\r\t"[at];
    } else if (c == 'u' && i + 4 < text.size()) {
      uint32_t value = 0;
      for (int k = 0; k < 4; ++k) {
        char digit = text[++i];
        uint32_t n = digit <= '9' ? static_cast<uint32_t>(digit - '0')
                                  : static_cast<uint32_t>((digit | 32) - 87);
        value = value << 4 | (n & 15);
      }
      append_utf8(out, value);
    } else {
      out += c;
    }
  }
}

// Reads JSON from front to back.
struct JsonScanner {
  const char* at;
  const char* end;

  bool skip_space() {
    while (at != end &&
           (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) {
      ++at;
    }
    return at != end;
  }

  bool take(char c) {
    if (!skip_space() || *at != c) return false;
    ++at;
    return true;
  }

  // `at` stands behind the first quote, then behind the last.
  bool string(std::string_view& text, bool& escaped) {
    const char* begin = at;
    escaped = false;
    while (true) {
      const void* found =
          at == end ? nullptr
                    : std::memchr(at, '"', static_cast<size_t>(end - at));
      if (found == nullptr) return false;
      const char* quote = static_cast<const char*>(found);
      const char* back = quote;
      while (back != begin && back[-1] == '\\') --back;
      at = quote + 1;
      if (back != quote) escaped = true;
      if ((quote - back) % 2 == 0) {
        text = {begin, static_cast<size_t>(quote - begin)};
        if (!escaped) escaped = text.find('\\') != std::string_view::npos;
        return true;
      }
    }
  }

  bool value(std::string_view& text, bool& escaped) {
    escaped = false;
    if (!skip_space()) return false;
    if (*at == '"') {
      ++at;
      return string(text, escaped);
    }
    const char* begin = at;
    int depth = 0;
    for (; at != end; ++at) {
      if (*at == '"') {
        ++at;
        std::string_view inner;
        bool ignored;
        if (!string(inner, ignored)) return false;
        --at;
      } else if (*at == '{' || *at == '[') {
        ++depth;
      } else if (*at == '}' || *at == ']') {
        if (depth == 0) break;
        --depth;
      } else if (depth == 0 && (*at == ',' || *at == ' ')) {
        break;
      }
    }
    text = {begin, static_cast<size_t>(at - begin)};
    return !text.empty() && depth == 0;
  }
};

}  // namespace

bool find_members(std::string_view json, JsonMember* members, size_t count) {
  JsonScanner scanner{json.data(), json.data() + json.size()};
  if (!scanner.take('{')) return false;
  if (scanner.take('}')) return true;
  size_t found = 0;
  do {
    std::string_view name;
    std::string_view value;
    bool escaped;
    if (!scanner.take('"') || !scanner.string(name, escaped)) return false;
    if (!scanner.take(':') || !scanner.value(value, escaped)) return false;
    for (size_t i = 0; i < count; ++i) {
      if (members[i].name != name) continue;
      if (escaped) {
        unescape(value, members[i].unescaped);
        value = members[i].unescaped;
      }
      members[i].value = value;
      if (++found == count) return true;
    }
  } while (scanner.take(','));
  return scanner.take('}');
}

CaptureParser::CaptureParser(const CdxLines& file, UrlKeyKind kind)
    : kind_(kind) {
  std::string_view first = file.first();
  std::optional<Legend> legend;
  if (!file.header().empty()) {
    legend = parse_header(file.header());
    if (!legend) throw LineError(file.name(), 1, "a CDX header of no columns");
  } else if (first.empty() || first.starts_with('!') ||
             field(first, 2).starts_with('{')) {
    json_ = true;
    return;
  } else {
    legend = guess_legend(first);
  }
  if (!legend) {
    throw LineError(file.name(), file.line_number(),
                    "the columns are not known: there is no CDX header, and "
                    "the line is neither CDXJ nor has it 9, 10 or 11 fields");
  }
  delimiter_ = legend->delimiter;
  key_ = legend->column('N');
  if (key_ < 0) key_ = legend->column('A');
  if (key_ < 0) url_ = legend->column('a');
  date_ = legend->column('b');
  digest_ = legend->column('k');
  mime_ = legend->column('m');
  if (legend->letters == kCdx9) file_ = legend->column('g');
  if ((key_ < 0 && url_ < 0) || date_ < 0 || digest_ < 0) {
    throw LineError(file.name(), 1,
                    "the CDX header has no column for the URL key (N) or URL "
                    "(a), the date (b) or the digest (k)");
  }
  columns_ = std::max({key_, url_, date_, digest_, mime_, file_}) + 1;
  if (columns_ > kMostColumns) {
    throw LineError(file.name(), 1, "the CDX header has too many columns");
  }
}

CaptureParser::Line CaptureParser::parse(std::string_view line,
                                         CaptureFields& fields) {
  if (line.empty()) return Line::kNote;
  if (json_) return parse_json(line, fields);
  std::array<std::string_view, kMostColumns> values;
  const char* at = line.data();
  const char* end = at + line.size();
  int n = 0;
  while (n < columns_) {
    const void* found =
        at == end ? nullptr
                  : std::memchr(at, delimiter_, static_cast<size_t>(end - at));
    const char* stop = found == nullptr ? end : static_cast<const char*>(found);
    values[static_cast<size_t>(n++)] = {at, static_cast<size_t>(stop - at)};
    if (found == nullptr) break;
    at = stop + 1;
  }
  if (n < columns_) return Line::kBad;
  auto value = [&](int column) { return values[static_cast<size_t>(column)]; };
  fields.date = value(date_);
  fields.digest = value(digest_);
  if (fields.digest.empty()) fields.digest = "-";
  fields.revisit = (mime_ >= 0 && value(mime_) == kRevisit) ||
                   (file_ >= 0 && value(file_) == "-");
  if (!warc::is_date14(fields.date)) return Line::kBad;
  if (key_ >= 0) {
    fields.urlkey = value(key_);
  } else {
    made_key_.clear();
    append_url_key(kind_, value(url_), made_key_);
    fields.urlkey = made_key_;
  }
  bool has_key = !fields.urlkey.empty() && fields.urlkey != "-";
  return has_key ? Line::kCapture : Line::kBad;
}

CaptureParser::Line CaptureParser::parse_json(std::string_view line,
                                              CaptureFields& fields) {
  if (line[0] == '!') return Line::kNote;
  size_t key_end = line.find(' ');
  size_t date_end = line.find(' ', key_end + 1);
  if (key_end == 0 || key_end == std::string_view::npos ||
      date_end == std::string_view::npos) {
    return Line::kBad;
  }
  fields.urlkey = line.substr(0, key_end);
  fields.date = line.substr(key_end + 1, date_end - key_end - 1);
  if (!warc::is_date14(fields.date) || fields.urlkey == "-") return Line::kBad;
  members_[0].value = members_[1].value = {};
  if (!line.ends_with('}') ||
      !find_members(line.substr(date_end + 1), members_, 2)) {
    return Line::kBad;
  }
  fields.digest = members_[0].value;
  // A digest with a space in it would break the lines it is written to.
  if (fields.digest.empty() ||
      fields.digest.find_first_of(" \n\r\t") != std::string_view::npos) {
    fields.digest = "-";
  }
  fields.revisit = members_[1].value == kRevisit;
  return Line::kCapture;
}

}  // namespace wax::cdx
