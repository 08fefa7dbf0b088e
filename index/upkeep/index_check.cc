#include "index/upkeep/index_check.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/format/identity_line.h"
#include "index/schema/fields.h"
#include "index/store/index_directory.h"
#include "index/store/manifest.h"
#include "index/store/other_version.h"
#include "index/store/shard_folder.h"
#include "index/upkeep/index_keys.h"
#include "io/error.h"
#include "io/mapped_file.h"
#include "text/number.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

// What is known of an index after its check.
struct CheckedIndex {
  std::string path;
  std::map<std::string, std::string> about;
  uint64_t documents = 0;
  bool is_whole = false;
};

// Stands for a version; never 0.
size_t version_number(std::string_view version) {
  return std::hash<std::string_view>()(version) | 1;
}

class IndexCheck {
 public:
  IndexCheck(const IndexCheckOptions& options, ProblemSink& problems)
      : options_(options), problems_(problems) {}

  void shard(const std::vector<std::string>& indexes,
             cdx::OneIdentity& identity);
  [[nodiscard]] IndexCheckCounts& counts() { return counts_; }
  void report(const std::string& file, std::string text,
              std::optional<uint64_t> offset = std::nullopt) {
    problems_.report(
        {Severity::kLost, "index-damaged", file, offset, std::move(text)});
    ++faults_;
  }
  void report(const std::string& path, const Error& error) {
    const auto* format = dynamic_cast<const FormatError*>(&error);
    std::string what = error.what();
    // The message of an Error begins with its file.
    size_t colon = what.find(": ");
    std::string file = what.starts_with(path) ? what.substr(0, colon) : path;
    if (format != nullptr)
      return report(file, format->text(), format->offset());
    report(file, what.starts_with(path) ? what.substr(colon + 2) : what);
  }

 private:
  CheckedIndex index(const std::string& path, bool is_main);
  void report(const OtherVersion& error);
  bool files(const std::string& path, const Manifest& manifest);
  void documents(const IndexDirectory& index, const CheckedIndex& checked);
  void columns(const IndexDirectory& index, const CheckedIndex& checked);
  void key_file(const IndexDirectory& index,
                const std::vector<size_t>& versions);

  const IndexCheckOptions& options_;
  ProblemSink& problems_;
  IndexCheckCounts counts_;
  uint64_t faults_ = 0;
};

// Whether each block is what the manifest says.
bool IndexCheck::files(const std::string& path, const Manifest& manifest) {
  uint64_t before = faults_;
  for (const auto& [name, expected] : manifest.files) {
    std::string file = path + '/' + name;
    try {
      io::MappedFile mapped(file, &expected);
      counts_.bytes += mapped.size();
      for (uint64_t at = 0; at < mapped.size(); at += Manifest::File::kBlock) {
        try {
          (void)mapped.check(at);
        } catch (const FormatError& error) {
          report(file, error.text(), error.offset());
        }
      }
    } catch (const Error& error) {
      report(file, error);
    }
  }
  return faults_ == before;
}

// Whether the terms of columns of numbers are numbers.
void IndexCheck::columns(const IndexDirectory& index,
                         const CheckedIndex& checked) {
  for (const auto& [name, text] : checked.about) {
    if (!name.starts_with(kColumnMark)) continue;
    auto kind = kind_of_name(text);
    if (!kind || !is_number(*kind)) continue;
    const std::string field = name.substr(kColumnMark.size());
    index.each_term(field, "", [&](const std::string& term, const TermSource&) {
      if (number_term(*kind, number_text(*kind, term)) == term) return true;
      report(checked.path, "a value of its column is no number: \"" + term +
                               "\"; make the column again");
      return false;
    });
  }
}

// Where the documents have their versions: as adopt_index() was told, or as the
// tools that make indexes name them.
KeyFields key_fields_of(const std::map<std::string, std::string>& about) {
  KeyFields fields;
  if (auto found = about.find("urlkey"); found != about.end()) {
    fields.kind = cdx::url_key_kind(found->second);
  }
  for (auto [name, field] : {std::pair("field.urlkey", &fields.urlkey),
                             std::pair("field.digest", &fields.digest),
                             std::pair("field.url", &fields.url)}) {
    if (auto found = about.find(name); found != about.end()) {
      *field = found->second;
    }
  }
  return fields;
}

void IndexCheck::documents(const IndexDirectory& index,
                           const CheckedIndex& checked) {
  const KeyFields fields = key_fields_of(checked.about);
  const std::vector<std::string>& names = index.field_names();
  const bool by_url =
      std::find(names.begin(), names.end(), fields.urlkey) == names.end();
  KeyChain chain;
  bool has_keys = false;
  std::vector<size_t> versions(index.documents());
  std::string key;
  std::string digest;
  std::string version;
  for (const IndexDirectory::Part& part : index.parts()) {
    const std::vector<LuceneField>& known = part.segment->fields();
    for (uint32_t i = 0; i < part.segment->documents(); ++i) {
      key.clear();
      digest.clear();
      // The first value of a field counts, but all are read.
      part.segment->stored(
          i, [](uint32_t) { return true; },
          [&](uint32_t field, std::string value) {
            const std::string& name = known[field].name;
            if (name == fields.digest && digest.empty()) digest = value;
            if (name == (by_url ? fields.url : fields.urlkey) && key.empty()) {
              key = std::move(value);
            }
          });
      if (by_url && !key.empty()) {
        key = fields.kind ? cdx::url_key(*fields.kind, key) : "";
      }
      chain.add(key, digest);
      if (key.empty()) continue;
      has_keys = true;
      version.clear();
      append_version(version, key, digest);
      versions[part.base + i] = version_number(version);
    }
  }
  auto keys = checked.about.find("keys");
  if (!has_keys || keys == checked.about.end()) return;
  if (chain.finish() != keys->second) {
    return report(checked.path,
                  "the URL keys and digests of its documents are not those "
                  "that its manifest was made for");
  }
  key_file(index, versions);
}

// Whether the key file has each document with its version, in order, and no
// other.
void IndexCheck::key_file(const IndexDirectory& index,
                          const std::vector<size_t>& versions) {
  std::unique_ptr<const KeyFile> keys = index.keys();
  if (keys == nullptr) return;
  auto fail = [&](uint64_t document, const char* what) {
    report(index.path() + '/' + std::string(kKeyFileName),
           "document " + std::to_string(document) + ' ' + what +
               "; make the index again");
  };
  std::vector<bool> is_there(index.documents());
  std::string last;
  uint64_t last_document = 0;
  KeyFile::Cursor cursor(*keys);
  while (cursor.next()) {
    const uint64_t n = cursor.document();
    if (n >= index.documents()) return fail(n, "is named, which is not there");
    if (is_there[n]) return fail(n, "is there twice");
    is_there[n] = true;
    if (versions[n] != 0 && versions[n] != version_number(cursor.version())) {
      return fail(n, "has another URL key or digest there than in the index");
    }
    int order = last.compare(cursor.version());
    if (order > 0 || (order == 0 && !last.empty() && n < last_document)) {
      return fail(n, "is not in order");
    }
    last = cursor.version();
    last_document = n;
  }
  for (const IndexDirectory::Part& part : index.parts()) {
    for (uint32_t i = 0; i < part.segment->documents(); ++i) {
      uint32_t n = part.base + i;
      if (versions[n] == 0 || is_there[n] || part.segment->is_deleted(i)) {
        continue;
      }
      return fail(n, "is missing");
    }
  }
}

void IndexCheck::report(const OtherVersion& error) {
  ++counts_.other_versions;
  problems_.report({Severity::kLost, "index-other-version", error.index(),
                    std::nullopt, error.text()});
}

CheckedIndex IndexCheck::index(const std::string& path, bool is_main) {
  CheckedIndex checked;
  checked.path = path;
  uint64_t before = faults_;
  ++counts_.indexes;
  try {
    if (has_manifest(path)) {
      Manifest manifest = read_manifest(path);
      checked.about = manifest.about;
      if (!files(path, manifest)) return checked;
      auto rules = checked.about.find("analysis");
      if (is_main && rules != checked.about.end() &&
          word_rules(rules->second) == WordRules::kUnknown) {
        checked.documents =
            text::whole_number(checked.about["documents"]).value_or(0);
        report(OtherVersion(path, rules->second));
        return checked;
      }
      if (auto problem = other_words(path, checked.about)) {
        problems_.report(std::move(*problem));
      }
    }
    std::unique_ptr<const IndexDirectory> opened =
        open_index(path, options_.open, checked.about);
    checked.documents = opened->documents();
    for (const IndexDirectory::Part& part : opened->parts()) {
      check_lucene_segment(*part.segment, counts_);
    }
    columns(*opened, checked);
    documents(*opened, checked);
    auto count = checked.about.find("documents");
    if (count != checked.about.end() &&
        text::whole_number(count->second) != checked.documents) {
      report(path, "it has " + std::to_string(checked.documents) +
                       " documents, and its manifest says " + count->second);
    }
    if (options_.other_check) {
      std::string fault = options_.other_check(path);
      if (!fault.empty()) report(path, std::move(fault));
    }
    checked.is_whole = faults_ == before;
  } catch (const Error& error) {
    report(path, error);
  }
  return checked;
}

void IndexCheck::shard(const std::vector<std::string>& indexes,
                       cdx::OneIdentity& identity) {
  ++counts_.shards;
  const uint64_t before = faults_;
  std::vector<CheckedIndex> checked;
  for (const std::string& path : indexes) {
    const uint64_t of_others = faults_;
    checked.push_back(index(path, path == indexes.back()));
    if (faults_ > of_others) ++counts_.damaged;
  }
  const CheckedIndex& main = checked.back();
  counts_.documents += main.documents;
  if (!main.is_whole) return;
  if (auto found = main.about.find("identity"); found != main.about.end()) {
    try {
      identity.check(found->second, main.path);
    } catch (const UsageError& error) {
      report(main.path, error);
    }
  }
  for (const CheckedIndex& column : checked) {
    if (&column == &main || !column.is_whole) continue;
    auto mine = column.about.find("keys");
    auto its = main.about.find("keys");
    bool other = column.documents != main.documents ||
                 (mine != column.about.end() && its != main.about.end() &&
                  mine->second != its->second);
    if (!other) continue;
    ++counts_.damaged;
    report(column.path, "the documents of this index are not those of " +
                            main.path + "; run wax-add-dates again");
  }
  if (faults_ > before) return;
  // What else a search refuses, such as words that were made by other rules.
  try {
    (void)IndexReader::open(indexes, options_.open);
  } catch (const OtherVersion& error) {
    report(error);
  } catch (const Error& error) {
    ++counts_.damaged;
    report(fs::path(main.path).parent_path().string(), error);
  }
}

}  // namespace

IndexCheckCounts check_index(const std::string& path,
                             const IndexCheckOptions& options,
                             ProblemSink& problems) {
  std::error_code code;
  if (!fs::exists(path, code)) throw IoError(path, "open", ENOENT);
  IndexCheck check(options, problems);
  cdx::OneIdentity identity;
  if (is_index(path)) {
    check.shard({path}, identity);
    return check.counts();
  }
  std::vector<std::string> shards = {path};
  if (is_collection(path)) {
    shards = shards_of(path);
  } else if (!fs::is_directory(path, code) || parallel_indexes(path).empty()) {
    shards.clear();
  }
  if (shards.empty()) {
    throw UsageError(path +
                     ": there is no index here; indexes are at "
                     "pindexes/SHARD/main");
  }
  for (const std::string& shard : shards) {
    try {
      check.shard(indexes_of_shard(shard), identity);
    } catch (const Error& error) {
      check.report(shard, error);
      ++check.counts().damaged;
    }
  }
  return check.counts();
}

}  // namespace wax::index
