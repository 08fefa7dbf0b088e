// The keys of an index that is there already.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cdx/url/url_key.h"
#include "index/store/index_directory.h"
#include "index/store/index_reader.h"
#include "index/store/key_file.h"
#include "io/unnamed_file.h"
#include "lines/sort.h"

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

}  // namespace wax::index
