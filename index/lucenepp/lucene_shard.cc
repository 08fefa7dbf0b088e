#include "index/lucenepp/lucene_shard.h"

#include <lucene++/CompoundFileReader.h>
#include <lucene++/FieldInfos.h>
#include <lucene++/SegmentInfo.h>
#include <lucene++/SegmentInfos.h>

#include <utility>

namespace wax::index {
namespace {

// Bits of a field, and formats of the files: FieldsWriter.h of Lucene++.
constexpr uint8_t kBinary = 2;
constexpr uint8_t kCompressed = 4;
constexpr int32_t kLengthsInBytes = 1;

class StoredFieldsCheck {
 public:
  StoredFieldsCheck(const DirectoryPtr& directory,
                    const Lucene::SegmentInfoPtr& segment)
      : path_(directory->path()) {
    Lucene::DirectoryPtr own = directory;
    if (segment->getUseCompoundFile()) {
      own = opened(directory, segment->name + L".cfs");
    }
    fields_ =
        Lucene::newLucene<Lucene::FieldInfos>(own, segment->name + L".fnm")
            ->size();
    Lucene::DirectoryPtr store = own;
    String name = segment->name;
    int32_t before = 0;  // documents of other segments in the same files
    if (segment->getDocStoreOffset() != -1) {
      before = segment->getDocStoreOffset();
      name = segment->getDocStoreSegment();
      store = directory;
      if (segment->getDocStoreIsCompoundFile()) {
        store = opened(directory, name + L".cfx");
      }
    }
    places_ = store->openInput(name + L".fdx");
    values_ = store->openInput(name + L".fdt");
    int32_t first = places_->readInt();
    format_ = first;
    int64_t start = first == 0 ? 0 : 4;
    for (int32_t n = 0; n < segment->docCount; ++n) {
      places_->seek(start + 8 * (int64_t{before} + n));
      values_->seek(place(places_->readLong()));
      check_document();
    }
  }

 private:
  static Lucene::DirectoryPtr opened(const DirectoryPtr& directory,
                                     const String& name) {
    return Lucene::newLucene<Lucene::CompoundFileReader>(directory, name);
  }

  // A place in the file of values.
  [[nodiscard]] int64_t place(int64_t at) const {
    if (at < 0 || at > values_->length()) throw unsound(path_);
    return at;
  }

  void check_document() {
    for (int32_t left = values_->readVInt(); left > 0; --left) {
      int32_t field = values_->readVInt();
      if (field < 0 || field >= fields_) throw unsound(path_);
      uint8_t bits = values_->readByte();
      int32_t length = values_->readVInt();
      if (length < 0) throw unsound(path_);
      if (format_ >= kLengthsInBytes || (bits & (kBinary | kCompressed)) != 0) {
        values_->seek(place(values_->getFilePointer() + length));
      } else {
        values_->skipChars(length);
      }
    }
  }

  std::string path_;
  int32_t fields_ = 0;
  int32_t format_ = 0;
  Lucene::IndexInputPtr places_;
  Lucene::IndexInputPtr values_;
};

}  // namespace

std::shared_ptr<LuceneShard> open_lucene_shard(
    const std::vector<std::string>& paths,
    const std::vector<std::shared_ptr<const Manifest>>& manifests) {
  auto shard = std::make_shared<LuceneShard>();
  for (size_t i = 0; i < paths.size(); ++i) {
    LuceneColumn column{
        paths[i], Lucene::newLucene<Directory>(paths[i], manifests[i]), {}};
    if (manifests[i] == nullptr) check_stored_fields(column.directory);
    guarded(column.directory, [&] {
      column.reader = Lucene::IndexReader::open(column.directory, true);
    });
    shard->columns.push_back(std::move(column));
  }
  const Lucene::IndexReaderPtr& main = shard->columns.back().reader;
  if (paths.size() > 1 && main->hasDeletions()) {
    throw UsageError(
        paths.back() +
        ": Lucene++ does not read parallel indexes of an index from which "
        "documents were deleted");
  }
  shard->documents = main->maxDoc();
  shard->guard([&] {
    auto joined = Lucene::newLucene<Lucene::ParallelReader>();
    for (size_t i = 0; i < shard->columns.size(); ++i) {
      const Lucene::IndexReaderPtr& reader = shard->columns[i].reader;
      joined->add(reader);
      Lucene::HashSet<String> names =
          reader->getFieldNames(Lucene::IndexReader::FIELD_OPTION_ALL);
      for (const String& name : names) shard->owners.emplace(utf8_of(name), i);
    }
    shard->joined = joined;
  });
  return shard;
}

void check_stored_fields(const DirectoryPtr& directory) {
  guarded(directory, [&] {
    auto segments = Lucene::newLucene<Lucene::SegmentInfos>();
    segments->read(directory);
    for (int32_t i = 0; i < segments->size(); ++i) {
      StoredFieldsCheck check(directory, segments->info(i));
    }
  });
}

}  // namespace wax::index
