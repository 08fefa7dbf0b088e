#include "index/schema/url_words.h"

#include "text/ascii.h"
#include "text/percent.h"
#include "text/utf8.h"

namespace wax::index {

std::string_view url_as_words(std::string_view url, std::string& room) {
  // The scheme is in every URL: it is no word of it.
  if (const size_t at = url.find("://"); at != url.npos) {
    url.remove_prefix(at + 3);
  }
  bool has_escape = false;
  for (size_t at = url.find('%'); at != url.npos && !has_escape;
       at = url.find('%', at + 1)) {
    has_escape = text::escaped_byte(url, at) >= 0;
  }
  if (!has_escape) return url;
  std::string decoded;
  for (size_t i = 0; i < url.size(); ++i) {
    const int byte = text::escaped_byte(url, i);
    if (byte < 0) {
      decoded += url[i];
      continue;
    }
    i += 2;
    const char c = static_cast<char>(byte);
    decoded += byte >= 0x80 || text::is_alphanumeric(c) ? c : ' ';
  }
  room.clear();
  for (std::string_view rest = decoded; !rest.empty();) {
    char32_t letter = 0;
    size_t size = text::decode_utf8(rest, letter);
    if (size == 0) {
      size = 1;
      letter = static_cast<unsigned char>(rest.front());
    }
    text::append_utf8(letter, room);
    rest.remove_prefix(size);
  }
  return room;
}

}  // namespace wax::index
