// The stored values of a segment's documents, compressed in blocks of some
// documents: a file beside those of a segment, "wax-stored_0" for "_0".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "index/store/kept_documents.h"
#include "io/compress/text_dictionary.h"
#include "io/mapped_file.h"

namespace wax::index {

// The file of an index that holds the dictionary of its texts, if it has one.
inline constexpr std::string_view kDictionaryName = "wax-dictionary";

// Where the bytes of a value are, and what they are.
enum class StoredAs : uint8_t {
  kText = 0,    // in the rows
  kBinary = 1,  // in the rows
  kDates = 2,   // packed dates (date_places.h), among the plain bytes
  kSha1 = 3,    // "sha1:" and base32; 20 plain bytes
  kLong = 4,    // text, in the texts
  kLucene = 5,  // text, in Lucene's own files: the next one of the field
};

// The file; numbers of fixed size are big-endian, others are VInts:
//   "wax-stored 3\n"; the blocks; where each block begins (8 bytes each); how
//   many documents there are (4), and where that list begins (8).
// A block has kDocuments documents, the last one what is left, in groups of
// kGroup:
//   for each group: bytes of its rows, compressed and not, of its plain bytes,
//   and of its values in the texts; the number of texts, and bytes of each,
//   compressed and not; then the rows of each group, the plain bytes and the
//   texts.
// The rows of a group and each of the texts are zstd frames, the texts with the
// dictionary of the index, if it has one. A row says of each value of a
// document: number of the field, plus one; how it is stored (one byte); its
// size unless it is kSha1 or kLucene; its bytes if they are here. A 0 ends the
// row. Plain bytes are in the order of the rows, and so are the values in the
// texts. Each text has so many of them that it has kText bytes or more; the
// last has what is left.
class StoredFile {
 public:
  static constexpr uint32_t kDocuments = 32;
  static constexpr uint32_t kGroup = 8;
  static constexpr size_t kText = 8 << 10;
  static constexpr std::string_view kMark = "wax-stored 3\n";
  static constexpr uint64_t kEnd = 12;

  // Throws FormatError, IoError.
  StoredFile(std::shared_ptr<const io::MappedFile> file, uint32_t documents);

  // Calls use(number of the field, StoredAs, bytes) for the values of the
  // document of which wanted(number) is true, in their order. Bytes of kSha1
  // are those of the digest; kLucene has none. `dictionary` is that of the
  // index, or null. `kept`, unless it is null, keeps all values of the document
  // if it wants them. Throws FormatError, IoError.
  template <typename Wanted, typename Use>
  void values(uint32_t document, const io::TextDictionary* dictionary,
              Wanted&& wanted, Use&& use, KeptDocuments* kept = nullptr) const {
    if (kept != nullptr) {
      if (auto found = kept_values(document, dictionary, *kept)) {
        return found->each(wanted, use);
      }
    }
    std::shared_ptr<Block> block = take_block(document);
    Row row = start_of(*block, document);
    Value value;
    while (next(*block, row, value)) {
      if (!wanted(value.field)) continue;
      if (value.as == StoredAs::kLong) find_text(*block, dictionary, value);
      use(value.field, value.as, value.bytes);
    }
    give_back(std::move(block));
  }

 private:
  struct Block;
  struct Row {
    size_t at = 0;      // in the rows
    uint64_t text = 0;  // before the values of the row, in the texts
    uint64_t plain = 0;
  };
  struct Value {
    uint32_t field = 0;
    StoredAs as = StoredAs::kText;
    uint64_t text = 0;  // where it begins in the texts
    uint64_t size = 0;
    std::string_view bytes;
  };

  // With the rows of the document's group. Each thread keeps the block that it
  // read last.
  [[nodiscard]] std::shared_ptr<Block> take_block(uint32_t document) const;
  static std::shared_ptr<Block>& kept_block();
  static void give_back(std::shared_ptr<Block> block);
  // Null: they are not kept.
  [[nodiscard]] std::shared_ptr<const KeptValues> kept_values(
      uint32_t document, const io::TextDictionary* dictionary,
      KeptDocuments& kept) const;
  void read(uint32_t number, Block& block) const;
  void read_group(uint32_t number, Block& block) const;
  [[nodiscard]] Row start_of(const Block& block, uint32_t document) const;
  // False at the end of the row.
  bool next(const Block& block, Row& row, Value& value) const;
  void find_text(Block& block, const io::TextDictionary* dictionary,
                 Value& value) const;
  [[noreturn]] void fail(const Block& block) const;

  uint64_t id_;  // unlike that of any other file
  std::shared_ptr<const io::MappedFile> file_;
  io::FileSlice slice_;
  uint32_t documents_;
  uint64_t list_ = 0;  // where it begins
};

[[nodiscard]] std::string stored_file_name(const std::string& segment);

}  // namespace wax::index
