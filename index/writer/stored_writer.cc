#include "index/writer/stored_writer.h"

#include "warc/record/digest.h"

namespace wax::index {

void StoredBlockMaker::begin_value(uint32_t field, StoredAs as) {
  char* out = rows_.room(kLongestVInt + 1);
  out = put_vint(out, uint64_t{field} + 1);
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
  if (++documents_ == StoredFile::kDocuments) finish();
}

void StoredBlockMaker::finish() {
  if (documents_ == 0) return;
  if (!text_.empty()) end_text();
  frame_.clear();
  compressor_.compress(rows_.view(), nullptr, frame_);
  size_t before = out_->bytes.size();
  out_->bytes.append_vint(frame_.size());
  out_->bytes.append_vint(rows_.size());
  out_->bytes.append_vint(plain_.size());
  out_->bytes.append_vint(of_texts_.size() / 2);
  for (uint64_t size : of_texts_) out_->bytes.append_vint(size);
  out_->bytes.append(frame_);
  out_->bytes.append(plain_.view());
  out_->bytes.append(texts_);
  out_->sizes.push_back(static_cast<uint32_t>(out_->bytes.size() - before));
  documents_ = 0;
  rows_.clear();
  plain_.clear();
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
  ByteBuffer end;
  end.append_fixed(documents, 4);
  end.append_fixed(list, 8);
  file_.write(end.view());
  file_.finish();
}

}  // namespace wax::index
