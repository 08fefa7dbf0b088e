// XML of object stores: what is told are elements that the text has, from the
// inside out, the root at last; a text that ends early is refused.
#include "io/remote/plain_xml.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "fuzz/support/entry.h"

namespace wax::fuzz {
namespace {

constexpr std::ptrdiff_t kDeepest = 32;

struct Told {
  std::string last;  // path
  size_t bytes = 0;  // of texts
  size_t elements = 0;
};

bool read(std::string_view xml, Told& told) {
  return io::read_plain_xml(xml, [&](std::string_view path, std::string& text) {
    require(!path.empty() && path.front() != '/' && path.back() != '/');
    require(std::ranges::count(path, '/') < kDeepest);
    told.last = path;
    told.bytes += text.size();
    ++told.elements;
  });
}

}  // namespace

void run(std::string_view bytes) {
  Told told;
  const bool is_whole = read(bytes, told);
  require(told.bytes <= bytes.size());
  if (!is_whole) return;
  require(told.elements > 0 && told.last.find('/') == told.last.npos);
  const size_t end = bytes.rfind("</");
  Told of_part;
  if (end != bytes.npos && bytes.find("<!--") == bytes.npos &&
      bytes.find("<?") == bytes.npos && bytes.find("/>") == bytes.npos) {
    require(!read(bytes.substr(0, end), of_part));
    require(of_part.elements + 1 == told.elements);
  }
}

}  // namespace wax::fuzz
