#include "warc/reader/record_access.h"

#include <algorithm>
#include <utility>

#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/rewindable_source.h"

namespace wax::warc {
namespace {

// What lies around a record, not what a whole file is best read by.
constexpr size_t kBlock = 64 * 1024;

std::unique_ptr<io::FileSource> open_source(const std::string& path,
                                            const io::Watch& watch) {
  auto source = io::open_input(path, kBlock);
  if (watch) source = io::watched(std::move(source), watch);
  return source->seeks_back() ? std::move(source)
                              : io::rewindable(std::move(source));
}

// What a reader may own.
class Borrowed final : public io::FileSource {
 public:
  explicit Borrowed(io::FileSource& source) : source_(&source) {}
  std::string_view peek(size_t at_least) override {
    return source_->peek(at_least);
  }
  void consume(size_t n) override { source_->consume(n); }
  const std::string& path() const override { return source_->path(); }
  uint64_t offset() const override { return source_->offset(); }
  bool size(uint64_t& bytes) const override { return source_->size(bytes); }
  bool seek(uint64_t offset) override { return source_->seek(offset); }
  bool seeks_back() const override { return source_->seeks_back(); }

 private:
  io::FileSource* source_;
};

}  // namespace

RecordAccess::Archive& RecordAccess::open(const std::string& path) {
  auto found = std::find_if(archives_.begin(), archives_.end(),
                            [&](const Archive& a) { return a.path == path; });
  if (found == archives_.end()) {
    auto source = open_source(path, watch_);
    if (archives_.size() >= most_open_) archives_.pop_back();
    archives_.push_front({path, std::move(source), nullptr});
  } else {
    archives_.splice(archives_.begin(), archives_, found);
  }
  return archives_.front();
}

void RecordAccess::close(const std::string& path) {
  archives_.remove_if([&](const Archive& a) { return a.path == path; });
}

Reader* RecordAccess::at(const std::string& path, uint64_t offset,
                         Record& record) {
  Archive& archive = open(path);
  if (archive.reader == nullptr || !archive.reader->go_to(offset)) {
    archive.reader = open_archive_at(
        std::make_unique<Borrowed>(*archive.source), offset, *problems_);
    if (archive.reader == nullptr) return nullptr;
  }
  if (archive.reader->next(record) && record.offset == offset) {
    return archive.reader.get();
  }
  problems_->report({Severity::kLost, "no-record-at-offset", path, offset,
                     "no readable record begins here"});
  return nullptr;
}

io::FileSource& RecordAccess::stored(const std::string& path, uint64_t offset) {
  io::FileSource& source = *open(path).source;
  if (!source.seek(offset))
    throw IoError(path, "the file cannot be read twice");
  return source;
}

}  // namespace wax::warc
