#include "index/lucenepp/stored_fields_check.h"

#include <lucene++/CompoundFileReader.h>
#include <lucene++/FieldInfos.h>
#include <lucene++/LuceneHeaders.h>
#include <lucene++/SegmentInfo.h>
#include <lucene++/SegmentInfos.h>

#include <cstdint>

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
