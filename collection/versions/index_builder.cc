#include "collection/versions/index_builder.h"

#include <algorithm>

#include "cdx/url/url_key.h"
#include "collection/segment/segment.h"
#include "collection/versions/document_fields.h"
#include "collection/versions/segment_versions.h"
#include "index/store/shard_folder.h"
#include "lines/sort.h"

namespace wax::collection {
namespace {

// Captures.
constexpr uint64_t kBetweenProgress = 1024;

index::WriterOptions writer_options(const BuildOptions& options) {
  index::WriterOptions writer{options.part(4).at_most(uint64_t{256} << 20)};
  writer.force = options.force;
  writer.stems = options.stems;
  return writer;
}

// Says in each shard how keys and digests are made.
void say_about_shards(const std::vector<std::string>& segments,
                      const std::string& identity, ShardWriter& shards) {
  if (!segments.empty()) {
    const cdx::UrlKeyKind kind = SegmentReader(segments[0]).kind();
    shards.about("urlkey", std::string(cdx::name(kind)));
  }
  if (!identity.empty()) shards.about("identity", identity);
}

}  // namespace

BuildCounts build_index(
    const std::string& path, const std::vector<std::string>& segments,
    const BuildOptions& options,
    const std::function<void(uint64_t, uint64_t)>& progress) {
  index::check_is_not_published(path);
  const io::FolderLock lock = index::lock_shard_of(path);
  index::WriterOptions writing = writer_options(options);
  writing.inputs = segments;
  ShardWriter shards(path, writing, options.shard_documents);
  SegmentVersions versions(segments, options.originals, {options.part(4)});
  say_about_shards(segments, versions.identity(), shards);
  BuildCounts counts;
  DocumentFields fields;
  SegmentVersion version;
  uint64_t told = 0;
  while (versions.next(version)) {
    if (progress && versions.passed() - told >= kBetweenProgress) {
      told = versions.passed();
      progress(told, versions.all());
    }
    const document::Document& document = version.document;
    shards.add(
        document.urlkey, document.digest,
        fields.values(document, version.dates, version.collections,
                      version.text_of, version.said_by, version.text_used),
        fields.main(document));
    counts.noindex += document.noindex ? 1 : 0;
  }
  counts.rendered_texts = versions.rendered_texts();
  counts.texts_without_page = versions.texts_without_page();
  if (counts.texts_without_page > 0) {
    shards.about(std::string(kTextsWithoutPage),
                 std::to_string(counts.texts_without_page));
  }
  shards.finish();
  counts.shards = shards.shards();
  counts.documents = shards.documents();
  counts.captures = versions.captures().captures;
  counts.revisit_dates = versions.captures().revisits;
  counts.revisits = versions.revisits();
  counts.revisits_without_text = versions.revisits_without_text();
  counts.matched_dates = versions.matched_dates();
  return counts;
}

ShardWriter::ShardWriter(const std::string& path, index::WriterOptions options,
                         uint64_t most)
    : options_(std::move(options)), most_(most) {
  if (most_ == 0) {
    writer_ = std::make_unique<index::IndexWriter>(path, options_);
  } else {
    whole_.emplace(path, options_.force, index::collection_folders(),
                   options_.inputs);
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
      index::shards_folder(whole_->part()) + '/' + number + '/' +
          index::kMainIndex,
      options_);
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
