// Pages and links of WAT files: WARC files whose metadata records say, in JSON,
// what the records of an archive are, and what their pages link to. Common
// Crawl and the Internet Archive publish them (archive-metadata-extractor,
// ia-web-commons).
#pragma once

#include <simdjson.h>

#include <memory>
#include <string>

#include "cdx/dedup/import_rules.h"
#include "cdx/url/url_key.h"
#include "document/text/document.h"
#include "io/problem.h"
#include "warc/reader/reader.h"

namespace wax::graph {

// A longer record is reported and passed over.
inline constexpr uint64_t kLongestWatRecord = uint64_t{64} << 20;

// Gives the captures of which wax-import makes documents, with what a graph
// needs of them: URL, key, date, digest, status, type, canonical URL, nofollow,
// links (a, area, frame, iframe, meta refresh) and their texts, as the page
// itself gives them. A revisit has its key, date and digest alone. What the
// file does not say is missing: rel of links in files of some makers, texts of
// titles, links of documents that are not HTML. For one thread.
//
// Memory: one record, parsed.
class WatReader {
 public:
  // "-" is standard input. `problems` outlives it: damage of the archive, and
  // "wat-bad-record" for a record that is no such JSON. Throws IoError.
  WatReader(const std::string& path, cdx::UrlKeyKind kind,
            ProblemSink& problems);

  // False at the end. Throws IoError.
  [[nodiscard]] bool next(document::Document& document);

 private:
  using Envelope = simdjson::simdjson_result<simdjson::dom::element>;

  [[nodiscard]] bool read(const Envelope& envelope,
                          document::Document& document);
  [[nodiscard]] bool read_identity(const Envelope& envelope,
                                   const std::string& entity_digest,
                                   document::Document& document);
  void report(uint64_t offset, const std::string& text);

  std::string path_;
  cdx::UrlKeyKind kind_;
  ProblemSink& problems_;
  cdx::ImportRules rules_;
  std::unique_ptr<warc::Reader> reader_;
  simdjson::dom::parser parser_;
  std::string bytes_;
};

}  // namespace wax::graph
