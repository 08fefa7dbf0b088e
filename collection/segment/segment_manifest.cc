#include "collection/segment/segment_manifest.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <system_error>

#include "collection/segment/segment_format.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::collection {

namespace format = segment_format;

namespace {

// Far above any manifest.
constexpr uint64_t kManifestLimit = 64 * 1024;

std::string digest_of(std::string_view bytes) {
  warc::Digester digester(warc::DigestAlgorithm::kSha256);
  digester.update(bytes);
  return text::to_hex(digester.finish().bytes());
}

constexpr std::string_view kKindBegin = "wax-segment ";

// Takes what stands before the first `end` off the front of `rest`.
std::string_view take_until(std::string_view& rest, char end) {
  size_t at = std::min(rest.find(end), rest.size());
  std::string_view taken = rest.substr(0, at);
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return taken;
}

bool parse(std::string_view text, uint64_t& number) {
  auto read = text::whole_number(text);
  number = read.value_or(0);
  return read.has_value();
}

// One "word value..." line of the manifest.
bool parse_line(std::string_view line, SegmentManifest& manifest) {
  std::string_view word = take_until(line, ' ');
  if (word == "urlkey") {
    auto kind = cdx::url_key_kind(line);
    if (kind) manifest.kind = *kind;
    return kind.has_value();
  }
  if (word == "identity") {
    manifest.identity = line;
    return true;
  }
  if (word == "documents") return parse(line, manifest.documents);
  if (word == "dates") return parse(line, manifest.dates);
  if (word == "fields") {
    std::string_view part = take_until(line, ' ');
    if (part == "documents") {
      manifest.document_names = line;
    } else if (part == "links") {
      manifest.link_names = line;
    } else if (part == "images") {
      manifest.image_names = line;
    } else {
      return false;
    }
    return true;
  }
  if (word != "file") return false;
  std::string_view name = take_until(line, ' ');
  SegmentFile& file = manifest.files.emplace_back();
  file.name = name;
  if (!parse(take_until(line, ' '), file.size)) return false;
  file.digest = line;
  return true;
}

}  // namespace

const SegmentFile* SegmentManifest::file(std::string_view name) const {
  auto found = std::find_if(files.begin(), files.end(),
                            [&](const auto& one) { return one.name == name; });
  return found == files.end() ? nullptr : &*found;
}

std::string manifest_text(const SegmentManifest& manifest) {
  std::string text(format::kKind);
  text += "\nurlkey " + std::string(cdx::name(manifest.kind));
  if (!manifest.identity.empty()) text += "\nidentity " + manifest.identity;
  text += "\ndocuments " + std::to_string(manifest.documents);
  text += "\ndates " + std::to_string(manifest.dates);
  text += "\nfields documents " + manifest.document_names;
  text += "\nfields links " + manifest.link_names;
  text += "\nfields images " + manifest.image_names + "\n";
  for (const SegmentFile& file : manifest.files) {
    text += "file " + file.name + " " + std::to_string(file.size) + " " +
            file.digest + "\n";
  }
  return text + "end sha256:" + digest_of(text) + "\n";
}

bool is_marked_segment(const std::string& folder) {
  const std::string path = folder + '/' + std::string(format::kManifest);
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return false;
  std::string begin(kKindBegin.size(), '\0');
  begin.resize(io::read(*io::open_file(path), begin.data(), begin.size()));
  return begin == kKindBegin;
}

bool has_other_format(const std::string& segment) {
  const std::string path = segment + '/' + std::string(format::kManifest);
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return false;
  const std::string text = io::read_all(*io::open_file(path), kManifestLimit);
  return text.starts_with(kKindBegin) &&
         text.substr(0, text.find('\n')) != format::kKind;
}

SegmentManifest read_segment_manifest(const std::string& path) {
  auto source = io::open_file(path);
  std::string text = io::read_all(*source, kManifestLimit);
  if (!text.starts_with(kKindBegin)) {
    throw FormatError(path, 0, "is not the manifest of a segment");
  }
  std::string_view rest = text;
  std::string_view kind = take_until(rest, '\n');
  if (kind != format::kKind) {
    throw FormatError(path, 0,
                      "has another version: \"" + std::string(kind) +
                          "\"; this program reads \"" +
                          std::string(format::kKind) + "\"; import again");
  }
  size_t end = text.rfind("\nend sha256:");
  if (end == std::string::npos) {
    throw FormatError(path, text.size(), "is truncated");
  }
  SegmentManifest manifest;
  manifest.fingerprint = digest_of(std::string_view(text).substr(0, end + 1));
  if (std::string_view(text).substr(end + 1) !=
      "end sha256:" + manifest.fingerprint + "\n") {
    throw FormatError(path, end + 1, "is damaged: its checksum differs");
  }
  rest.remove_suffix(text.size() - end - 1);
  while (!rest.empty()) {
    auto offset = static_cast<uint64_t>(rest.data() - text.data());
    if (!parse_line(take_until(rest, '\n'), manifest)) {
      throw FormatError(path, offset, "has an unknown line");
    }
  }
  return manifest;
}

}  // namespace wax::collection
