#include "cdx/record_lookup.h"

#include <utility>

#include "warc/io/input_files.h"
#include "warc/reader.h"

namespace wax::cdx {
RecordLookup::RecordLookup(const std::vector<std::string>& archives,
                           ProblemSink& problems)
    : paths_(archives, {}, problems) {
  options_.selection.all = true;
}
RecordLookup::~RecordLookup() = default;

RecordLookup::Answer RecordLookup::find(std::string_view filename,
                                        uint64_t offset, Capture& capture) {
  std::string path(paths_.find(filename));
  if (path.empty()) return Answer::kNoArchive;
  NoProblems none;
  auto reader = warc::open_archive_at(io::open_input(path), offset, none);
  if (reader == nullptr) return Answer::kNoRecord;
  Indexer indexer(std::move(reader), path, std::string(io::base_name(path)),
                  options_, none);
  const Capture* found = indexer.next();
  if (found == nullptr || found->offset != offset) return Answer::kNoRecord;
  capture = *found;
  return Answer::kFound;
}

}  // namespace wax::cdx
