#include "crawl/fetch/page_requisites.h"

#include <algorithm>
#include <unordered_set>

#include "crawl/fetch/fetch_url.h"
#include "document/charset/charset.h"
#include "document/charset/media_type.h"
#include "document/charset/query_encoding.h"
#include "document/view/css_view.h"
#include "document/view/html_view.h"
#include "text/ascii.h"
#include "warc/http/media_type.h"

namespace wax::crawl {

ReadAs read_as(const io::WireAnswer& answer) {
  if (answer.end != io::WireEnd::kWhole || answer.status != 200) {
    return ReadAs::kNothing;
  }
  const std::string type =
      warc::bare_type(header_of(answer.head, "Content-Type"));
  if (type == "text/html" || document::is_xhtml(type)) return ReadAs::kPage;
  return type == "text/css" ? ReadAs::kStyleSheet : ReadAs::kNothing;
}

std::vector<std::string> requisites_of(std::string_view url,
                                       io::WireAnswer& answer) {
  std::vector<std::string> urls;
  const ReadAs kind = read_as(answer);
  if (kind == ReadAs::kNothing) return urls;
  const std::string bytes = decoded_body(answer, kMostRead + 1);
  if (bytes.size() > kMostRead) return urls;
  const bool is_page = kind == ReadAs::kPage;
  const std::string type = header_of(answer.head, "Content-Type");
  const std::string_view encoding =
      document::sniff_charset(bytes, type, is_page);
  std::string buffer;
  const std::string_view text =
      document::decode_page(bytes, encoding, type, buffer);
  std::unordered_set<std::string> known;
  auto take = [&](std::string_view part_url, document::ViewPart part) {
    if ((part != document::ViewPart::kFrame &&
         part != document::ViewPart::kStyle &&
         part != document::ViewPart::kMedia) ||
        urls.size() >= kMostRequisites) {
      return std::string();
    }
    auto asked = fetch_url(document::with_encoded_query(part_url, encoding));
    if (asked && known.insert(*asked).second) urls.push_back(*asked);
    return std::string();
  };
  try {
    if (is_page) {
      document::HtmlViewOptions options;
      options.url = url;
      options.is_xml = document::is_xhtml(type);
      (void)document::html_view(text, options, take);
    } else {
      std::string unused;
      document::append_css_view(text, url, take, unused);
    }
  } catch (const document::ViewTooLarge&) {
    // What was found until then counts.
  }
  return urls;
}

}  // namespace wax::crawl
