#include "cdx/record_lookup.h"

#include <utility>

#include "warc/io/input_files.h"
#include "warc/reader.h"

namespace wax::cdx {
namespace {

// Beyond so many bytes, opening anew is less work.
constexpr uint64_t kFar = 128 * 1024;

}  // namespace

RecordLookup::RecordLookup(const std::vector<std::string>& archives,
                           ProblemSink& problems)
    : paths_(archives, {}, problems) {
  options_.selection.all = true;
}
RecordLookup::~RecordLookup() = default;

bool RecordLookup::read_on(uint64_t offset) {
  if (last_ == nullptr || last_->offset > offset ||
      offset > indexer_->position() + kFar) {
    return false;
  }
  while (last_ != nullptr && last_->offset < offset) last_ = indexer_->next();
  return last_ != nullptr && last_->offset == offset;
}

RecordLookup::Answer RecordLookup::find(std::string_view filename,
                                        uint64_t offset, Capture& capture) {
  std::string path(paths_.find(filename));
  if (path.empty()) return Answer::kNoArchive;
  if (open_ != path || !read_on(offset)) {
    last_ = nullptr;
    open_ = std::move(path);
    auto reader = warc::open_archive_at(io::open_input(open_), offset, none_);
    if (reader == nullptr) return Answer::kNoRecord;
    indexer_ = std::make_unique<Indexer>(std::move(reader), open_,
                                         std::string(io::base_name(open_)),
                                         options_, none_);
    last_ = indexer_->next();
  }
  if (last_ == nullptr || last_->offset != offset) return Answer::kNoRecord;
  capture = *last_;
  return Answer::kFound;
}

}  // namespace wax::cdx
