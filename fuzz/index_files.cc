// Files of an index: it is refused, or all that reads it ends. The first byte
// of the input says which file of a small index the others stand for.
#include <stdlib.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "fuzz/support/entry.h"
#include "index/query/query.h"
#include "index/search/results.h"
#include "index/store/index_directory.h"
#include "index/store/index_reader.h"
#include "index/store/manifest.h"
#include "index/upkeep/index_check.h"
#include "index/writer/index_writer.h"
#include "io/crc32.h"
#include "io/error.h"

namespace wax::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 14> kFiles = {
    "segments_1",   "_0.fnm",       "_0.fdx",   "_0.fdt",
    "_0.tis",       "_0.tii",       "_0.frq",   "_0.prx",
    "_0.nrm",       "wax-blocks_0", "wax-keys", "wax-stored_0",
    "wax-manifest", "segments.gen",
};

constexpr size_t kManifest = 12;  // in kFiles

// A folder that lives as long as the process.
class Folder {
 public:
  Folder() {
    std::string name = fs::is_directory("/dev/shm") ? "/dev/shm" : "/tmp";
    name += "/wax-fuzz-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string operator/(std::string_view name) const {
    return path_ + '/' + std::string(name);
  }

 private:
  std::string path_;
};

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// Words of one, of some and of all documents; phrases; several dates.
void write_index(const std::string& path) {
  index::IndexWriter writer(path, {});
  for (int i = 0; i < 300; ++i) {
    const std::string number = std::to_string(i);
    const std::string key = "example)/" + number;
    const std::string url = "http://example/" + number;
    const std::string digest = "sha1:KOV4AAWBLGYONIWSBHLSZJFUJMWUHX" +
                               std::string(2, static_cast<char>('A' + i % 26));
    const std::string title = "heron number" + number;
    std::string text = "the heron of the valley stands";
    if (i % 2 == 0) text += " in a river";
    if (i % 3 == 0) text += " near the old castle";
    std::vector<index::FieldValue> values = {{"urlkey", key},
                                             {"digest", digest},
                                             {"url", url},
                                             {"title", title},
                                             {"date", "20070101000000"}};
    if (i % 5 == 0) values.push_back({"date", "20080203040506"});
    values.push_back({"type", i % 2 == 0 ? "text/html" : "text/plain"});
    values.push_back({"length", number});
    values.push_back({"content", text});
    const std::vector<text::TextRange> main = {{4, 9}};
    writer.add(values, main);
  }
  writer.finish();
}

// A whole index, and a copy of which one file at a time is another.
struct Indexes {
  Folder folder;
  std::string copy = folder / "copy";
  std::vector<std::string> whole;  // bytes, in the order of kFiles

  Indexes() {
    write_index(copy);
    for (std::string_view name : kFiles) {
      whole.push_back(read(copy + '/' + std::string(name)));
      require(!whole.back().empty());
    }
  }
  void put(size_t file, std::string_view bytes) const {
    write(copy + '/' + std::string(kFiles[file]), bytes);
  }
};

void search(const index::IndexReader& reader) {
  for (const char* text :
       {"heron", "heron castle -river", "river OR castle OR number7",
        "\"the heron of the valley\"", "num*", "hero? number1~1",
        "date:2007-20080203", "date:200802030405", "url:example", "*"}) {
    index::Query query = index::parse_query(text, {});
    try {
      index::ResultOptions options;
      options.facets = {"type"};
      (void)index::find_results(reader, query, options);
    } catch (const Error&) {
    }
  }
}

void read_all(const std::string& path) {
  std::map<std::string, std::string> about;
  const auto index = index::open_index(path, {}, about);
  index::IndexCheckCounts counts;
  for (const auto& part : index->parts()) {
    try {
      index::check_lucene_segment(*part.segment, counts);
    } catch (const Error&) {
    }
  }
  try {
    if (const auto keys = index->keys()) {
      index::KeyFile::Cursor cursor(*keys);
      while (cursor.next()) {
      }
      index::KeyFile::Cursor sought(*keys);
      for (const char* key : {"example)/1 ", "example)/250 ", "z "}) {
        if (!sought.seek(key)) break;
      }
    }
  } catch (const Error&) {
  }
  const index::IndexReader reader = index::IndexReader::open({path});
  index::StoredDocument values;
  for (uint64_t n = 0; n < reader.documents(); ++n) {
    try {
      reader.document(n, {}, values);
    } catch (const Error&) {
      break;
    }
  }
  search(reader);
}

}  // namespace

void run(std::string_view bytes) {
  static const Indexes indexes;
  if (bytes.empty()) return;
  const size_t file = static_cast<unsigned char>(bytes[0]) % kFiles.size();
  const bool is_manifest = file == kManifest;
  std::string other(bytes.substr(1));
  if (kFiles[file] == "segments_1" && other.size() >= 8) {
    // The checksum of a commit is a part of it.
    uint64_t crc = io::crc32({other.data(), other.size() - 8});
    for (size_t i = 0; i < 8; ++i) {
      other[other.size() - 1 - i] = static_cast<char>(crc >> (8 * i));
    }
  }
  indexes.put(file, other);
  try {
    if (!is_manifest) index::write_manifest(indexes.copy, {{"analysis", "3"}});
    read_all(indexes.copy);
  } catch (const Error&) {
  }
  indexes.put(file, indexes.whole[file]);
  if (!is_manifest) {
    indexes.put(kManifest, indexes.whole[kManifest]);
  }
}

}  // namespace wax::fuzz
