#include "cdx/indexer/indexer_args.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "cdx/format/identity_line.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "warc/record/record.h"

namespace wax::cdx {
namespace {

using Word = std::pair<std::string_view, std::string_view>;

constexpr std::array<Word, 6> kKeys = {{{"warc-target-uri", "url"},
                                        {"http:status", "status"},
                                        {"warc-payload-digest", "digest"},
                                        {"req.http:referer", "referrer"},
                                        {"req.http:method", "method"},
                                        {"record-digest", "recordDigest"}}};

// Where they have a value; "requestBody" goes with post_append.
constexpr std::array<std::string_view, 13> kInEveryLine = {
    "metadata", "url",          "mime",       "mime-detected", "status",
    "digest",   "redirect",     "robotflags", "length",        "offset",
    "filename", "recordDigest", "requestBody"};

template <typename List>
auto find(const List& list, std::string_view name) {
  return std::find_if(list.begin(), list.end(),
                      [&](const auto& entry) { return entry.first == name; });
}

}  // namespace

void select_records(const std::vector<std::string>& words,
                    Selection& selection) {
  for (const std::string& word : words) {
    if (word == "all") {
      selection.all = true;
    } else {
      selection.types.push_back(warc::named_type(word));
    }
  }
}

std::vector<std::string> add_fields(const std::vector<std::string>& names,
                                    IndexOptions& options) {
  std::vector<std::string> keys;
  for (const std::string& name : names) {
    auto found = find(kKeys, name);
    std::string_view key = found == kKeys.end() ? name : found->second;
    keys.emplace_back(key);
    options.record_digest |= key == "recordDigest";
    bool common = std::find(kInEveryLine.begin(), kInEveryLine.end(), key) !=
                  kInEveryLine.end();
    auto& fields = options.fields;
    bool known = std::find(fields.begin(), fields.end(), key) != fields.end();
    if (!common && !known) fields.emplace_back(key);
  }
  return keys;
}

void choose(const IndexerArgs& words, IndexStreamOptions& stream) {
  IndexOptions& index = stream.index;
  const bool minimal = index.minimal;
  static_cast<IdentityOptions&>(index) = identity_of(words.identity);
  index.minimal = minimal;
  select_records(words.records, index.selection);
  if (words.redirects) index.redirects = true;
  if (words.meta) index.meta = true;
  add_fields(words.fields, index);
  stream.only_fields = add_fields(words.only_fields, index);

  if (!words.legend.empty() && !words.format.empty()) {
    throw UsageError("--legend and --format exclude each other");
  }
  stream.cdxj =
      words.format == "cdxj" ||
      (words.format.empty() && words.legend.empty() && index.profile->cdxj());
  bool fields = !words.fields.empty() || !words.only_fields.empty();
  if (!stream.cdxj && (fields || index.record_digest)) {
    throw UsageError(
        "--add-fields, --only-fields and --record-digest need --format cdxj");
  }
  stream.legend.letters = !words.legend.empty() ? std::string_view(words.legend)
                          : words.format.empty()
                              ? index.profile->legend()
                              : legend_letters(words.format).value_or(kCdx11);
  if (words.header && words.no_header) {
    throw UsageError("--header and --no-header exclude each other");
  }
}

std::string top_lines(const IndexerArgs& words,
                      const IndexStreamOptions& stream) {
  if (words.no_header) return {};
  std::string identity = stream.index.spelling();
  if (stream.cdxj) return identity_line(identity, IdentityForm::kCdxj);
  if (!words.header && !stream.index.profile->header()) return {};
  return stream.legend.header() + "\n" +
         identity_line(identity, IdentityForm::kCdx);
}

std::string archive_name(const std::string& path, const ArchiveNaming& naming) {
  namespace fs = std::filesystem;
  if (path == "-" || (io::is_url(path) && naming.full_path)) return path;
  if (!naming.full_path && naming.root.empty()) {
    return std::string(io::base_name(path));
  }
  // The name of an entry is no path, even if it has ".." in it.
  auto inside = io::entry_path(path);
  std::string entry = inside ? "!/" + std::string(inside->entry) : "";
  fs::path file = inside ? fs::path(inside->zip) : fs::path(path);
  fs::path absolute = fs::absolute(file).lexically_normal();
  if (naming.full_path) return absolute.string() + entry;
  fs::path root = fs::absolute(naming.root).lexically_normal();
  return absolute.lexically_relative(root).string() + entry;
}

}  // namespace wax::cdx
