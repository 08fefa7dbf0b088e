#include "cdx/profile_policies.h"

#include <algorithm>

#include "warc/date.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

// A character of UTF-8, or the longest beginning of one that others follow.
struct Letter {
  size_t size;
  bool whole;
};

Letter first_letter(std::string_view bytes) {
  auto byte = [&](size_t n) { return static_cast<unsigned char>(bytes[n]); };
  unsigned lead = byte(0);
  if (lead < 0x80) return {1, true};
  size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return {1, false};
  // What may follow some leads is less than all continuation bytes.
  unsigned low = lead == 0xe0 ? 0xa0u : lead == 0xf0 ? 0x90u : 0x80u;
  unsigned high = lead == 0xed ? 0x9fu : lead == 0xf4 ? 0x8fu : 0xbfu;
  for (size_t n = 1; n < size; ++n) {
    if (n == bytes.size() || byte(n) < low || byte(n) > high) {
      return {n, false};
    }
    low = 0x80;
    high = 0xbf;
  }
  return {size, true};
}

}  // namespace

void set_date(const warc::Record& record, std::string& date) {
  auto digits = record.format == warc::Format::kArc
                    ? warc::date14_of_arc(record.date)
                    : warc::date14_of_warc(record.date);
  if (digits) date.assign(*digits);
}

std::string_view media_type(std::string_view content_type,
                            std::string_view ends) {
  size_t first = content_type.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  content_type.remove_prefix(first);
  content_type = content_type.substr(0, content_type.find_first_of(ends));
  return content_type.substr(0, content_type.find_last_not_of(kBlank) + 1);
}

std::string_view header_field(const warc::Record& record,
                              std::string_view name) {
  return record.headers.find(name).value_or(std::string_view());
}

std::string_view without_sha1(std::string_view digest) {
  if (digest.starts_with("sha1:")) digest.remove_prefix(5);
  return digest;
}

std::string_view payload_digest(const warc::Record& record) {
  return without_sha1(header_field(record, "WARC-Payload-Digest"));
}

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    Letter letter = first_letter(bytes);
    if (!letter.whole) return false;
    bytes.remove_prefix(letter.size);
  }
  return true;
}

std::string as_utf8(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    Letter letter = first_letter(bytes);
    text += letter.whole ? bytes.substr(0, letter.size) : "\xef\xbf\xbd";
    bytes.remove_prefix(letter.size);
  }
  return text;
}

void assign_as_utf8(std::string_view bytes, std::string& text) {
  if (is_utf8(bytes)) {
    text.assign(bytes);
    return;
  }
  text.clear();
  for (char c : bytes) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xc0 | (byte >> 6));
      text += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
}

void escape_bytes(std::string_view odd, std::string& text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  auto next = [&](size_t from) {
    auto found = std::find_first_of(
        text.begin() + static_cast<ptrdiff_t>(std::min(from, text.size())),
        text.end(), odd.begin(), odd.end());
    return static_cast<size_t>(found - text.begin());
  };
  for (size_t at = next(0); at < text.size(); at = next(at + 3)) {
    auto byte = static_cast<unsigned char>(text[at]);
    const char escape[] = {'%', kHex[byte >> 4], kHex[byte & 15]};
    text.replace(at, 1, escape, sizeof escape);
  }
}

}  // namespace wax::cdx
