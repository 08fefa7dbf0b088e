#include "graph/store/node_file.h"

#include <bit>
#include <cstring>

#include "io/error.h"

namespace wax::graph {

static_assert(std::endian::native == std::endian::little);

NodeFileWriter::NodeFileWriter(const std::string& path)
    : data_(io::open_output(path, false)),
      index_(io::open_output(path + ".index", false)) {}

void NodeFileWriter::begin_node() {
  if (nodes_ % kBlockNodes == 0) put_number(bytes_);
  ++nodes_;
}

void NodeFileWriter::append(std::string_view bytes) {
  data_->write(bytes);
  bytes_ += bytes.size();
}

void NodeFileWriter::finish() {
  put_number(bytes_);
  put_number(nodes_);
  data_->finish();
  index_->finish();
}

void NodeFileWriter::put_number(uint64_t number) {
  char bytes[sizeof(number)];
  std::memcpy(bytes, &number, sizeof(number));
  index_->write({bytes, sizeof(number)});
}

NodeFile::NodeFile(const std::string& path)
    : data_(path, nullptr), index_(path + ".index", nullptr) {
  uint64_t count = index_.size() / sizeof(uint64_t);
  if (count < 2) {
    throw FormatError(index_.path(), 0, "is too short for an index of nodes");
  }
  nodes_ = number_at(count - 1);
  if (count != blocks() + 2 || number_at(count - 2) != data_.size()) {
    throw FormatError(index_.path(), 0, "does not fit " + data_.path());
  }
}

std::string_view NodeFile::bytes(uint64_t first, uint64_t last) const {
  uint64_t begin = number_at(first);
  uint64_t end = number_at(last);
  if (begin > end || end > data_.size()) {
    throw FormatError(index_.path(), first * sizeof(uint64_t),
                      "is no offset in " + data_.path());
  }
  for (uint64_t at = begin; at < end;) at = data_.check(at);
  return {reinterpret_cast<const char*>(data_.bytes()) + begin,
          static_cast<size_t>(end - begin)};
}

void NodeFile::fail(std::string_view rest) const {
  const char* begin = reinterpret_cast<const char*>(data_.bytes());
  uint64_t at =
      rest.data() == nullptr ? 0 : static_cast<uint64_t>(rest.data() - begin);
  throw FormatError(data_.path(), at, "is no record of a node");
}

uint64_t NodeFile::number_at(uint64_t place) const {
  uint64_t at = place * sizeof(uint64_t);
  uint64_t number;
  (void)index_.check(at);
  std::memcpy(&number, index_.bytes() + at, sizeof(number));
  return number;
}

}  // namespace wax::graph
