#include "graph/export/capture_lists.h"

#include <algorithm>

#include "cdx/url/host.h"
#include "collection/segment/page_text.h"
#include "collection/segment/segment.h"
#include "document/text/document.h"
#include "graph/export/graph_writer.h"
#include "graph/store/graph_folder.h"
#include "text/csv.h"
#include "warc/http/media_type.h"

namespace wax::graph {
namespace {

constexpr size_t kLongestExtension = 10;

CaptureList list_of(std::string_view type) {
  const std::string_view family = warc::type_family(type);
  if (family == "html") return CaptureList::kPages;
  if (family == "image") return CaptureList::kImages;
  if (family == "pdf") return CaptureList::kPdfs;
  return CaptureList::kFiles;
}

std::string_view header_of(CaptureList list) {
  switch (list) {
    case CaptureList::kPages:
      return "crawl_date,domain,url,mime_type_web_server,language,words,title,"
             "digest\n";
    case CaptureList::kTexts:
      return "crawl_date,domain,url,mime_type_web_server,language,content\n";
    case CaptureList::kLinks:
      return "crawl_date,src,dest,anchor\n";
    case CaptureList::kShownImages:
      return "crawl_date,src,image_url,alt_text\n";
    case CaptureList::kImages:
    case CaptureList::kPdfs:
    case CaptureList::kFiles:
      break;
  }
  return "crawl_date,url,filename,extension,mime_type_web_server,bytes,digest"
         "\n";
}

// Runs of white space become one space.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (char c : text) {
    const bool is_space = static_cast<unsigned char>(c) <= ' ';
    if (is_space && (line.empty() || line.back() == ' ')) continue;
    line += is_space ? ' ' : c;
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

std::string_view extension_of(std::string_view name) {
  const size_t dot = name.rfind('.');
  if (dot == name.npos || dot == 0) return {};
  const std::string_view end = name.substr(dot + 1);
  return end.size() <= kLongestExtension ? end : std::string_view();
}

std::string domain_of(const std::string& urlkey) {
  const std::string host = cdx::readable_host(cdx::host_of_key(urlkey));
  return std::string(cdx::registered_domain(host.substr(0, host.rfind(':'))));
}

std::string csv_line(std::initializer_list<std::string_view> values) {
  std::string line;
  for (std::string_view value : values) {
    if (!line.empty()) line += ',';
    text::append_csv_cell(on_one_line(value), line);
  }
  return line + '\n';
}

// One for each link or image of a page.
std::string lines_of_links(const document::Document& page) {
  std::string lines;
  for (const document::Link& link : page.links) {
    lines += csv_line({page.date, page.url, link.url, link.text});
  }
  for (const document::Image& image : page.images) {
    lines += csv_line({page.date, page.url, image.url, image.alt});
  }
  return lines;
}

std::string lines_of(CaptureList list, const document::Document& page) {
  switch (list) {
    case CaptureList::kPages:
      return csv_line({page.date, domain_of(page.urlkey), page.url, page.type,
                       page.language, std::to_string(page.words), page.title,
                       page.digest});
    case CaptureList::kTexts:
      return csv_line({page.date, domain_of(page.urlkey), page.url, page.type,
                       page.language, page.content});
    case CaptureList::kLinks:
    case CaptureList::kShownImages:
      return lines_of_links(page);
    case CaptureList::kImages:
    case CaptureList::kPdfs:
    case CaptureList::kFiles:
      break;
  }
  const std::string_view name = file_name_of(page.url);
  return csv_line({page.date, page.url, name, extension_of(name), page.type,
                   std::to_string(page.length), page.digest});
}

// Which kind of captures a list contains.
CaptureList kind_of(CaptureList list) {
  switch (list) {
    case CaptureList::kTexts:
    case CaptureList::kLinks:
    case CaptureList::kShownImages:
      return CaptureList::kPages;
    default:
      return list;
  }
}

// Reads the next document, with what the list tells of it.
bool read_next(CaptureList list, collection::SegmentReader& segment,
               document::Document& page) {
  if (!segment.next(page)) return false;
  if (list == CaptureList::kLinks) return segment.next_links(page);
  if (list == CaptureList::kShownImages) return segment.next_images(page);
  return true;
}

}  // namespace

std::string_view file_name_of(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  const size_t scheme = url.find("://");
  if (scheme != url.npos) url.remove_prefix(scheme + 3);
  const size_t slash = url.rfind('/');
  return slash == url.npos ? std::string_view() : url.substr(slash + 1);
}

void write_capture_list(CaptureList list,
                        const std::vector<std::string>& segments,
                        const std::optional<DateRange>& range,
                        io::Output& output) {
  const CaptureList kind = kind_of(list);
  output.write(header_of(list));
  for (const std::string& path : segments) {
    collection::SegmentReader segment(path);
    for (document::Document page; read_next(list, segment, page);) {
      const bool is_good =
          page.status == 0 || (page.status >= 200 && page.status < 300);
      if (!is_good || page.date_only || list_of(page.type) != kind ||
          collection::is_page_line(page.urlkey)) {
        continue;
      }
      const uint64_t date = date_number(page.date);
      if (range && !range->meets(date, date)) continue;
      output.write(lines_of(list, page));
    }
  }
}

}  // namespace wax::graph
