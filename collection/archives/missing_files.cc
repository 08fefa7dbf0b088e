#include "collection/archives/missing_files.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "io/error.h"
#include "io/inputs/input_files.h"
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

}  // namespace

void tell_missing_files(const BuildRecord& record,
                        const std::function<void(Problem)>& tell) {
  std::set<std::string> names;
  std::set<std::string> packages;
  for (const Batch& batch : record.batches) {
    for (const std::string& archive : batch.archives) {
      const std::string file(io::outer_file(archive));
      names.emplace(io::base_name(file));
      if (io::is_wacz_name(file)) packages.insert(file);
    }
  }
  struct Missing {
    std::string by;
    size_t count = 0;
  };
  std::map<std::string, Missing> missing;
  for (const std::string& package : packages) {
    for (const io::PackedFile& file : required_by(package)) {
      std::string name(io::base_name(warc::container_name(file.path)));
      if (name.empty() || names.contains(name)) continue;
      Missing& one = missing[name];
      if (one.count++ == 0) one.by = package;
    }
  }
  for (auto& [name, one] : missing) {
    tell(warc::missing_file(name, one.by, one.count - 1));
  }
}

}  // namespace wax::collection
