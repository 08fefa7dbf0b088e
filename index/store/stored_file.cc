#include "index/store/stored_file.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "index/store/manifest.h"

namespace wax::index {
namespace {

constexpr std::string_view kImpossibleStored =
    "this index file is damaged: its stored values are impossible";
// The bytes of a SHA-1 digest.
constexpr uint64_t kPlainSha1 = 20;
// A thread keeps no buffer that is longer.
constexpr size_t kLongestKept = 4 << 20;

std::atomic<uint64_t> stored_files_opened = 0;

void shrink(std::string& buffer) {
  if (buffer.capacity() > kLongestKept) std::string().swap(buffer);
}

}  // namespace

struct StoredFile::Block {
  struct Text {
    uint64_t at = 0;  // in the file
    uint64_t size = 0;
    uint64_t raw = 0;
    uint64_t begin = 0;  // in all texts of the block
  };

  struct Group {
    uint64_t at = 0;  // in the file
    uint64_t size = 0;
    uint64_t raw = 0;
    Row begin;  // `at` is 0
    Row end;    // likewise its size
  };

  uint64_t file = 0;  // id; 0: none
  uint32_t number = 0;
  uint64_t begin = 0;  // in the file
  uint64_t plain_at = 0;
  uint64_t plain_size = 0;
  std::vector<Group> groups;
  size_t group = SIZE_MAX;  // whose rows are in `rows`
  std::string rows;
  std::vector<Row> starts;  // of its documents
  std::vector<Text> texts;
  size_t open = SIZE_MAX;  // which text is in `text`
  std::string text;
};

StoredFile::StoredFile(std::shared_ptr<const io::MappedFile> file,
                       uint32_t documents)
    : id_(++stored_files_opened),
      file_(std::move(file)),
      slice_{file_.get(), 0, file_->size()},
      documents_(documents) {
  std::string_view mark;
  if (slice_.size() >= kMark.size() + kEnd) {
    mark = io::ByteCursor(slice_).bytes(kMark.size());
  }
  if (mark != kMark) {
    throw IndexToMakeAgain(
        file_->path(), 0,
        "this file of stored values is damaged, or was made by another version "
        "of wax-index; make the index again");
  }
  uint64_t end = slice_.size() - kEnd;
  list_ = slice_.long_at(end + 4);
  uint64_t blocks = (uint64_t{documents} + kDocuments - 1) / kDocuments;
  if (slice_.int_at(end) != documents || list_ > end ||
      (end - list_) / 8 != blocks) {
    slice_.fail(end, "this file is damaged, or of another index");
  }
}

std::shared_ptr<StoredFile::Block>& StoredFile::kept_block() {
  thread_local std::shared_ptr<Block> kept;
  return kept;
}

std::shared_ptr<StoredFile::Block> StoredFile::take_block(
    uint32_t document) const {
  std::shared_ptr<Block> block = std::move(kept_block());
  if (!block) block = std::make_shared<Block>();
  const uint32_t number = document / kDocuments;
  if (block->file != id_ || block->number != number) read(number, *block);
  const uint32_t group = document % kDocuments / kGroup;
  if (block->group != group) read_group(group, *block);
  return block;
}

void StoredFile::give_back(std::shared_ptr<Block> block) {
  kept_block() = std::move(block);
}

std::shared_ptr<const KeptValues> StoredFile::kept_values(
    uint32_t document, const io::TextDictionary* dictionary,
    KeptDocuments& kept) const {
  const KeptDocuments::Key key = {id_, document};
  bool is_wanted = false;
  auto found = kept.find(key, is_wanted);
  if (found != nullptr || !is_wanted) return found;
  auto all = std::make_shared<KeptValues>();
  values(
      document, dictionary, [](uint32_t) { return true; },
      [&](uint32_t field, StoredAs as, std::string_view bytes) {
        all->add(field, as, bytes);
      });
  all->shrink();
  kept.keep(key, all);
  return all;
}

StoredFile::Row StoredFile::start_of(const Block& block,
                                     uint32_t document) const {
  return block.starts[document % kDocuments % kGroup];
}

void StoredFile::fail(const Block& block) const {
  slice_.fail(block.begin, kImpossibleStored);
}

void StoredFile::read(uint32_t number, Block& block) const {
  block.file = 0;
  block.number = number;
  block.begin = slice_.long_at(list_ + uint64_t{number} * 8);
  if (block.begin >= list_) slice_.fail(list_, kImpossibleStored);
  io::ByteCursor in({slice_.file, slice_.begin, slice_.begin + list_},
                    block.begin);
  const uint32_t documents =
      std::min(kDocuments, documents_ - number * kDocuments);
  block.groups.resize((documents + kGroup - 1) / kGroup);
  uint64_t rows_size = 0;
  Row end;
  for (Block::Group& group : block.groups) {
    group.at = rows_size;
    group.size = in.vlong();
    group.raw = in.vlong();
    group.begin = end;
    const uint64_t plain = in.vlong();
    if (plain > list_ - end.plain) fail(block);
    end.plain += plain;
    end.text += in.vlong();
    group.end = end;
    rows_size += group.size;
    if (group.size > list_ || end.text < group.begin.text) fail(block);
  }
  block.texts.clear();
  uint64_t begin = 0;
  uint64_t at = 0;
  uint64_t left = in.vlong();
  // Each takes two bytes here and more behind.
  if (left > in.left() / 2) fail(block);
  for (; left > 0; --left) {
    uint64_t size = in.vlong();
    uint64_t raw = in.vlong();
    if (size > list_ || at > list_ || raw == 0 || begin + raw < begin) {
      fail(block);
    }
    block.texts.push_back({at, size, raw, begin});
    at += size;
    begin += raw;
  }
  if (block.groups.back().end.text != begin) fail(block);
  for (Block::Group& group : block.groups) group.at += in.at();
  in.skip(rows_size);
  block.plain_at = in.at();
  block.plain_size = end.plain;
  in.skip(block.plain_size);
  for (Block::Text& text : block.texts) text.at += in.at();
  block.group = SIZE_MAX;
  block.open = SIZE_MAX;
  shrink(block.rows);
  shrink(block.text);
  block.file = id_;
}

void StoredFile::read_group(uint32_t number, Block& block) const {
  block.group = SIZE_MAX;
  const Block::Group& group = block.groups[number];
  const uint8_t* bytes = slice_.at(group.at, group.size);
  if (!io::decompress_frame({reinterpret_cast<const char*>(bytes), group.size},
                            group.raw, nullptr, block.rows)) {
    fail(block);
  }
  block.starts.clear();
  Row row = group.begin;
  const uint32_t first = block.number * kDocuments + number * kGroup;
  Value value;
  for (uint32_t left = std::min(kGroup, documents_ - first); left > 0; --left) {
    block.starts.push_back(row);
    while (next(block, row, value)) {
    }
  }
  if (row.at != block.rows.size() || row.text != group.end.text ||
      row.plain != group.end.plain) {
    fail(block);
  }
  block.group = number;
}

bool StoredFile::next(const Block& block, Row& row, Value& value) const {
  const std::string& rows = block.rows;
  auto byte = [&] {
    if (row.at == rows.size()) fail(block);
    return static_cast<unsigned char>(rows[row.at++]);
  };
  auto number = [&] {
    uint64_t read = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      uint8_t here = byte();
      read |= uint64_t{here & 0x7FU} << shift;
      if (here < 0x80) break;
    }
    return read;
  };
  uint64_t field = number();
  if (field == 0) return false;
  uint8_t as = byte();
  if (field > UINT32_MAX || as > static_cast<uint8_t>(StoredAs::kLucene)) {
    fail(block);
  }
  value.field = static_cast<uint32_t>(field - 1);
  value.as = static_cast<StoredAs>(as);
  value.bytes = {};
  value.size = 0;
  if (value.as == StoredAs::kLucene) return true;
  value.size = value.as == StoredAs::kSha1 ? kPlainSha1 : number();
  switch (value.as) {
    case StoredAs::kLucene:
      break;
    case StoredAs::kText:
    case StoredAs::kBinary:
      if (value.size > rows.size() - row.at) fail(block);
      value.bytes = std::string_view(rows).substr(row.at, value.size);
      row.at += value.size;
      break;
    case StoredAs::kDates:
    case StoredAs::kSha1:
      if (value.size > block.plain_size - row.plain) fail(block);
      if (value.size > 0) {
        const uint8_t* bytes =
            slice_.at(block.plain_at + row.plain, value.size);
        value.bytes = {reinterpret_cast<const char*>(bytes), value.size};
      }
      row.plain += value.size;
      break;
    case StoredAs::kLong:
      value.text = row.text;
      row.text += value.size;
      if (row.text < value.text) fail(block);
      break;
  }
  return true;
}

void StoredFile::find_text(Block& block, const io::TextDictionary* dictionary,
                           Value& value) const {
  if (value.size == 0) return;
  size_t i = 0;
  while (i + 1 < block.texts.size() && block.texts[i + 1].begin <= value.text) {
    ++i;
  }
  if (i == block.texts.size()) fail(block);
  const Block::Text& text = block.texts[i];
  uint64_t begin = value.text - text.begin;
  if (begin > text.raw || value.size > text.raw - begin) fail(block);
  if (block.open != i) {
    block.open = SIZE_MAX;
    const uint8_t* bytes = slice_.at(text.at, text.size);
    if (!io::decompress_frame({reinterpret_cast<const char*>(bytes), text.size},
                              text.raw, dictionary, block.text)) {
      fail(block);
    }
    block.open = i;
  }
  value.bytes = std::string_view(block.text).substr(begin, value.size);
}

std::string stored_file_name(const std::string& segment) {
  return "wax-stored" + segment;
}

}  // namespace wax::index
