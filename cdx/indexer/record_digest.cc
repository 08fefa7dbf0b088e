#include "cdx/indexer/record_digest.h"

#include <string_view>

#include "io/inputs/input_files.h"

namespace wax::cdx {

std::optional<std::string> RecordDigest::of(uint64_t offset, uint64_t length) {
  if (path_ == "-") return std::nullopt;
  if (file_ == nullptr) file_ = io::open_input(path_);
  if (!file_->seek(offset)) return std::nullopt;
  io::LimitedSource stored(*file_, length);
  for (;;) {
    std::string_view bytes = stored.peek();
    if (bytes.empty()) break;
    digester_.update(bytes);
    stored.consume(bytes.size());
  }
  return warc::spelling(digester_.finish());
}

}  // namespace wax::cdx
