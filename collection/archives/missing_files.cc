#include "collection/archives/missing_files.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/import/import_stats.h"
#include "collection/layout.h"
#include "collection/segment/segment.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "text/percent.h"
#include "warc/check/data_package.h"
#include "warc/check/needed_files.h"
#include "warc/record/named_original.h"

namespace wax::collection {
namespace {

std::vector<io::PackedFile> required_by(const std::string& package) {
  if (io::is_url(package)) return {};
  try {
    auto read = warc::read_data_package(package);
    if (read) return std::move(read->required);
  } catch (const Error&) {
    // The steps that read its archives tell of it.
  }
  return {};
}

// By names as revisits spell them, the archives that name them.
std::map<std::string, std::string, std::less<>> named_in(
    const std::string& segment, bool& has_more) {
  has_more = false;
  try {
    const std::string stats(SegmentReader(segment).stats());
    has_more = has_more_containers(stats);
    return containers_in(stats);
  } catch (const Error&) {
    // Its steps tell of it.
  }
  return {};
}

// The names of the archives in a WACZ.
std::vector<std::string> names_in(const std::string& wacz) {
  std::vector<std::string> names;
  if (io::is_url(wacz)) return names;
  try {
    NoProblems none;
    for (const std::string& archive : io::expand_inputs({wacz}, none)) {
      names.emplace_back(io::base_name(archive));
    }
  } catch (const Error&) {
    // The steps that read its archives tell of it.
  }
  return names;
}

// By the path of each WACZ, the names of its archives.
using Packages = std::map<std::string, std::vector<std::string>, std::less<>>;

// The file of the batch that is this archive, or has it in it.
std::string_view file_in(const Batch& batch, const Packages& packages,
                         std::string_view filename) {
  for (const std::string& archive : batch.archives) {
    const std::string_view file = io::outer_file(archive);
    if (io::base_name(archive) == filename) return file;
    const auto package = packages.find(file);
    if (package != packages.end() &&
        std::ranges::count(package->second, filename) > 0) {
      return file;
    }
  }
  return filename;
}

// A crawler writes a name as it is, or as a part of a URL.
bool is_known(const std::set<std::string>& names, const std::string& name) {
  return names.contains(name) || names.contains(text::percent_decoded(name));
}

}  // namespace

void tell_missing_files(const std::string& out, const BuildRecord& record,
                        const std::function<void(Problem)>& tell) {
  std::set<std::string> names;
  Packages packages;
  for (const Batch& batch : record.batches) {
    for (const std::string& archive : batch.archives) {
      const std::string file(io::outer_file(archive));
      names.emplace(io::base_name(file));
      names.emplace(io::base_name(archive));
      if (!io::is_wacz_name(file) || packages.contains(file)) continue;
      const auto& inside = packages[file] = names_in(file);
      names.insert(inside.begin(), inside.end());
    }
  }
  struct Missing {
    std::string by;
    size_t count = 0;
  };
  std::map<std::string, Missing> missing;
  auto add = [&](const std::string& named, const std::string& by) {
    std::string name(io::base_name(warc::container_name(named)));
    if (name.empty() || is_known(names, name)) return;
    Missing& one = missing[name];
    // A WACZ may both require it and have revisits that name it.
    if (one.by == by) return;
    if (one.count++ == 0) one.by = by;
  };
  for (const auto& [package, inside] : packages) {
    for (const io::PackedFile& file : required_by(package)) {
      add(file.path, package);
    }
  }
  for (const Batch& batch : record.batches) {
    const std::string segment =
        BatchLayout{Layout{out}.batch(batch.name)}.segment();
    bool has_more = false;
    for (const auto& [name, archive] : named_in(segment, has_more)) {
      add(name, std::string(file_in(batch, packages, archive)));
    }
    if (!has_more) continue;
    tell({Severity::kWarning,
          "needed-files-many",
          segment,
          {},
          "revisits name more than " +
              std::to_string(ImportStats::kMostContainers) +
              " files as those of their originals; others are not looked "
              "for: wax-warc-originals names them"});
  }
  for (auto& [name, one] : missing) {
    tell(warc::missing_file(name, one.by, one.count - 1));
  }
}

}  // namespace wax::collection
