#include "index/upkeep/adopt.h"

#include <map>

#include "index/store/manifest.h"
#include "index/writer/postings_files.h"
#include "io/error.h"
#include "io/output.h"

namespace wax::index {

AdoptCounts adopt_index(const std::string& path, const AdoptOptions& options) {
  if (has_manifest(path) && !options.force) {
    throw UsageError(path +
                     ": this index has a manifest already; --force writes it "
                     "again");
  }
  OpenOptions open;
  open.unchecked = true;
  open.without_manifest = true;
  std::map<std::string, std::string> about;
  if (has_manifest(path)) {
    // What it says of its documents holds as before: only their keys, and what
    // these are made of, are asked for anew.
    about = read_manifest(path).about;
    for (const char* name : {"field.urlkey", "field.digest", "field.url"}) {
      about.erase(name);
    }
    if (options.fields.kind &&
        about["urlkey"] != cdx::name(*options.fields.kind)) {
      about.erase("identity");
    }
  }
  AdoptCounts counts;
  {
    IndexReader index = IndexReader::open({path}, open);
    counts.documents = index.documents() - index.deleted();
    counts.deleted = index.deleted();
    about["documents"] = std::to_string(index.documents());
    if (options.fields.kind) {
      about["urlkey"] = cdx::name(*options.fields.kind);
    }
    const KeyFields usual;
    auto note = [&](const char* name, const std::string& field,
                    const std::string& usual_name) {
      if (field != usual_name) about[name] = field;
    };
    note("field.urlkey", options.fields.urlkey, usual.urlkey);
    note("field.digest", options.fields.digest, usual.digest);
    note("field.url", options.fields.url, usual.url);
    KeyFileWriter keys(options.sorting);
    about["keys"] = read_keys(index, options.fields, keys);
    auto output = io::open_output(path + '/' + std::string(kKeyFileName), true);
    keys.write([&](std::string_view bytes) { output->write(bytes); });
    output->finish();
  }
  write_blocks(path);
  write_manifest(path, about);
  return counts;
}

}  // namespace wax::index
