#include "collection/feed/discovery_document.h"

#include <algorithm>
#include <set>
#include <vector>

#include "cdx/url/host.h"
#include "cdx/url/url_key.h"
#include "io/inputs/folder_archives.h"
#include "text/ascii.h"
#include "text/json.h"
#include "text/percent.h"
#include "text/utf8.h"
#include "warc/http/media_type.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::collection {
namespace {

using Values = std::set<std::string, std::less<>>;

// The members of one object, one after the other.
class Members {
 public:
  explicit Members(std::string& out) : out_(out) {}

  void text(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    begin(name);
    text::append_json_string(value, out_);
  }
  void number(std::string_view name, uint64_t value) {
    begin(name);
    out_ += std::to_string(value);
  }
  template <typename Texts>
  void texts(std::string_view name, const Texts& values, bool set = false) {
    if (values.empty()) return;
    begin(name);
    out_ += set ? "{\"set\":[" : "[";
    bool first = true;
    for (const auto& value : values) {
      if (!first) out_ += ',';
      first = false;
      text::append_json_string(value, out_);
    }
    out_ += set ? "]}" : "]";
  }

 private:
  void begin(std::string_view name) {
    if (begun_) out_ += ',';
    begun_ = true;
    text::append_json_string(name, out_);
    out_ += ':';
  }

  std::string& out_;
  bool begun_ = false;
};

// The host in the form of the schema: in lower case, without "www.".
std::string schema_host(std::string_view url) {
  std::string host(cdx::host_of(url));
  text::lower_case(host);
  if (host.starts_with("www.")) host.erase(0, 4);
  return host;
}

// What follows the registered domain's first label: "co.uk".
std::string_view public_suffix(std::string_view domain) {
  const size_t dot = domain.find('.');
  return dot == domain.npos ? domain : domain.substr(dot + 1);
}

// "(org,", "(org,example," and so on, of "host.example.org".
void add_surts(std::string_view host, Values& surts) {
  std::string reversed;
  cdx::append_reversed(host, false, reversed);
  std::string surt = "(";
  for (size_t at = 0; at < reversed.size();) {
    const size_t comma = std::min(reversed.find(',', at), reversed.size());
    surt.append(reversed, at, comma - at) += ',';
    surts.insert(surt);
    at = comma + 1;
  }
}

// From the "/" after the host to a query or fragment; "/" if there is none.
std::string_view path_of(std::string_view url) {
  const size_t scheme = url.find("://");
  if (scheme != url.npos) url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("?#"));
  const size_t slash = url.find('/');
  return slash == url.npos ? "/" : url.substr(slash);
}

// Whether a path is that of a home page: "/", "/index.php".
bool is_slashpage(std::string_view path) {
  constexpr std::string_view kIndex = "/index.";
  if (!path.starts_with(kIndex)) return path == "/";
  path.remove_prefix(kIndex.size());
  return std::all_of(path.begin(), path.end(), text::is_alphanumeric);
}

// Percent-escapes as the characters that they stand for, where that is text.
std::string decoded(std::string_view path) {
  std::string text = text::percent_decoded(path);
  return text::is_utf8(text) ? text : std::string(path);
}

std::string_view type_of_url(std::string_view path) {
  if (is_slashpage(path)) return "slashpage";
  return path == "/robots.txt" ? "robots.txt" : "normal";
}

std::string extension(std::string_view name) {
  const size_t dot = name.rfind('.');
  std::string extension(dot == name.npos ? "" : name.substr(dot + 1));
  text::lower_case(extension);
  return extension;
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

// The kinds that people choose from.
std::string_view normal_type(std::string_view type) {
  const std::string_view family = warc::type_family(type);
  if (family == "office") {
    if (has(type, "excel") || has(type, "spreadsheet")) return "excel";
    if (has(type, "powerpoint") || has(type, "presentation")) {
      return "powerpoint";
    }
    return "word";
  }
  if (family.empty() || (family == "text" && type != "text/plain")) {
    return "other";
  }
  return family;
}

// The name of a charset as Java spells it.
std::string charset_name(std::string name) {
  if (!name.starts_with("windows-")) text::upper_case(name);
  return name;
}

void add_links(const document::Document& document, Members& members) {
  Values links;
  Values hosts;
  Values surts;
  Values domains;
  Values suffixes;
  for (const document::Link& link : document.links) {
    if (!link.url.starts_with("http")) continue;
    links.insert(link.url);
    const std::string host = schema_host(link.url);
    if (host.empty() || !hosts.insert(host).second) continue;
    add_surts(host, surts);
    const std::string_view domain = cdx::registered_domain(host);
    domains.emplace(domain);
    suffixes.emplace(public_suffix(domain));
  }
  Values images;
  for (const document::Image& image : document.images) images.insert(image.url);
  members.texts("links", links);
  members.texts("links_hosts", hosts);
  members.texts("links_hosts_surts", surts);
  members.texts("links_domains", domains);
  members.texts("links_public_suffixes", suffixes);
  members.texts("links_images", images);
}

// The key by which SolrWayback looks a page up: its URL key, written as a URL.
std::string normal_url(std::string_view urlkey) {
  return urlkey.find(')') == urlkey.npos ? std::string()
                                         : "http://" + cdx::unsurt(urlkey);
}

void add_url(const std::string& url, Members& members) {
  const std::string host = schema_host(url);
  const std::string_view domain = cdx::registered_domain(host);
  const std::string_view path = path_of(url);
  const std::string_view name = path.substr(path.rfind('/') + 1);
  Values surts;
  if (!host.empty()) add_surts(host, surts);
  members.text("url", url);
  members.text("host", host);
  members.text("domain", domain);
  members.text("public_suffix", public_suffix(domain));
  members.texts("host_surt", surts);
  members.text("url_path", decoded(path));
  members.text("url_type", type_of_url(path));
  members.text("resourcename", name);
  members.text("content_type_ext", extension(name));
}

// Characters as Java counts them, in UTF-16.
uint64_t java_length(std::string_view utf8) {
  uint64_t length = 0;
  for (char c : utf8) {
    if (text::continues_sequence(c)) continue;
    length += static_cast<unsigned char>(c) >= 0xf0 ? 2 : 1;
  }
  return length;
}

// White space as the schema's own indexer leaves it.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text::trim(text, text::kAllSpace)) {
    if (!text::is_space(c)) {
      line += c;
    } else if (line.back() != ' ') {
      line += ' ';
    }
  }
  return line;
}

void add_page(const document::Document& document, Members& members) {
  members.text("title", document.title);
  members.text("description", document.description);
  members.text("keywords", document.keywords);
  members.text("author", document.author);
  members.text("generator", document.generator);
  members.text("content_language", document.language);
  members.text("content_encoding", charset_name(document.charset));
  if (document.published.size() >= 10) {
    members.text("publication_date",
                 document.published.substr(0, 10) + "T00:00:00Z");
    members.text("publication_year", document.published.substr(0, 4));
  }
  if (document.noindex) return;
  const std::string content = one_line(document.content);
  members.text("content", content);
  members.number("content_text_length", java_length(content));
}

std::string_view record_type(const document::Document& document) {
  if (document.revisit) return "revisit";
  if (io::is_arc_name(document.filename)) return "arc";
  return document.status == 0 ? "resource" : "response";
}

void add_crawl_dates(std::span<const std::string> dates, bool set,
                     Members& members) {
  std::vector<std::string> times;
  Values years;
  Values months;
  Values days;
  for (const std::string& date : dates) {
    times.push_back(warc::iso_date(date));
    years.insert(date.substr(0, 4));
    months.insert(date.substr(0, 4) + '-' + date.substr(4, 2));
    days.insert(date.substr(0, 4) + '-' + date.substr(4, 2) + '-' +
                date.substr(6, 2));
  }
  members.texts("crawl_dates", times, set);
  members.texts("crawl_years", years, set);
  members.texts("crawl_year_month", months, set);
  members.texts("crawl_year_month_day", days, set);
}

}  // namespace

std::string discovery_id(std::string_view date, std::string_view url) {
  warc::Digester digester(warc::DigestAlgorithm::kMd5);
  digester.update(url);
  std::string id(date);
  id += '/';
  warc::append_base64(digester.finish().bytes(), id);
  return id;
}

void append_discovery_document(const document::Document& document,
                               std::span<const std::string> dates,
                               std::string_view id, bool tells_place,
                               std::string& out) {
  out += '{';
  Members members(out);
  members.text("id", id);
  add_url(document.url, members);
  members.text("url_norm", normal_url(document.urlkey));
  members.text("hash", document.digest);
  members.text("wayback_date", document.date);
  members.text("crawl_date", warc::iso_date(document.date));
  members.text("crawl_year", document.date.substr(0, 4));
  add_crawl_dates(dates, false, members);
  members.text("record_type", record_type(document));
  if (document.status != 0) {
    members.number("status_code", static_cast<uint64_t>(document.status));
  }
  members.text("content_type", document.type);
  members.text("content_type_norm", normal_type(document.type));
  add_page(document, members);
  add_links(document, members);
  members.text("collection", document.collection);
  if (tells_place && !document.filename.empty()) {
    members.text("source_file", document.filename);
    members.number("source_file_offset", document.offset);
  }
  out += '}';
}

void append_crawl_dates(std::span<const std::string> dates, bool set,
                        std::string& out) {
  Members members(out);
  add_crawl_dates(dates, set, members);
}

}  // namespace wax::collection
