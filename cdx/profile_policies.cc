#include "cdx/profile_policies.h"

#include "warc/date.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

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
  for (size_t i = 0; i < bytes.size();) {
    auto byte = [&](size_t n) {
      return i + n < bytes.size() ? static_cast<unsigned char>(bytes[i + n])
                                  : 0u;
    };
    auto follows = [&](size_t n) { return (byte(n) & 0xc0u) == 0x80u; };
    unsigned lead = byte(0);
    if (lead < 0x80) {
      i += 1;
    } else if (lead >= 0xc2 && lead <= 0xdf && follows(1)) {
      i += 2;
    } else if (lead >= 0xe0 && lead <= 0xef && follows(1) && follows(2) &&
               !(lead == 0xe0 && byte(1) < 0xa0) &&
               !(lead == 0xed && byte(1) > 0x9f)) {
      i += 3;
    } else if (lead >= 0xf0 && lead <= 0xf4 && follows(1) && follows(2) &&
               follows(3) && !(lead == 0xf0 && byte(1) < 0x90) &&
               !(lead == 0xf4 && byte(1) > 0x8f)) {
      i += 4;
    } else {
      return false;
    }
  }
  return true;
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
  for (size_t at = text.find_first_of(odd); at != std::string::npos;
       at = text.find_first_of(odd, at + 3)) {
    auto byte = static_cast<unsigned char>(text[at]);
    const char escape[] = {'%', kHex[byte >> 4], kHex[byte & 15]};
    text.replace(at, 1, escape, sizeof escape);
  }
}

}  // namespace wax::cdx
