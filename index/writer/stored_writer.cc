#include "index/writer/stored_writer.h"

#include "index/store/date_places.h"
#include "warc/record/digest.h"

namespace wax::index {
namespace {

// Both files begin with it: texts are in UTF-8, and their lengths in bytes.
constexpr std::string_view kStoredFormat("\0\0\0\2", 4);
constexpr size_t kDateDigits = 14;

}  // namespace

void StoredBlockMaker::begin_value(uint32_t field, StoredAs as) {
  char* out = rows_.room(io::kLongestVInt + 1);
  out = io::put_vint(out, uint64_t{field} + 1);
  *out++ = static_cast<char>(as);
  rows_.end_at(out);
}

void StoredBlockMaker::add(uint32_t field, StoredAs as,
                           std::string_view bytes) {
  begin_value(field, as);
  rows_.append_vint(bytes.size());
  rows_.append(bytes);
}

void StoredBlockMaker::add_text(uint32_t field, std::string_view text) {
  if (text.starts_with("sha1:")) {
    auto digest = warc::parse_digest(text);
    if (digest && digest->algorithm == warc::DigestAlgorithm::kSha1 &&
        warc::spelling(*digest) == text) {
      return add_sha1(field, digest->bytes());
    }
  }
  add(field, StoredAs::kText, text);
}

void StoredBlockMaker::add_dates(uint32_t field, std::string_view packed) {
  begin_value(field, StoredAs::kDates);
  rows_.append_vint(packed.size());
  plain_.append(packed);
}

void StoredBlockMaker::add_long(uint32_t field, std::string_view text) {
  begin_value(field, StoredAs::kLong);
  rows_.append_vint(text.size());
  texts_size_ += text.size();
  text_.append(text);
  if (text_.size() >= StoredFile::kText) end_text();
}

void StoredBlockMaker::end_text() {
  size_t before = texts_.size();
  compressor_.compress(text_.view(), dictionary_, texts_);
  of_texts_.push_back(texts_.size() - before);
  of_texts_.push_back(text_.size());
  text_.clear();
}

void StoredBlockMaker::end_document() {
  rows_.append_vint(0);
  ++documents_;
  if (documents_ % StoredFile::kGroup == 0) end_group();
  if (documents_ == StoredFile::kDocuments) finish();
}

void StoredBlockMaker::end_group() {
  const size_t before = row_frames_.size();
  compressor_.compress(rows_.view(), nullptr, row_frames_);
  for (uint64_t size : {row_frames_.size() - before, rows_.size(),
                        plain_.size() - plain_before_, texts_size_}) {
    of_groups_.push_back(size);
  }
  rows_.clear();
  plain_before_ = plain_.size();
  texts_size_ = 0;
}

void StoredBlockMaker::finish() {
  if (documents_ == 0) return;
  if (!text_.empty()) end_text();
  if (documents_ % StoredFile::kGroup != 0) end_group();
  size_t before = out_->bytes.size();
  for (uint64_t size : of_groups_) out_->bytes.append_vint(size);
  out_->bytes.append_vint(of_texts_.size() / 2);
  for (uint64_t size : of_texts_) out_->bytes.append_vint(size);
  out_->bytes.append(row_frames_);
  out_->bytes.append(plain_.view());
  out_->bytes.append(texts_);
  out_->sizes.push_back(static_cast<uint32_t>(out_->bytes.size() - before));
  documents_ = 0;
  row_frames_.clear();
  of_groups_.clear();
  plain_.clear();
  plain_before_ = 0;
  texts_.clear();
  of_texts_.clear();
}

void StoredFileWriter::add(const StoredBlocks& blocks) {
  uint64_t place = file_.size();
  for (uint32_t size : blocks.sizes) {
    list_.append_fixed(place, 8);
    place += size;
  }
  file_.write(blocks.bytes.view());
}

void StoredFileWriter::finish(uint32_t documents) {
  uint64_t list = file_.size();
  file_.write(list_.view());
  io::ByteBuffer end;
  end.append_fixed(documents, 4);
  end.append_fixed(list, 8);
  file_.write(end.view());
  file_.finish();
}

void LuceneStoredMaker::add(uint32_t field, std::string_view text,
                            bool tokenized) {
  char* out = values_.room(2 * io::kLongestVInt + 1);
  out = io::put_vint(out, field);
  *out++ = tokenized ? 1 : 0;
  values_.end_at(io::put_vint(out, text.size()));
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
    io::put_fixed(bytes, place, sizeof bytes);
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
