// Segments: whatever their files hold, they are read, or refused as damaged.
// The input is a byte of marks, the number of documents, the content of a block
// of documents, keys, links and images, each after its size (varint.h), and
// lines that are added to the manifest. Blocks get their checksums. A mark says
// that a content is the bytes of the file instead.
#include "collection/segment/segment.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <string>

#include "collection/segment/segment_format.h"
#include "fuzz/support/entry.h"
#include "io/crc32.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"
#include "text/varint.h"
#include "warc/record/digest.h"

namespace wax::fuzz {
namespace {

namespace format = collection::segment_format;

constexpr uint8_t kManifestLines = 1 << 4;

std::string block_of(uint32_t documents, std::string_view content) {
  std::string frame(ZSTD_compressBound(content.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), content.data(),
                             content.size(), 1));
  std::string head(format::kBlockHead, '\0');
  format::write_number(static_cast<uint32_t>(frame.size()), head.data());
  format::write_number(static_cast<uint32_t>(content.size()), head.data() + 4);
  format::write_number(documents, head.data() + 8);
  const std::string_view counted = std::string_view(head).substr(0, 12);
  format::write_number(io::crc32(frame, io::crc32(counted)), head.data() + 12);
  return head + frame;
}

std::string sha256_of(std::string_view bytes) {
  warc::Digester digester(warc::DigestAlgorithm::kSha256);
  digester.update(bytes);
  return warc::spelling(digester.finish());
}

std::string names_of(std::span<const document::DocumentField> fields) {
  std::string names;
  for (const auto& field : fields) names.append(" ").append(field.name);
  return names;
}

void write_segment(std::string_view bytes, const tests::TempDir& folder) {
  const auto marks = static_cast<uint8_t>(bytes.empty() ? 0 : bytes[0]);
  bytes.remove_prefix(std::min<size_t>(1, bytes.size()));
  const uint32_t documents =
      bytes.empty() ? 0 : static_cast<unsigned char>(bytes[0]);
  bytes.remove_prefix(std::min<size_t>(1, bytes.size()));
  std::array<std::string, format::kFiles.size()> files;
  constexpr std::array kMagics = {format::kDocumentsMagic, format::kKeysMagic,
                                  format::kLinksMagic, format::kImagesMagic};
  std::string blocks(format::kBlockEntry, '\0');
  for (size_t i = 0; i < kMagics.size(); ++i) {
    std::string_view content;
    if (!text::take_text(bytes, content)) bytes = {};
    files[i] = kMagics[i];
    format::write_number(static_cast<uint64_t>(files[i].size()),
                         blocks.data() + 8 * (i + 1));
    files[i] += (marks >> i & 1) != 0 ? std::string(content)
                                      : block_of(documents, content);
  }
  files[4] = documents == 0 ? std::string() : blocks;
  files[6] = "{}";
  std::string manifest(format::kKind);
  manifest += "\nurlkey surt\ndocuments " + std::to_string(documents);
  manifest += "\ndates 0\nfields documents";
  manifest += names_of(document::document_fields()) + "\nfields links";
  manifest += names_of(document::link_fields()) + "\nfields images";
  manifest += names_of(document::image_fields()) + "\n";
  for (size_t i = 0; i < files.size(); ++i) {
    folder.write(format::kFiles[i], files[i]);
    manifest.append("file ").append(format::kFiles[i]).append(" ");
    manifest += std::to_string(files[i].size()) + ' ' + sha256_of(files[i]);
    manifest += '\n';
  }
  if ((marks & kManifestLines) != 0) manifest.append(bytes).append("\n");
  folder.write(format::kManifest,
               manifest + "end " + sha256_of(manifest) + "\n");
}

void read_all(const std::string& path) {
  collection::SegmentReader reader(path);
  document::Document document;
  document::Document again;
  for (uint64_t n = 0; reader.next(document); ++n) {
    again = document;
    reader.read(n, document);
    require(document == again);
    (void)document::main_text(document);
  }
  for (collection::DocumentKey key; reader.next_key(key);) {
  }
  while (reader.next_links(document)) {
  }
  while (reader.next_images(document)) {
  }
  (void)reader.dates_path();
  (void)reader.stats();
}

}  // namespace

void run(std::string_view bytes) {
  static const tests::TempDir folder;
  write_segment(bytes, folder);
  try {
    read_all(folder.path());
  } catch (const Error&) {
  }
}

}  // namespace wax::fuzz
