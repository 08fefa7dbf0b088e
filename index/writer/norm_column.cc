#include "index/writer/norm_column.h"

#include <algorithm>
#include <utility>

namespace wax::index {
namespace {

constexpr uint64_t kNormBlock = 1 << 20;

}  // namespace

NormColumn::NormColumn(std::string tmpdir) : tmpdir_(std::move(tmpdir)) {}

void NormColumn::fill(uint64_t documents) {
  while (documents > 0) {
    uint64_t n = std::min<uint64_t>(documents, kNormBlock);
    bytes_.append(static_cast<char>(kNoNorm), n);
    documents -= n;
    spill();
  }
}

void NormColumn::add(std::string_view norms) {
  bytes_.append(norms);
  spill();
}

void NormColumn::write(IndexFile& file) const {
  io::ByteBuffer block;
  for (uint64_t at = 0; at < in_file_; at += block.size()) {
    uint64_t n = std::min<uint64_t>(in_file_ - at, kNormBlock);
    block.clear();
    char* begin = block.room(n);
    file_->read(begin, n, at);
    block.end_at(begin + n);
    file.write(block.view());
  }
  file.write(bytes_.view());
}

void NormColumn::spill() {
  if (bytes_.size() < kNormBlock) return;
  if (!file_) file_ = std::make_unique<io::UnnamedFile>(tmpdir_);
  file_->write(bytes_.view(), in_file_);
  in_file_ += bytes_.size();
  bytes_.clear();
}

}  // namespace wax::index
