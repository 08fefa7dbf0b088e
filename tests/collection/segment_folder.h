// A folder with segments in it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "collection/segment/segment.h"
#include "tests/document/sample_document.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {

inline std::map<std::string, std::string> files_of(
    const std::string& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().filename().string()] = {
        std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

inline void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

class SegmentFolder : public testing::Test {
 protected:
  std::string write(uint64_t count, const std::string& name = "segment",
                    bool force = false) {
    std::string path = home_ / name;
    SegmentWriter writer(path, cdx::UrlKeyKind::kLegacy, force);
    for (uint64_t n = 0; n < count; ++n) {
      writer.add(document::sample_document(n));
    }
    writer.add_date("org,example)/1", "sha1:AB", "20080101000000");
    writer.finish("{\"read\": 1}\n");
    return path;
  }

  tests::TempDir home_;
};

inline void append_all(const document::Document& document, std::string& out) {
  document::append_document(document, document::document_fields(), out);
  document::append_document(document, document::link_fields(), out);
  document::append_document(document, document::image_fields(), out);
}

// Everything a reader can say of a segment.
inline std::string read_all(const std::string& path) {
  SegmentReader reader(path);
  std::string out(cdx::name(reader.kind()));
  DocumentKey key;
  while (reader.next_key(key)) {
    out += std::string(key.urlkey) + ' ' + std::string(key.digest) + ' ' +
           std::string(key.date) + '\n';
  }
  document::Document document;
  while (reader.next(document)) {
    if (!reader.next_links(document)) return out + "no links";
    if (!reader.next_images(document)) return out + "no images";
    append_all(document, out);
  }
  if (reader.next_links(document)) out += "more links";
  if (reader.next_images(document)) out += "more images";
  for (uint64_t n = reader.documents(); n-- > 0;) {
    reader.read(n, document);
    reader.read_links(n, document);
    reader.read_images(n, document);
    append_all(document, out);
  }
  std::ifstream dates(reader.dates_path());
  out.append(std::istreambuf_iterator<char>(dates), {});
  return out + reader.stats();
}

}  // namespace wax::collection
