#include "collection/versions/shard_writer.h"

namespace wax::collection {

ShardWriter::ShardWriter(const std::string& path, index::WriterOptions options,
                         uint64_t most)
    : options_(std::move(options)), most_(most) {
  if (most_ == 0) {
    writer_ = std::make_unique<index::IndexWriter>(path, options_);
  } else {
    whole_.emplace(path, options_.force);
    begin_shard();
  }
}

void ShardWriter::about(std::string name, std::string value) {
  about_.emplace_back(std::move(name), std::move(value));
}

void ShardWriter::add(const std::string& urlkey, const std::string& digest,
                      const std::vector<index::FieldValue>& values,
                      std::span<const text::TextRange> main) {
  if (most_ != 0 && writer_->documents() == most_) {
    finish_shard();
    begin_shard();
  }
  writer_->add(values, main);
  keys_->add(urlkey, digest);
}

void ShardWriter::finish() {
  finish_shard();
  if (whole_) whole_->finish();
}

void ShardWriter::begin_shard() {
  std::string number = std::to_string(shards_ + 1);
  number.insert(0, number.size() < 5 ? 5 - number.size() : 0, '0');
  writer_ = std::make_unique<index::IndexWriter>(
      whole_->part() + "/pindexes/" + number + "/main", options_);
}

void ShardWriter::finish_shard() {
  ++shards_;
  documents_ += writer_->documents();
  for (const auto& [name, value] : about_) writer_->about(name, value);
  writer_->about("keys", keys_->finish());
  writer_->finish();
  keys_ = std::make_unique<index::KeyChain>();
}

}  // namespace wax::collection
