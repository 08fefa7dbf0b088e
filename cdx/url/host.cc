#include "cdx/url/host.h"

#include <libpsl.h>
#include <unicode/uchar.h>
#include <unicode/usprep.h>
#include <unicode/utf16.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "cdx/url/url.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::cdx {
namespace {

constexpr size_t kLongestLabel = 63;

bool is_ascii(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return (c & 0x80) != 0; });
}

const UStringPrepProfile* nameprep() {
  static const UStringPrepProfile* const profile = [] {
    UErrorCode status = U_ZERO_ERROR;
    return usprep_openByType(USPREP_RFC3491_NAMEPREP, &status);
  }();
  return profile;
}

bool is_label_dot(UChar c) {
  return c == u'.' || c == u'\u3002' || c == u'\uff0e' || c == u'\uff61';
}

bool is_ascii(std::u16string_view text) {
  return std::all_of(text.begin(), text.end(), [](UChar c) { return c < 128; });
}

void append_ascii(std::u16string_view text, std::string& bytes) {
  for (UChar c : text) bytes += static_cast<char>(c);
}

bool is_newer_than_idna(UChar32 point) {
  UVersionInfo age;
  u_charAge(point, age);
  return age[0] > 3 || (age[0] == 3 && age[1] > 2);
}

// Nameprep leaves capitals alone that Unicode 3.2 did not know as such.
UChar32 lower_newer_letter(UChar32 point) {
  UChar32 lower = u_tolower(point);
  bool newer = lower != point &&
               (is_newer_than_idna(point) || is_newer_than_idna(lower));
  return newer ? lower : point;
}

// Well-formed UTF-8 as UTF-16; other bytes are left out.
std::u16string utf16_of(std::string_view bytes) {
  std::u16string text;
  while (!bytes.empty()) {
    char32_t point = 0;
    size_t length = text::decode_utf8(bytes, point);
    if (length == 0) {
      bytes.remove_prefix(1);
      continue;
    }
    point =
        static_cast<char32_t>(lower_newer_letter(static_cast<UChar32>(point)));
    if (point > 0xffff) {
      text += static_cast<char16_t>(U16_LEAD(point));
      text += static_cast<char16_t>(U16_TRAIL(point));
    } else {
      text += static_cast<char16_t>(point);
    }
    bytes.remove_prefix(length);
  }
  return text;
}

bool append_label(std::u16string_view label, std::string& host) {
  size_t start = host.size();
  if (is_ascii(label)) {
    append_ascii(label, host);
  } else {
    // Nameprep shortens or keeps most labels; one that it makes longer than
    // this could not be encoded in 63 bytes either.
    std::array<UChar, 1024> prepared;
    if (label.size() > prepared.size()) return false;
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = usprep_prepare(
        nameprep(), label.data(), static_cast<int32_t>(label.size()),
        prepared.data(), static_cast<int32_t>(prepared.size()),
        USPREP_ALLOW_UNASSIGNED, nullptr, &status);
    if (U_FAILURE(status)) return false;
    std::u16string_view text(prepared.data(), static_cast<size_t>(length));
    if (is_ascii(text)) {
      append_ascii(text, host);
    } else {
      if (text.starts_with(u"xn--")) return false;
      host += "xn--";
      append_punycode(text, host);
    }
  }
  size_t size = host.size() - start;
  return size > 0 && size <= kLongestLabel;
}

bool encode_labels(std::u16string_view text, std::string& host) {
  while (!text.empty()) {
    size_t end = static_cast<size_t>(
        std::find_if(text.begin(), text.end(), is_label_dot) - text.begin());
    if (!append_label(text.substr(0, end), host)) return false;
    if (end == text.size()) break;
    host += '.';
    text.remove_prefix(end + 1);
  }
  return true;
}

bool ascii_labels_fit(std::string_view host) {
  for (;;) {
    size_t dot = host.find('.');
    if (dot == std::string_view::npos) return host.size() <= kLongestLabel;
    if (dot == 0 || dot > kLongestLabel) return false;
    host.remove_prefix(dot + 1);
  }
}

void halve_double_dots(std::string& host) {
  size_t at = host.find("..");
  if (at == std::string::npos) return;
  size_t end = at;
  while (at < host.size()) {
    char c = host[at++];
    host[end++] = c;
    if (c == '.' && at < host.size() && host[at] == '.') ++at;
  }
  host.resize(end);
}

void strip_dots(std::string& host) {
  while (host.ends_with('.')) host.pop_back();
  host.erase(0, host.find_first_not_of('.'));
}

// One part of a dotted address: octal after a leading zero, else decimal.
// Nothing above 2^32 - 1 or with a digit out of its base.
std::optional<uint64_t> parse_part(std::string_view part) {
  uint64_t base = part.size() > 1 && part[0] == '0' ? 8 : 10;
  uint64_t value = 0;
  for (char c : part) {
    auto digit = static_cast<uint64_t>(c - '0');
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
    if (value > UINT32_MAX) return std::nullopt;
  }
  return value;
}

// Four parts of one to three digits each.
bool is_dotted_quad(std::string_view host) {
  size_t parts = 0;
  for (;; ++parts) {
    size_t dot = host.find('.');
    std::string_view part = host.substr(0, dot);
    if (part.empty() || part.size() > 3 ||
        !std::all_of(part.begin(), part.end(), text::is_digit)) {
      return false;
    }
    if (dot == std::string_view::npos) return parts == 3;
    host.remove_prefix(dot + 1);
  }
}

constexpr uint32_t kBase = 36;
constexpr uint32_t kLeast = 1;
constexpr uint32_t kMost = 26;
constexpr uint32_t kSkew = 38;
constexpr uint32_t kDamp = 700;
constexpr uint32_t kFirstBias = 72;
constexpr uint32_t kFirstCodePoint = 128;

std::u32string code_points(std::u16string_view text) {
  std::u32string points;
  for (size_t i = 0; i < text.size(); ++i) {
    char32_t c = text[i];
    if (c >= 0xd800 && c < 0xdc00 && i + 1 < text.size()) {
      c = 0x10000 + ((c - 0xd800) << 10) + (text[++i] - 0xdc00u);
    }
    points += c;
  }
  return points;
}

char digit(uint32_t value) {
  return static_cast<char>(value < 26 ? 'a' + value : '0' + (value - 26));
}

uint32_t adapt(uint32_t delta, uint32_t points, bool first) {
  delta = first ? delta / kDamp : delta / 2;
  delta += delta / points;
  uint32_t k = 0;
  for (; delta > (kBase - kLeast) * kMost / 2; k += kBase) {
    delta /= kBase - kLeast;
  }
  return k + (kBase - kLeast + 1) * delta / (delta + kSkew);
}

void append_integer(uint32_t value, uint32_t bias, std::string& ascii) {
  for (uint32_t k = kBase;; k += kBase) {
    uint32_t threshold =
        k <= bias ? kLeast : std::min(std::max(k - bias, kLeast), kMost);
    if (value < threshold) break;
    ascii += digit(threshold + (value - threshold) % (kBase - threshold));
    value = (value - threshold) / (kBase - threshold);
  }
  ascii += digit(value);
}

}  // namespace

std::string_view host_of(std::string_view url) {
  if (url.starts_with("dns:")) {
    url.remove_prefix(4);
    if (!url.starts_with("//")) return url.substr(0, url.find_first_of("?#"));
    url.remove_prefix(2);
  } else {
    size_t slashes = url.find("://");
    if (slashes == std::string_view::npos) return {};
    url.remove_prefix(slashes + 3);
  }
  url = url.substr(0, url.find_first_of("/?#\\"));
  if (size_t at = url.rfind('@'); at != std::string_view::npos) {
    url.remove_prefix(at + 1);
  }
  size_t bracket = url.find(']');  // an IPv6 address has colons of its own
  size_t from = bracket == std::string_view::npos ? 0 : bracket;
  return url.substr(0, url.find(':', from));
}

std::string_view site_of(std::string_view host) {
  constexpr std::string_view kWww = "www.";
  return host.starts_with(kWww) ? host.substr(kWww.size()) : host;
}

bool encode_idna(std::string& host) {
  std::u16string text = utf16_of(host);
  std::string encoded;
  if (is_ascii(text)) {
    append_ascii(text, encoded);
    if (!ascii_labels_fit(encoded)) return false;
  } else if (!encode_labels(text, encoded)) {
    return false;
  }
  host = std::move(encoded);
  return true;
}

std::optional<uint32_t> parse_ipv4(std::string_view host) {
  if (host.empty() || !text::is_digit(host[0]) ||
      !text::is_digit(host.back())) {
    return std::nullopt;
  }
  size_t dots = 0;
  bool octal = true;
  for (char c : host) {
    if (c == '.') {
      ++dots;
    } else if (!text::is_digit(c)) {
      return std::nullopt;
    }
    octal = octal && c < '8';
  }
  if (dots == 0) {
    uint32_t value = 0;
    for (char c : host) value = value * 10 + static_cast<uint32_t>(c - '0');
    return value;
  }
  if (dots > 3 || host.find("..") != std::string_view::npos) {
    return std::nullopt;
  }
  if (host[0] == '0' && !octal) return std::nullopt;

  uint64_t address = 0;
  for (size_t i = 0; i < dots; ++i) {
    size_t dot = host.find('.');
    auto part = parse_part(host.substr(0, dot));
    if (!part || *part > 255) return std::nullopt;
    address |= *part << (24 - 8 * i);
    host.remove_prefix(dot + 1);
  }
  auto last = parse_part(host);
  if (!last || *last >> (32 - 8 * dots) != 0) return std::nullopt;
  return static_cast<uint32_t>(address | *last);
}

std::string print_ipv4(uint32_t address) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8) {
    if (!text.empty()) text += '.';
    text += std::to_string(address >> shift & 255);
  }
  return text;
}

void canonicalize_host(std::string& host) {
  unescape_repeatedly(host);
  if (!is_ascii(host)) encode_idna(host);
  halve_double_dots(host);
  strip_dots(host);
  if (auto address = parse_ipv4(host)) {
    host = print_ipv4(*address);
  } else {
    text::lower_case(host);
    escape(host);
  }
}

size_t www_length(std::string_view host) {
  if (!host.starts_with("www")) return 0;
  size_t dot = 3;
  while (dot < host.size() && text::is_digit(host[dot])) ++dot;
  return dot < host.size() && host[dot] == '.' ? dot + 1 : 0;
}

void append_reversed(std::string_view host, bool reverse_ipv4,
                     std::string& text) {
  if (!reverse_ipv4 && is_dotted_quad(host)) {
    text += host;
    return;
  }
  for (;;) {
    size_t dot = host.rfind('.');
    text += host.substr(dot + 1);  // npos + 1 is 0
    if (dot == std::string_view::npos) return;
    text += ',';
    host = host.substr(0, dot);
  }
}

void append_punycode(std::u16string_view text, std::string& ascii) {
  std::u32string points = code_points(text);
  uint32_t basic = 0;
  for (char32_t c : points) {
    if (c >= kFirstCodePoint) continue;
    ascii += static_cast<char>(c);
    ++basic;
  }
  if (basic > 0) ascii += '-';

  uint32_t handled = basic;
  uint32_t delta = 0;
  uint32_t bias = kFirstBias;
  char32_t next = kFirstCodePoint;
  while (handled < points.size()) {
    char32_t smallest = 0x110000;
    for (char32_t c : points) {
      if (c >= next) smallest = std::min(smallest, c);
    }
    delta += (smallest - next) * (handled + 1);
    next = smallest;
    for (char32_t c : points) {
      if (c < next) ++delta;
      if (c != next) continue;
      append_integer(delta, bias, ascii);
      bias = adapt(delta, handled + 1, handled == basic);
      delta = 0;
      ++handled;
    }
    ++delta;
    ++next;
  }
}

std::string_view registered_domain(std::string_view host) {
  std::string_view last = host.substr(host.rfind('.') + 1);
  if (host.starts_with('[') || text::all_digits(last)) return host;
  const std::string terminated(host);
  const psl_ctx_t* list = psl_builtin();
  if (list == nullptr) return host;
  const char* domain = psl_registrable_domain(list, terminated.c_str());
  if (domain == nullptr) return host;
  return host.substr(host.size() - std::strlen(domain));
}

std::string_view host_of_key(std::string_view key) {
  size_t end = key.find(')');
  size_t slash = key.find('/');
  return key.substr(0, std::min(end, slash));
}

std::string readable_host(std::string_view host) {
  // SURT has commas, whole hosts have none. The colons of an address of IPv6
  // are in the label that comes last in the key, and there a port stays.
  const bool is_ipv6 = std::count(host.begin(), host.end(), ':') > 1;
  size_t port = is_ipv6 ? host.npos : host.find(':');
  std::string text;
  std::string_view labels = host.substr(0, port);
  while (true) {
    size_t comma = labels.rfind(',');
    if (comma == labels.npos) break;
    text += labels.substr(comma + 1);
    text += '.';
    labels = labels.substr(0, comma);
  }
  text += labels;
  if (port != host.npos) text += host.substr(port);
  return text;
}

}  // namespace wax::cdx
