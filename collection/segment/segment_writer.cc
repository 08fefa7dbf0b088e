#include <zstd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "cdx/format/identity_line.h"
#include "cdx/format/list_lines.h"
#include "collection/segment/segment.h"
#include "collection/segment/segment_format.h"
#include "collection/segment/segment_manifest.h"
#include "io/byte_source.h"
#include "io/crc32.h"
#include "io/error.h"
#include "io/new_directory.h"
#include "io/output.h"
#include "text/varint.h"
#include "warc/record/digest.h"

namespace wax::collection {

namespace format = segment_format;

namespace {

// Fast: a segment is read once or twice, then its index takes over.
constexpr int kLevel = 1;

io::DirectoryKind segment_folders() {
  namespace fs = std::filesystem;
  auto foreign = [](const std::string& path) -> std::string {
    const std::string name = io::whole_name(fs::path(path).filename().string());
    std::error_code none;
    const bool is_part =
        fs::is_regular_file(path, none) &&
        (name == format::kManifest || name == format::kMeta ||
         std::find(format::kFiles.begin(), format::kFiles.end(), name) !=
             format::kFiles.end());
    return is_part ? "" : path;
  };
  return {"a segment", is_marked_segment, foreign};
}

struct FreeCompressor {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

// Replaces `bytes` by a block that holds them.
void pack(uint64_t count, std::string& bytes) {
  if (bytes.size() > UINT32_MAX) {
    throw Error("a block of documents exceeds 4 GiB");
  }
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeCompressor> context(
      ZSTD_createCCtx());
  std::string block(format::kBlockHead + ZSTD_compressBound(bytes.size()),
                    '\0');
  size_t size =
      context == nullptr
          ? size_t(-1)
          : ZSTD_compressCCtx(context.get(), block.data() + format::kBlockHead,
                              block.size() - format::kBlockHead, bytes.data(),
                              bytes.size(), kLevel);
  if (ZSTD_isError(size)) throw std::bad_alloc();
  block.resize(format::kBlockHead + size);
  format::write_number(static_cast<uint32_t>(size), block.data());
  format::write_number(static_cast<uint32_t>(bytes.size()), block.data() + 4);
  format::write_number(static_cast<uint32_t>(count), block.data() + 8);
  std::string_view all(block);
  uint32_t crc =
      io::crc32(all.substr(format::kBlockHead), io::crc32(all.substr(0, 12)));
  format::write_number(crc, block.data() + 12);
  bytes = std::move(block);
}

std::string names_of(std::span<const document::DocumentField> fields) {
  std::string names;
  for (const document::DocumentField& field : fields) {
    names.append(names.empty() ? "" : " ").append(field.name);
  }
  return names;
}

// A file of the segment, digested on its way.
struct File {
  std::string name;
  std::unique_ptr<io::Output> output;
  warc::Digester digester{warc::DigestAlgorithm::kSha256};
  uint64_t size = 0;

  void write(std::string_view bytes) {
    output->write(bytes);
    digester.update(bytes);
    size += bytes.size();
  }
  void write_all(io::ByteSource& source) {
    for (std::string_view bytes; !(bytes = source.peek()).empty();) {
      write(bytes);
      source.consume(bytes.size());
    }
  }
};

}  // namespace

void SegmentBlock::add(const document::Document& document) {
  thread_local std::string stored;
  stored.clear();
  document::append_document(document, document::document_fields(), stored);
  text::append_text(stored, documents_);
  stored.clear();
  document::append_document(document, document::link_fields(), stored);
  text::append_text(stored, links_);
  stored.clear();
  document::append_document(document, document::image_fields(), stored);
  text::append_text(stored, images_);
  text::append_text(document.urlkey, keys_);
  text::append_text(document.digest, keys_);
  text::append_text(document.date, keys_);
  text::append_number(
      (document.truncated ? format::kTruncated : 0) +
          (document.revisit ? format::kRevisit : 0) +
          (document.revisit_of.empty() ? 0 : format::kOfOtherUrl) +
          (document.date_only ? format::kDateOnly : 0) +
          (document.type.starts_with("image/") ? format::kImage : 0) +
          (document.collection.empty() ? 0 : format::kCollection),
      keys_);
  if (!document.collection.empty())
    text::append_text(document.collection, keys_);
  facts_.add(document);
  ++count_;
}

void SegmentBlock::add_date(std::string_view urlkey, std::string_view digest,
                            std::string_view date14) {
  cdx::append_dated_version(dates_, urlkey, digest, date14);
  ++date_count_;
}

size_t SegmentBlock::weight() const {
  return dates_.size() + documents_.size() + keys_.size() + links_.size() +
         images_.size();
}

void SegmentBlock::seal() {
  if (count_ == 0) return;
  pack(count_, documents_);
  pack(count_, keys_);
  pack(count_, links_);
  pack(count_, images_);
}

void SegmentBlock::clear() {
  count_ = 0;
  date_count_ = 0;
  dates_.clear();
  documents_.clear();
  keys_.clear();
  links_.clear();
  images_.clear();
  facts_ = {};
}

struct SegmentWriter::State {
  State(std::string path, cdx::UrlKeyKind key_kind, bool force,
        std::string stated, const std::vector<std::string>& inputs)
      : directory(std::move(path), force, segment_folders(), inputs),
        kind(key_kind),
        identity(std::move(stated)) {
    for (size_t i = 0; i < files.size(); ++i) {
      files[i].name = format::kFiles[i];
      files[i].output =
          io::open_output(directory.part() + "/" + files[i].name, false);
    }
    documents.write(format::kDocumentsMagic);
    keys.write(format::kKeysMagic);
    links.write(format::kLinksMagic);
    images.write(format::kImagesMagic);
    dates.write(cdx::identity_line(identity, cdx::IdentityForm::kList));
  }

  io::NewDirectory directory;
  cdx::UrlKeyKind kind;
  std::string identity;
  std::array<File, format::kFiles.size()> files;
  File& documents = files[0];
  File& keys = files[1];
  File& links = files[2];
  File& images = files[3];
  File& blocks = files[4];
  File& dates = files[5];
  File& stats = files[6];
  SegmentBlock block;
  uint64_t document_count = 0;
  uint64_t date_count = 0;
  SegmentFacts facts;

  void put(const SegmentBlock& sealed) {
    dates.write(sealed.dates_);
    date_count += sealed.date_count_;
    if (sealed.count_ == 0) return;
    std::array<char, format::kBlockEntry> entry;
    format::write_number(document_count, entry.data());
    format::write_number(documents.size, entry.data() + 8);
    format::write_number(keys.size, entry.data() + 16);
    format::write_number(links.size, entry.data() + 24);
    format::write_number(images.size, entry.data() + 32);
    blocks.write({entry.data(), entry.size()});
    documents.write(sealed.documents_);
    keys.write(sealed.keys_);
    links.write(sealed.links_);
    images.write(sealed.images_);
    document_count += sealed.count_;
    facts.add(sealed.facts_);
  }
};

SegmentWriter::SegmentWriter(std::string path, cdx::UrlKeyKind kind, bool force,
                             std::string identity,
                             const std::vector<std::string>& inputs) {
  state_ = std::make_unique<State>(std::move(path), kind, force,
                                   std::move(identity), inputs);
}

SegmentWriter::~SegmentWriter() = default;

void SegmentWriter::add(const document::Document& document) {
  state_->block.add(document);
  if (state_->block.size() >= format::kBlockSize) flush();
}

void SegmentWriter::flush() {
  state_->block.seal();
  state_->put(state_->block);
  state_->block.clear();
}

void SegmentWriter::append(const SegmentBlock& block) {
  flush();
  state_->put(block);
}

void SegmentWriter::append_segment(const std::string& path) {
  flush();
  State& state = *state_;
  uint64_t documents = 0;
  {
    SegmentReader reader(path);
    documents = reader.documents();
    state.date_count += reader.dates();
  }
  auto open = [&](const File& file) {
    return io::open_file(path + '/' + file.name);
  };
  // Where the other's blocks will begin less where they begin there.
  std::array<uint64_t, format::kBlockEntry / 8> moved;
  moved[0] = state.document_count;
  size_t column = 1;
  for (auto [file, magic] :
       {std::pair(&state.documents, format::kDocumentsMagic),
        std::pair(&state.keys, format::kKeysMagic),
        std::pair(&state.links, format::kLinksMagic),
        std::pair(&state.images, format::kImagesMagic)}) {
    moved[column++] = file->size - magic.size();
    auto source = open(*file);
    (void)io::skip(*source, magic.size());
    file->write_all(*source);
  }
  auto blocks = open(state.blocks);
  std::array<char, format::kBlockEntry> entry;
  while (io::read(*blocks, entry.data(), entry.size()) == entry.size()) {
    for (size_t i = 0; i < moved.size(); ++i) {
      char* at = entry.data() + i * 8;
      format::write_number(format::read_number<uint64_t>(at) + moved[i], at);
    }
    state.blocks.write({entry.data(), entry.size()});
  }
  auto dates = open(state.dates);
  (void)io::skip(
      *dates,
      cdx::identity_line(state.identity, cdx::IdentityForm::kList).size());
  state.dates.write_all(*dates);
  state.document_count += documents;
  state.facts.add(scan_segment(path));
}

void SegmentWriter::add_date(std::string_view urlkey, std::string_view digest,
                             std::string_view date14) {
  state_->block.add_date(urlkey, digest, date14);
}

void SegmentWriter::finish(std::string_view stats) {
  flush();
  State& state = *state_;
  state.stats.write(stats);
  SegmentManifest manifest{state.kind,
                           state.identity,
                           state.document_count,
                           state.date_count,
                           names_of(document::document_fields()),
                           names_of(document::link_fields()),
                           names_of(document::image_fields()),
                           {},
                           {}};
  for (File& file : state.files) {
    file.output->finish();
    manifest.files.push_back(
        {file.name, file.size, warc::spelling(file.digester.finish())});
  }
  auto write = [&](std::string_view name, const std::string& text) {
    auto output = io::open_output(
        state.directory.part() + '/' + std::string(name), false);
    output->write(text);
    output->finish();
  };
  write(format::kManifest, manifest_text(manifest));
  write(format::kMeta, segment_meta_text(manifest, state.facts));
  state.directory.finish();
}

}  // namespace wax::collection
