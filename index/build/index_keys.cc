#include "index/build/index_keys.h"

#include <algorithm>
#include <vector>

#include "index/build/date_join.h"
#include "io/error.h"

namespace wax::index {

std::string read_keys(const IndexReader& index, const KeyFields& fields,
                      KeyFileWriter& keys) {
  KeyChain chain;
  if (index.documents() == 0) return chain.finish();
  std::vector<std::string> stored = index.stored_fields();
  auto has = [&](const std::string& name) {
    return std::find(stored.begin(), stored.end(), name) != stored.end();
  };
  bool by_url = !stored.empty() && !has(fields.urlkey);
  if (by_url) {
    for (const std::string& name : {fields.url, fields.digest}) {
      if (has(name)) continue;
      throw UsageError("no document of the index stores the field \"" + name +
                       "\", which is a part of its version");
    }
    if (!fields.kind) {
      throw UsageError(
          "the index has no URL keys; give --urlkey to make them from its " +
          fields.url + " field");
    }
  }
  const std::vector<std::string> wanted = {by_url ? fields.url : fields.urlkey,
                                           fields.digest};
  StoredDocument values;
  std::string made;
  for (uint64_t n = 0; n < index.documents(); ++n) {
    index.document(n, wanted, values);
    const std::string& digest = value_of(values, fields.digest);
    const std::string& text = value_of(values, wanted[0]);
    if (by_url) made = cdx::url_key(*fields.kind, text);
    const std::string& key = by_url ? made : text;
    chain.add(key, digest);
    if (!index.is_deleted(n)) keys.add(key, digest, n);
  }
  return chain.finish();
}

IndexKeys::IndexKeys(const IndexReader& index, const KeyFields& fields,
                     const lines::SortOptions& sorting)
    : file_(index.keys()), chain_(index.about("keys")) {
  if (file_ != nullptr && !chain_.empty()) return;
  KeyFileWriter keys(sorting);
  chain_ = read_keys(index, fields, keys);
  made_ = std::make_unique<io::UnnamedFile>(sorting.tmpdir);
  uint64_t size = 0;
  keys.write([&](std::string_view bytes) {
    made_->write(bytes, size);
    size += bytes.size();
  });
  file_ = std::make_unique<const KeyFile>(std::make_shared<MappedFile>(
      "/proc/self/fd/" + std::to_string(made_->descriptor()), nullptr));
}

}  // namespace wax::index
