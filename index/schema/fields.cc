#include "index/schema/fields.h"

#include <array>

#include "text/utf8.h"

namespace wax::index {
namespace {

constexpr Stored kLucene = Stored::kLucene;
constexpr Stored kYes = Stored::kYes;
constexpr Indexed kWords = Indexed::kWords;
constexpr Indexed kExact = Indexed::kExact;
constexpr Indexed kNumber = Indexed::kNumber;

// URL key and digest come first: joining dates reads these two only, and stops
// at the second.
constexpr std::array kFields = {
    Field{"urlkey", kLucene, kExact, 0, false, false,
          "URL key of the capture; the version's identity with digest"},
    Field{"digest", kLucene, kExact, 0, false, false,
          "digest of the payload, as \"sha1:BASE32\""},
    Field{"url", kLucene, kWords, 4, false, false, "URL as captured"},
    Field{"exacturl", Stored::kNo, kExact, 0, false, false,
          "the whole URL as one term, for whole or leading parts of URLs",
          "url"},
    Field{"site", kYes, kExact, 0, true, true,
          "host in lower case without a leading \"www.\""},
    Field{"sites", Stored::kNo, kExact, 0, true, false,
          "the site and those above it, up to the domain"},
    Field{"domain", Stored::kNo, kExact, 0, true, true,
          "the part of the host that was registered: \"example.co.uk\""},
    Field{"host", kYes, kExact, 0, true, true, "host in lower case"},
    Field{"title", kLucene, kWords, 9, false, false, "title of the page"},
    Field{"date", kLucene, kExact, 0, false, true,
          "14-digit dates of all captures of this version, in order", "", true},
    Field{"year", Stored::kNo, kExact, 0, false, false,
          "the first four digits of the dates", "date", true},
    Field{"month", Stored::kNo, kExact, 0, false, false,
          "the first six digits of the dates", "date", true},
    Field{"day", Stored::kNo, kExact, 0, false, false,
          "the first eight digits of the dates", "date", true},
    Field{
        "type", kYes, kExact, 0, true, true,
        "media type in lower case, without parameters; image: every image/..."},
    Field{"family", Stored::kNo, kExact, 0, true, true,
          "kind of media type: html, pdf, image, text, office, audio, video"},
    Field{"length", kYes, kNumber, 0, false, false,
          "bytes of the payload as stored in the archive"},
    Field{"status", kYes, kExact, 0, false, true, "HTTP status"},
    Field{"charset", kYes, kExact, 0, true, true,
          "what the text was written in"},
    Field{"lang", kYes, kExact, 0, true, true,
          "language of the text: \"en\", \"zh-hant\""},
    Field{"collection", kYes, kExact, 0, false, true,
          "collections that its archives were imported into", "", true},
    Field{"filename", kYes, kExact, 0, false, false,
          "archive of the earliest capture, without its folders"},
    Field{"offset", kYes, Indexed::kNo, 0, false, false,
          "bytes before the record in that archive"},
    Field{"places", Stored::kCompressed, Indexed::kNo, 0, false, false,
          "where the captures of the dates are (index/store/date_places.h)"},
    Field{"no_text", kYes, kExact, 0, false, false,
          "why the text is missing or not whole; text-elsewhere: a revisit, of "
          "which the index does not have the original"},
    Field{"revisit_of", kYes, kExact, 0, false, false,
          "of a revisit of another URL: the URL that it names, and that of the "
          "capture that its text is of, if these differ"},
    Field{"said_by", kYes, kExact, 0, false, false,
          "of an image: captures of pages that its text is of; of a page: its "
          "rendered texts and their captures; as \"URLKEY DIGEST DATE URL\""},
    Field{"text_used", kYes, kExact, 0, false, true,
          "of a page whose rendered text is archived, too: html, rendered, or "
          "both; only where the texts differ have pages words of \"rendered\""},
    Field{"page_id", kYes, kExact, 0, false, false,
          "WARC-Page-ID: the visit of a page for which it was captured"},
    Field{"resource_type", kYes, kExact, 0, true, true,
          "WARC-Resource-Type in lower case: what the browser wanted it for, "
          "such as document, script, xhr"},
    Field{"protocol", kYes, kExact, 0, true, true,
          "each WARC-Protocol in lower case: \"h2\", \"tls/1.3\""},
    Field{"cipher_suite", kYes, kExact, 0, false, true,
          "each WARC-Cipher-Suite: \"TLS_AES_128_GCM_SHA256\""},
    Field{"json_metadata", kYes, kExact, 0, false, false,
          "WARC-JSON-Metadata: what a browser knew of the connection"},
    Field{"author", kYes, kWords, 0, false, false, "as the page says"},
    Field{"section", kYes, kWords, 0, false, false,
          "part of the site, as the page says"},
    Field{"published", kYes, kExact, 0, false, false,
          "the day when the page says it was published, eight digits"},
    Field{"modified", kYes, kExact, 0, false, false,
          "the day when the page says it was changed, eight digits"},
    Field{"robots", kYes, Indexed::kNo, 0, false, false,
          "what the page asks of robots"},
    Field{"generator", kYes, kWords, 0, false, false,
          "the program that made the page, as it says"},
    Field{"simhash", kYes, Indexed::kNo, 0, false, false,
          "64 bits in hex; those of similar main contents differ in few"},
    Field{"description", kYes, kWords, 0, false, false,
          "what the page says of itself in its head"},
    Field{"headings", Stored::kNo, kWords, 0, false, false,
          "the headings in the text"},
    Field{"exact", Stored::kNo, kExact, 0, false, false,
          "words of title, main and content that were folded, and those in "
          "Arabic letters, as they are written (tokens.h)",
          "content"},
    Field{"stems", Stored::kNo, kExact, 0, false, false,
          "stems of the words of title, main and content, as \"en:run\"",
          "content"},
    Field{"main_ranges", kYes, Indexed::kNo, 0, false, false,
          "where the main content is in the text: bytes, as \"0-95 120-990\""},
    Field{"main", Stored::kNo, kWords, 1, false, false,
          "words of the main content", "content"},
    Field{"border", Stored::kNo, kWords, 0, false, false,
          "words where main begins and ends, for phrases across", "content"},
    Field{"content", Stored::kCompressed, kWords, 0.5, false, false,
          "the visible text; indexed: its words outside of the main content"},
    Field{"anchor", kYes, kWords, 1, false, false,
          "texts of links to the page: a column"},
};

}  // namespace

std::span<const Field> fields() { return kFields; }

const Field* find_field(std::string_view name) {
  for (const Field& field : kFields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

std::vector<std::string> in_order_of_fields(std::set<std::string> names) {
  std::vector<std::string> ordered;
  for (const Field& field : kFields) {
    if (auto found = names.find(std::string(field.name));
        found != names.end()) {
      ordered.push_back(*found);
      names.erase(found);
    }
  }
  ordered.insert(ordered.end(), names.begin(), names.end());
  return ordered;
}

std::string_view longest_term(std::string_view text) {
  if (text.size() <= kLongestTerm) return text;
  size_t characters = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text::continues_sequence(text[i])) continue;
    if (characters++ == kLongestTerm) return text.substr(0, i);
  }
  return text;
}

}  // namespace wax::index
