// The keys of an index, and lists that are joined with its documents by them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/url/url_key.h"
#include "index/store/index_directory.h"
#include "index/store/index_reader.h"
#include "index/store/key_file.h"
#include "index/writer/index_writer.h"
#include "io/budget.h"
#include "io/temp_files.h"
#include "lines/line_stream.h"
#include "lines/sort.h"
#include "warc/record/digest.h"

namespace wax::index {

// Where the documents of an index have what makes their version.
struct KeyFields {
  std::string urlkey = "urlkey";
  std::string digest = "digest";
  // Makes the URL key of this, when there is no `urlkey`.
  std::string url = "url";
  std::optional<cdx::UrlKeyKind> kind;
};

// Reads URL key and digest of all documents, in their order, into `keys`.
// Returns the digest over them ("keys" of the manifest). Throws UsageError when
// the index has no such fields, or has URLs and no kind is given.
[[nodiscard]] std::string read_keys(const IndexReader& index,
                                    const KeyFields& fields,
                                    KeyFileWriter& keys);

// The versions of an index in the order of its documents: of its key file, or
// else of its fields "urlkey" and "digest".
class VersionsByDocument {
 public:
  // `index` must outlive it.
  VersionsByDocument(const IndexDirectory& index,
                     const lines::SortOptions& sorting);

  struct Version {
    std::string urlkey;
    std::string digest;
  };
  // Documents must rise. Empty when it has none. Valid until the next call.
  [[nodiscard]] const Version& of(uint32_t document);

 private:
  const IndexDirectory* index_;
  std::unique_ptr<const KeyFile> keys_;
  std::unique_ptr<lines::LineStream> sorted_;  // "number version"
  std::string_view line_;
  bool has_line_ = false;
  Version version_;
};

// The keys of the index: its key file, or one made for the moment.
class IndexKeys {
 public:
  IndexKeys(const IndexReader& index, const KeyFields& fields,
            const lines::SortOptions& sorting);

  [[nodiscard]] const KeyFile& file() const { return *file_; }
  // The digest over keys and digests of all documents in order.
  [[nodiscard]] const std::string& chain() const { return chain_; }

 private:
  std::unique_ptr<io::UnnamedFile> made_;
  std::unique_ptr<const KeyFile> file_;
  std::string chain_;
};

// Sorts dates and removes repeated ones.
void make_set(std::vector<std::string>& dates);

// The digest over URL keys and digests in order, which a main index and its
// parallel indexes have in common.
class KeyChain {
 public:
  void add(std::string_view urlkey, std::string_view digest);
  [[nodiscard]] std::string finish();

 private:
  warc::Digester digester_;
};

// The length of what append_version() put at the beginning of a line.
[[nodiscard]] size_t version_size(std::string_view line);

// Appends "position date14". Sorted lines are in order of positions and dates.
void append_position(std::string& line, uint64_t position);
void append_positioned(std::string& line, uint64_t position,
                       std::string_view date);

// Reads such lines, sorted.
class DatesByPosition {
 public:
  explicit DatesByPosition(std::unique_ptr<lines::LineStream> sorted);
  // The next position that has dates; UINT64_MAX after the last.
  [[nodiscard]] uint64_t position() const { return position_; }
  // Appends its dates, and moves on.
  void take(std::vector<std::string>& dates);

 private:
  void advance();
  std::unique_ptr<lines::LineStream> lines_;
  std::string_view line_;
  uint64_t position_ = 0;
};

// The number that append_position() wrote at the beginning of `text`.
[[nodiscard]] uint64_t position_of(std::string_view text);
inline constexpr size_t kPositionSize = 12;

struct ListJoinOptions : io::Budget {
  bool force = false;
  // The kind of the keys that are made from URLs when an index has no keys.
  std::optional<cdx::UrlKeyKind> url_key = {};
  OpenOptions open = {};
};

struct ListJoinCounts {
  uint64_t documents = 0;
  uint64_t lines = 0;    // of the list, without comments and bad ones
  uint64_t matched = 0;  // of these, those of a document
  uint64_t unmatched = 0;
  uint64_t bad = 0;      // lines that are none of such a list
  uint64_t written = 0;  // dates or values
  uint64_t with = 0;     // documents of a column that have a value
};

// How a list is sorted, and how the parallel index of what it says is written.
[[nodiscard]] lines::SortOptions sorting_of(const ListJoinOptions& options);
[[nodiscard]] WriterOptions writing_of(const ListJoinOptions& options);
// Finishes a parallel index of the documents of `index`, which have these keys.
void finish_parallel(const IndexReader& index, const IndexKeys& keys,
                     IndexWriter& writer);

}  // namespace wax::index
