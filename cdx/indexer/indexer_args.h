// The options of wax-warc-indexer as words.
#pragma once

#include <string>
#include <vector>

#include "cdx/indexer/index_stream.h"
#include "cdx/indexer/indexer.h"
#include "cdx/profile/profile.h"

namespace wax::cdx {

// Adds record types by their names, and all by "all". Throws UsageError for
// other words.
void select_records(const std::vector<std::string>& words,
                    Selection& selection);

// Adds CDXJ fields by the keys that lines have for them, or by the names that
// warcio has for them: "warc-target-uri" is "url", "http:status" "status",
// "warc-payload-digest" "digest", "req.http:referer" "referrer",
// "req.http:method" "method" and "record-digest" "recordDigest". Fields that
// every line has are not added. Returns the keys.
std::vector<std::string> add_fields(const std::vector<std::string>& names,
                                    IndexOptions& options);

// The options of wax-warc-indexer by their names. The profile decides where one
// is empty.
struct IndexerArgs {
  IdentityArgs identity;
  std::string format;
  std::string legend;
  std::vector<std::string> records;
  bool redirects = false;
  bool meta = false;
  std::vector<std::string> fields;
  std::vector<std::string> only_fields;
  bool header = false;
  bool no_header = false;
};

// Sets the options that the words name; the others of `stream` stay. Throws
// UsageError for unknown words and for words that exclude each other.
void choose(const IndexerArgs& words, IndexStreamOptions& stream);

// What goes before the lines of such a stream: the CDX header and the identity
// of the captures (cdx/format/identity_line.h), each line with its "\n"; or
// nothing.
[[nodiscard]] std::string top_lines(const IndexerArgs& words,
                                    const IndexStreamOptions& stream);

struct ArchiveNaming {
  bool full_path = false;  // absolute path; of a web address, all of it
  std::string root = {};   // when not empty, the path as seen from there
};

// Else the last part of the path; "-" stays.
[[nodiscard]] std::string archive_name(const std::string& path,
                                       const ArchiveNaming& naming);

}  // namespace wax::cdx
