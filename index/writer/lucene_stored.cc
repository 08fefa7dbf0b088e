#include "index/writer/lucene_stored.h"

#include "index/store/packed_dates.h"

namespace wax::index {
namespace {

// Both files begin with it: texts are in UTF-8, and their lengths in bytes.
constexpr std::string_view kStoredFormat("\0\0\0\2", 4);
constexpr size_t kDateDigits = 14;

}  // namespace

void LuceneStoredMaker::add(uint32_t field, std::string_view text,
                            bool tokenized) {
  char* out = values_.room(2 * kLongestVInt + 1);
  out = put_vint(out, field);
  *out++ = tokenized ? 1 : 0;
  values_.end_at(put_vint(out, text.size()));
  values_.append(text);
  ++count_;
}

void LuceneStoredMaker::add_dates(uint32_t field, std::string_view packed) {
  char digits[kDateDigits];
  static_cast<void>(each_packed_date(packed, [&](uint64_t number) {
    put_date(number, digits);
    add(field, {digits, kDateDigits}, false);
  }));
}

void LuceneStoredMaker::end_document() {
  const size_t before = out_->bytes.size();
  out_->bytes.append_vint(count_);
  out_->bytes.append(values_.view());
  out_->sizes.push_back(static_cast<uint32_t>(out_->bytes.size() - before));
  values_.clear();
  count_ = 0;
}

LuceneStoredWriter::LuceneStoredWriter(const std::string& segment)
    : values_(segment + ".fdt"), places_(segment + ".fdx") {
  values_.write(kStoredFormat);
  places_.write(kStoredFormat);
}

void LuceneStoredWriter::add(const LuceneStored& documents) {
  uint64_t place = values_.size();
  char bytes[8];
  for (uint32_t size : documents.sizes) {
    put_fixed(bytes, place, sizeof bytes);
    places_.write({bytes, sizeof bytes});
    place += size;
  }
  values_.write(documents.bytes.view());
}

void LuceneStoredWriter::finish() {
  values_.finish();
  places_.finish();
}

}  // namespace wax::index
