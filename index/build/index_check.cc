#include "index/build/index_check.h"

#include <cerrno>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cdx/format/identity_line.h"
#include "index/build/date_join.h"
#include "index/store/index_column.h"
#include "index/store/lucene_check.h"
#include "index/store/manifest.h"
#include "index/store/mapped_file.h"
#include "index/store/shard_folder.h"
#include "io/error.h"
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
  CheckedIndex index(const std::string& path);
  bool files(const std::string& path, const Manifest& manifest);
  void segment(const IndexSegment& segment);
  void postings(const IndexSegment& segment, const TermWalk& walk);
  void norms(const IndexSegment& segment);
  void documents(const IndexColumn& index, KeyChain& chain, bool& has_keys);

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
      MappedFile mapped(file, &expected);
      counts_.bytes += mapped.size();
      for (uint64_t at = 0; at < mapped.size(); at += Manifest::kBlock) {
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

void IndexCheck::postings(const IndexSegment& segment, const TermWalk& walk) {
  const SegmentField& field = segment.fields()[walk.field()];
  const TermPlace& place = walk.place();
  const uint64_t interval = segment.terms().skip_interval();
  PostingCursor cursor(segment, walk.field(), place);
  std::optional<SkipReader> skips;
  if (place.documents >= interval) {
    skips.emplace(segment, place, field.has_payloads);
  }
  auto fail = [&](const char* what) {
    segment.postings().fail(place.postings,
                            "the postings of the term \"" + walk.term() +
                                "\" of the field " + field.name + ' ' + what);
  };
  std::vector<uint32_t> positions;
  uint64_t number = 0;
  uint32_t last = 0;
  for (; cursor.document() != kNoDocument; cursor.next()) {
    uint32_t document = cursor.document();
    ++number;
    if (document >= segment.documents()) fail("name a document too many");
    if (number > 1 && document <= last) fail("are not in order");
    if (cursor.frequency() == 0) fail("have a document without occurrence");
    if (skips && number % interval == 0) {
      const SkipReader::Entry& entry = skips->seek(document);
      if (entry.number != number || entry.document != last) {
        fail("have skip data that lead elsewhere");
      }
    }
    if (field.has_positions) {
      positions.clear();
      cursor.append_positions(positions);
      for (size_t i = 1; i < positions.size(); ++i) {
        if (positions[i] < positions[i - 1]) fail("have falling positions");
      }
    }
    last = document;
  }
  if (number != place.documents) fail("are not as many as the term says");
  counts_.postings += number;
}

void IndexCheck::norms(const IndexSegment& segment) {
  for (uint32_t field = 0; field < segment.fields().size(); ++field) {
    if (!segment.fields()[field].has_norms) continue;
    NormReader norms = segment.norms(field);
    for (uint32_t i = 0; i < segment.documents(); ++i) (void)norms.at(i);
  }
}

void IndexCheck::segment(const IndexSegment& segment) {
  const TermReader& terms = segment.terms();
  std::string last;
  uint32_t last_field = UINT32_MAX;
  uint64_t number = 0;
  for (TermWalk walk = terms.all(); !walk.ended(); walk.next(), ++number) {
    const std::vector<SegmentField>& fields = segment.fields();
    auto fail = [&](const std::string& what) {
      segment.postings().fail(walk.place().postings,
                              "the term \"" + walk.term() + "\" of the field " +
                                  fields[walk.field()].name + ' ' + what);
    };
    if (!fields[walk.field()].is_indexed) fail("is of a field without terms");
    if (walk.place().documents == 0) fail("has no document");
    if (last_field != UINT32_MAX &&
        std::pair(fields[walk.field()].name, walk.term()) <=
            std::pair(fields[last_field].name, last)) {
      fail("is not in order");
    }
    postings(segment, walk);
    // Each of .tii, and some between.
    if (number % 32 == 0) {
      TermPlace found = terms.find(walk.field(), walk.term());
      if (found.postings != walk.place().postings ||
          found.documents != walk.place().documents) {
        fail("is not found");
      }
    }
    last = walk.term();
    last_field = walk.field();
  }
  counts_.terms += number;
  norms(segment);
}

void IndexCheck::documents(const IndexColumn& index, KeyChain& chain,
                           bool& has_keys) {
  for (const IndexColumn::Part& part : index.parts()) {
    for (uint32_t i = 0; i < part.segment->documents(); ++i) {
      std::string key;
      std::string digest;
      part.segment->stored(
          i, [](uint32_t) { return true; },
          [&](uint32_t field, std::string value) {
            const std::string& name = part.segment->fields()[field].name;
            if (name == "urlkey") key = std::move(value);
            if (name == "digest") digest = std::move(value);
          });
      has_keys = has_keys || !key.empty();
      chain.add(key, digest);
    }
  }
}

CheckedIndex IndexCheck::index(const std::string& path) {
  CheckedIndex checked;
  checked.path = path;
  uint64_t before = faults_;
  ++counts_.indexes;
  try {
    if (has_manifest(path)) {
      Manifest manifest = read_manifest(path);
      checked.about = manifest.about;
      if (!files(path, manifest)) return checked;
    }
    std::unique_ptr<const IndexColumn> opened =
        open_index(path, options_.open, checked.about);
    checked.documents = opened->documents();
    for (const IndexColumn::Part& part : opened->parts()) {
      segment(*part.segment);
    }
    KeyChain chain;
    bool has_keys = false;
    documents(*opened, chain, has_keys);
    auto keys = checked.about.find("keys");
    if (has_keys && keys != checked.about.end() &&
        chain.finish() != keys->second) {
      report(path,
             "the URL keys and digests of its documents are not those that its "
             "manifest was made for");
    }
    auto count = checked.about.find("documents");
    if (count != checked.about.end() &&
        text::whole_number(count->second) != checked.documents) {
      report(path, "it has " + std::to_string(checked.documents) +
                       " documents, and its manifest says " + count->second);
    }
    if (options_.lucene) {
      if (std::string fault = lucene_check(path); !fault.empty()) {
        report(path, "Lucene++'s CheckIndex: " + fault);
      }
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
  std::vector<CheckedIndex> checked;
  for (const std::string& path : indexes) {
    uint64_t before = faults_;
    checked.push_back(index(path));
    if (faults_ > before) ++counts_.damaged;
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
