#include "cdx/index_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "warc/io/error.h"

namespace wax::cdx {
namespace {

using Word = std::pair<std::string_view, std::string_view>;

constexpr std::array<std::pair<std::string_view, DigestMode>, 4> kDigestModes =
    {{{"missing", DigestMode::kMissing},
      {"header", DigestMode::kHeader},
      {"always", DigestMode::kAlways},
      {"none", DigestMode::kNone}}};

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

std::vector<std::string> digest_mode_names() {
  std::vector<std::string> names;
  for (const auto& [name, mode] : kDigestModes) names.emplace_back(name);
  return names;
}

DigestMode digest_mode(std::string_view name) {
  auto found = find(kDigestModes, name);
  if (found != kDigestModes.end()) return found->second;
  throw UsageError("no way to make digests is named '" + std::string(name) +
                   "'");
}

void select_records(const std::vector<std::string>& words,
                    Selection& selection) {
  for (const std::string& word : words) {
    if (word == "all") {
      selection.all = true;
      continue;
    }
    warc::RecordType type = warc::record_type(word);
    if (type == warc::RecordType::kUnknown) {
      throw UsageError("no record type is named '" + word + "'");
    }
    selection.types.push_back(type);
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

}  // namespace wax::cdx
