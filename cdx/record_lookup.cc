#include "cdx/record_lookup.h"

#include <utility>

#include "warc/io/input_files.h"
#include "warc/reader.h"

namespace wax::cdx {
RecordLookup::RecordLookup(const std::vector<std::string>& archives,
                           ProblemSink& problems) {
  for (std::string& path : io::expand_inputs(archives, problems)) {
    std::string name(io::base_name(path));
    paths_.try_emplace(std::move(name), std::move(path));
  }
  options_.selection.all = true;
}
RecordLookup::~RecordLookup() = default;

RecordLookup::Answer RecordLookup::find(std::string_view filename,
                                        uint64_t offset, Capture& capture) {
  auto path = paths_.find(io::base_name(filename));
  if (path == paths_.end()) return Answer::kNoArchive;
  NoProblems none;
  auto reader =
      warc::open_archive_at(io::open_input(path->second), offset, none);
  if (reader == nullptr) return Answer::kNoRecord;
  Indexer indexer(std::move(reader), path->second, path->first, options_, none);
  const Capture* found = indexer.next();
  if (found == nullptr || found->offset != offset) return Answer::kNoRecord;
  capture = *found;
  return Answer::kFound;
}

}  // namespace wax::cdx
