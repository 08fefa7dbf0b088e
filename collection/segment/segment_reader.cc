#include <zstd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "collection/segment/segment.h"
#include "collection/segment/segment_format.h"
#include "collection/segment/segment_manifest.h"
#include "io/byte_source.h"
#include "io/crc32.h"
#include "io/error.h"
#include "text/varint.h"
#include "warc/record/digest.h"

namespace wax::collection {

namespace format = segment_format;

namespace {

// Bytes that are read at once for one document.
constexpr size_t kReadByPosition = 64 * 1024;

struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// The blocks of `documents`, `keys`, `links` or `images`, one after another.
class BlockStream {
 public:
  BlockStream(const std::string& path, std::string_view magic, uint64_t size,
              size_t read_ahead)
      : path_(path),
        size_(size),
        source_(io::open_file(path, read_ahead)),
        context_(ZSTD_createDCtx()) {
    if (!source_->peek(magic.size()).starts_with(magic)) {
      throw FormatError(path_, 0, "does not begin like this file of a segment");
    }
    source_->consume(magic.size());
    if (context_ == nullptr) throw std::bad_alloc();
  }

  // The next entry of the current block; false at the end of the file. Views
  // hold until the next call.
  bool next_block() {
    uint64_t offset = source_->offset();
    std::array<char, format::kBlockHead> head;
    size_t got = io::read(*source_, head.data(), head.size());
    if (got == 0 && offset == size_) return false;
    if (got < head.size()) throw FormatError(path_, offset, "is truncated");
    auto size = format::read_number<uint32_t>(head.data());
    auto unpacked = format::read_number<uint32_t>(head.data() + 4);
    if (size > size_ - offset - head.size()) {
      throw FormatError(path_, offset, "a block extends beyond the end");
    }
    packed_.resize(size);
    if (io::read(*source_, packed_.data(), size) != size) {
      throw FormatError(path_, offset, "is truncated");
    }
    uint32_t crc = io::crc32(packed_, io::crc32({head.data(), 12}));
    if (crc != format::read_number<uint32_t>(head.data() + 12) ||
        unpacked > size * format::kMostRatio) {
      throw FormatError(path_, offset, "a block is damaged");
    }
    block_.resize(unpacked);
    size_t length = ZSTD_decompressDCtx(context_.get(), block_.data(), unpacked,
                                        packed_.data(), size);
    if (length != unpacked) {  // also when it is an error
      throw FormatError(path_, offset, "a block cannot be decompressed");
    }
    rest_ = block_;
    left_ = format::read_number<uint32_t>(head.data() + 8);
    offset_ = offset;
    return true;
  }

  // Moves on to the next entry; false at the end of the file.
  bool more() {
    while (left_ == 0) {
      if (!rest_.empty()) fail();
      if (!next_block()) return false;
    }
    --left_;
    ++count_;
    return true;
  }

  // Makes next() give the entry at `position`, which lies in the block at
  // `offset`, behind `before` entries.
  void go_to(uint64_t position, uint64_t offset, uint64_t before) {
    if (offset != offset_ || count_ > position) {
      if (offset > size_ || !source_->seek(offset) || !next_block()) {
        throw FormatError(path_, offset, "has no block there");
      }
      count_ = before;
    }
    while (count_ < position) (void)next();
  }

  // The stored form of the next entry; not of `keys`.
  std::string_view next() {
    std::string_view stored;
    if (!more() || !text::take_text(rest_, stored)) fail();
    return stored;
  }

  [[noreturn]] void fail() const {
    throw FormatError(path_, offset_, "a block has unexpected content");
  }
  [[noreturn]] void fail_count(uint64_t expected) const {
    throw FormatError(path_, size_,
                      "holds " + std::to_string(count_) + " documents, not " +
                          std::to_string(expected));
  }

  std::string_view& rest() { return rest_; }
  [[nodiscard]] uint64_t count() const { return count_; }

 private:
  std::string path_;
  uint64_t size_;
  std::unique_ptr<io::FileSource> source_;
  std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context_;
  std::string packed_;
  std::string block_;
  std::string_view rest_;
  uint64_t left_ = 0;
  uint64_t count_ = 0;
  uint64_t offset_ = 0;
};

// Stored documents in `documents`, `links` or `images`, and the table of their
// fields.
struct StoredStream {
  std::string_view name;
  std::string_view magic;
  document::StoredFields fields;
  std::unique_ptr<BlockStream> in_order;
  std::unique_ptr<BlockStream> by_position;
};

}  // namespace

struct SegmentReader::State {
  State(const std::string& path_in, SegmentManifest manifest_in)
      : path(path_in),
        manifest(std::move(manifest_in)),
        documents{format::kDocuments,
                  format::kDocumentsMagic,
                  {document::document_fields(), manifest.document_names},
                  nullptr,
                  nullptr},
        links{format::kLinks,
              format::kLinksMagic,
              {document::link_fields(), manifest.link_names},
              nullptr,
              nullptr},
        images{format::kImages,
               format::kImagesMagic,
               {document::image_fields(), manifest.image_names},
               nullptr,
               nullptr} {}

  std::string path;
  SegmentManifest manifest;
  StoredStream documents;
  StoredStream links;
  StoredStream images;
  std::unique_ptr<BlockStream> keys;
  std::string blocks;  // the file, when it is needed

  [[nodiscard]] std::string file(std::string_view name) const {
    return path + "/" + std::string(name);
  }

  BlockStream& stream(std::unique_ptr<BlockStream>& stream,
                      std::string_view name, std::string_view magic,
                      size_t read_ahead = io::kFileBlock) const {
    if (!stream) {
      stream = std::make_unique<BlockStream>(
          file(name), magic, manifest.file(name)->size, read_ahead);
    }
    return *stream;
  }

  bool more(BlockStream& stream) const {
    if (stream.more()) return true;
    if (stream.count() != manifest.documents) {
      stream.fail_count(manifest.documents);
    }
    return false;
  }

  // The stored form of the next document.
  bool take(StoredStream& from, std::string_view& stored) const {
    BlockStream& entries = stream(from.in_order, from.name, from.magic);
    if (!more(entries)) return false;
    if (!text::take_text(entries.rest(), stored)) entries.fail();
    return true;
  }

  bool next(StoredStream& from, document::Document& document) const {
    std::string_view stored;
    if (!take(from, stored)) return false;
    if (!document::parse_document(stored, from.fields, document))
      from.in_order->fail();
    return true;
  }

  // Reads the document at a position; `column` is that of the file in `blocks`.
  void read(StoredStream& from, uint64_t position, size_t column,
            document::Document& document) {
    if (blocks.empty()) check(format::kBlocks, &blocks);
    auto number = [&](size_t block, size_t at) {
      return format::read_number<uint64_t>(
          blocks.data() + block * format::kBlockEntry + at * 8);
    };
    // The last block that begins at the position or before it.
    size_t block = 0;
    for (size_t end = blocks.size() / format::kBlockEntry; end - block > 1;) {
      size_t middle = block + (end - block) / 2;
      (number(middle, 0) <= position ? block : end) = middle;
    }
    BlockStream& stored =
        stream(from.by_position, from.name, from.magic, kReadByPosition);
    stored.go_to(position, number(block, column), number(block, 0));
    if (!document::parse_document(stored.next(), from.fields, document))
      stored.fail();
  }

  // Reads a whole file and compares its digest; its bytes go to `keep` if any.
  void check(std::string_view name, std::string* keep) const {
    auto source = io::open_file(file(name));
    warc::Digester digester(warc::DigestAlgorithm::kSha256);
    for (std::string_view bytes; !(bytes = source->peek()).empty();) {
      digester.update(bytes);
      if (keep) keep->append(bytes);
      source->consume(bytes.size());
    }
    if (warc::spelling(digester.finish()) != manifest.file(name)->digest) {
      throw FormatError(file(name), 0, "is damaged: its checksum differs");
    }
  }
};

SegmentReader::SegmentReader(const std::string& path_in) {
  std::string path = path_in;
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  try {
    state_ = std::make_unique<State>(
        path,
        read_segment_manifest(path + "/" + std::string(format::kManifest)));
  } catch (const IoError& error) {
    if (error.code() != ENOENT && error.code() != ENOTDIR) throw;
    throw IoError(path_in,
                  "is not a segment; wax-import makes segments from archives");
  }
  for (std::string_view name : format::kFiles) {
    const SegmentFile* stated = state_->manifest.file(name);
    if (stated == nullptr) {
      throw FormatError(state_->file(format::kManifest), 0,
                        "does not name the file " + std::string(name));
    }
    std::error_code missing;
    uint64_t size = std::filesystem::file_size(state_->file(name), missing);
    if (missing) throw IoError(state_->file(name), "open", missing.value());
    if (size != stated->size) {
      throw FormatError(state_->file(name), std::min(size, stated->size),
                        "has " + std::to_string(size) +
                            " bytes, but the manifest states " +
                            std::to_string(stated->size));
    }
  }
}

SegmentReader::~SegmentReader() = default;
SegmentReader::SegmentReader(SegmentReader&&) noexcept = default;
SegmentReader& SegmentReader::operator=(SegmentReader&&) noexcept = default;

const std::string& SegmentReader::path() const { return state_->path; }
cdx::UrlKeyKind SegmentReader::kind() const { return state_->manifest.kind; }
const std::string& SegmentReader::identity() const {
  return state_->manifest.identity;
}
uint64_t SegmentReader::documents() const { return state_->manifest.documents; }
uint64_t SegmentReader::dates() const { return state_->manifest.dates; }

bool SegmentReader::next(document::Document& document) {
  return state_->next(state_->documents, document);
}

bool SegmentReader::next_links(document::Document& document) {
  return state_->next(state_->links, document);
}

bool SegmentReader::next_images(document::Document& document) {
  return state_->next(state_->images, document);
}

bool SegmentReader::skip() {
  std::string_view stored;
  return state_->take(state_->documents, stored);
}

void SegmentReader::read(uint64_t position, document::Document& document) {
  state_->read(state_->documents, position, 1, document);
}

void SegmentReader::read_links(uint64_t position,
                               document::Document& document) {
  state_->read(state_->links, position, 3, document);
}

void SegmentReader::read_images(uint64_t position,
                                document::Document& document) {
  state_->read(state_->images, position, 4, document);
}

bool SegmentReader::next_key(DocumentKey& key) {
  BlockStream& from =
      state_->stream(state_->keys, format::kKeys, format::kKeysMagic);
  if (!state_->more(from)) return false;
  uint64_t marks = 0;
  if (!text::take_text(from.rest(), key.urlkey) ||
      !text::take_text(from.rest(), key.digest) ||
      !text::take_text(from.rest(), key.date) ||
      !text::take_number(from.rest(), marks)) {
    from.fail();
  }
  key.collection = {};
  if ((marks & format::kCollection) != 0 &&
      !text::take_text(from.rest(), key.collection)) {
    from.fail();
  }
  key.truncated = (marks & format::kTruncated) != 0;
  key.is_image = (marks & format::kImage) != 0;
  key.revisit = (marks & format::kRevisit) != 0;
  key.date_only = (marks & format::kDateOnly) != 0;
  key.of_other_url = (marks & format::kOfOtherUrl) != 0;
  return true;
}

void SegmentReader::check_files() const {
  for (std::string_view name : format::kFiles) state_->check(name, nullptr);
}

std::string SegmentReader::dates_path() const {
  state_->check(format::kDates, nullptr);
  return state_->file(format::kDates);
}

std::string SegmentReader::stats() const {
  std::string text;
  state_->check(format::kStats, &text);
  return text;
}

bool is_segment(const std::string& path) {
  const std::filesystem::path folder(path);
  std::error_code ignored;
  return std::filesystem::exists(folder / format::kManifest, ignored) &&
         std::filesystem::exists(folder / format::kDocuments, ignored);
}

const std::string& SegmentReader::fingerprint() const {
  return state_->manifest.fingerprint;
}

}  // namespace wax::collection
