#include "collection/import/import_stats.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "text/json.h"
#include "text/json_tree.h"
#include "text/varint.h"

namespace wax::collection {
namespace {

void each_number(auto& stats, auto&& call) {
  call(stats.archives);
  call(stats.failed_archives);
  call(stats.bytes);
  call(stats.read);
  call(stats.imported);
  call(stats.excluded);
  call(stats.dates);
  call(stats.failed);
  call(stats.truncated);
  call(stats.noindex);
  call(stats.text_bytes);
  call(stats.links);
}

}  // namespace

ImportStats& ImportStats::operator+=(const ImportStats& other) {
  std::vector<uint64_t> more;
  each_number(other, [&](uint64_t number) { more.push_back(number); });
  auto next = more.begin();
  each_number(*this, [&](uint64_t& number) { number += *next++; });
  for (const auto& [reason, count] : other.skipped) skipped[reason] += count;
  for (const auto& [reason, count] : other.without_text) {
    without_text[reason] += count;
  }
  for (const auto& [name, archive] : other.containers) {
    add_container(name, archive);
  }
  has_more_containers = has_more_containers || other.has_more_containers;
  return *this;
}

void ImportStats::add_container(std::string_view name,
                                std::string_view archive) {
  const auto known = containers.find(name);
  if (known != containers.end()) {
    if (archive < known->second) known->second = archive;
    return;
  }
  containers.emplace(name, archive);
  if (containers.size() > kMostContainers) {
    containers.erase(std::prev(containers.end()));
    has_more_containers = true;
  }
}

void ImportStats::append(std::string& out) const {
  each_number(*this,
              [&](uint64_t number) { text::append_number(number, out); });
  for (const auto* counts : {&skipped, &without_text}) {
    text::append_number(counts->size(), out);
    for (const auto& [reason, count] : *counts) {
      text::append_text(reason, out);
      text::append_number(count, out);
    }
  }
  // One more than there can be: there were more.
  text::append_number(containers.size() + (has_more_containers ? 1 : 0), out);
  for (const auto& [name, archive] : containers) {
    text::append_text(name, out);
    text::append_text(archive, out);
  }
}

bool ImportStats::take(std::string_view& rest) {
  bool whole = true;
  each_number(*this, [&](uint64_t& number) {
    whole = whole && text::take_number(rest, number);
  });
  for (auto* counts : {&skipped, &without_text}) {
    counts->clear();
    uint64_t size = 0;
    whole = whole && text::take_number(rest, size);
    for (; whole && size > 0; --size) {
      std::string_view reason;
      uint64_t count = 0;
      whole = text::take_text(rest, reason) && text::take_number(rest, count);
      if (whole) (*counts)[std::string(reason)] = count;
    }
  }
  containers.clear();
  uint64_t size = 0;
  whole = whole && text::take_number(rest, size);
  has_more_containers = size > kMostContainers;
  size = std::min<uint64_t>(size, kMostContainers);
  for (; whole && size > 0; --size) {
    std::string_view name;
    std::string_view archive;
    whole = text::take_text(rest, name) && text::take_text(rest, archive);
    if (whole) add_container(name, archive);
  }
  return whole;
}

std::string ImportStats::json() const {
  std::string text = "{\n";
  auto member = [&](const char* name, uint64_t value) {
    text += std::string("  \"") + name + "\": " + std::to_string(value) + ",\n";
  };
  member("archives", archives);
  member("failed_archives", failed_archives);
  member("bytes", bytes);
  member("read", read);
  member("imported", imported);
  member("excluded", excluded);
  member("dates", dates);
  auto reasons = [&](const char* name, const auto& counts) {
    text += std::string("  \"") + name + "\": {";
    const char* separator = "\n";
    for (const auto& [reason, count] : counts) {
      text += separator;
      text += "    ";
      text::append_json_string(reason, text);
      text += ": " + std::to_string(count);
      separator = ",\n";
    }
    text += counts.empty() ? "},\n" : "\n  },\n";
  };
  reasons("skipped", skipped);
  member("failed", failed);
  member("truncated", truncated);
  member("noindex", noindex);
  reasons("without_text", without_text);
  if (!containers.empty()) {
    text += "  \"containers\": {";
    const char* separator = "\n    ";
    for (const auto& [name, archive] : containers) {
      text += separator;
      text::append_json_string(name, text);
      text += ": ";
      text::append_json_string(archive, text);
      separator = ",\n    ";
    }
    text += "\n  },\n";
  }
  if (has_more_containers) text += "  \"more_containers\": true,\n";
  member("text_bytes", text_bytes);
  text += "  \"links\": " + std::to_string(links) + "\n}\n";
  return text;
}

std::map<std::string, std::string, std::less<>> containers_in(
    std::string_view json) {
  std::map<std::string, std::string, std::less<>> named;
  constexpr int kDeepest = 3;
  const nlohmann::json stats = text::try_parse_json(json, kDeepest);
  if (!stats.is_object()) return named;
  const auto member = stats.find("containers");
  if (member == stats.end() || !member->is_object()) return named;
  for (const auto& [name, archive] : member->items()) {
    if (archive.is_string()) named.emplace(name, archive.get<std::string>());
  }
  return named;
}

bool has_more_containers(std::string_view json) {
  constexpr int kDeepest = 3;
  const nlohmann::json stats = text::try_parse_json(json, kDeepest);
  if (!stats.is_object()) return false;
  const auto member = stats.find("more_containers");
  return member != stats.end() && *member == true;
}

}  // namespace wax::collection
