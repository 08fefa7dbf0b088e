#include "collection/versions/index_builder.h"

#include <algorithm>

#include "cdx/format/identity_line.h"
#include "cdx/url/url_key.h"
#include "collection/segment/segment.h"
#include "collection/versions/chosen_captures.h"
#include "collection/versions/document_fields.h"
#include "collection/versions/segment_captures.h"
#include "index/store/shard_folder.h"
#include "io/error.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::collection {
namespace {

// The documents of segments by their position in all of them. It opens a
// segment when a document of it is asked for, which is rare.
class DocumentsByPosition {
 public:
  // The segments must outlive this.
  explicit DocumentsByPosition(const std::vector<std::string>& segments)
      : names_(&segments) {}

  void read(uint64_t position, document::Document& document) {
    if (starts_.empty()) find_starts();
    auto after = std::upper_bound(starts_.begin(), starts_.end(), position);
    auto segment = static_cast<size_t>(after - starts_.begin()) - 1;
    if (!reader_ || segment != open_) {
      reader_ = std::make_unique<SegmentReader>((*names_)[segment]);
      open_ = segment;
    }
    reader_->read(position - starts_[segment], document);
  }

 private:
  void find_starts() {
    uint64_t first = 0;
    for (const std::string& name : *names_) {
      starts_.push_back(first);
      first += SegmentReader(name).documents();
    }
  }

  const std::vector<std::string>* names_;
  std::vector<uint64_t> starts_;
  std::unique_ptr<SegmentReader> reader_;
  size_t open_ = 0;
};

index::WriterOptions writer_options(const BuildOptions& options) {
  index::WriterOptions writer;
  writer.force = options.force;
  writer.tmpdir = options.tmpdir;
  writer.jobs = options.jobs;
  writer.stems = options.stems;
  writer.memory = std::min<uint64_t>(options.memory / 4, uint64_t{256} << 20);
  return writer;
}

lines::SortOptions sort_options(const BuildOptions& options) {
  lines::SortOptions sort;
  sort.memory = options.memory / 4;
  sort.tmpdir = options.tmpdir;
  sort.jobs = options.jobs;
  return sort;
}

// The index's own segments, and those of others if a revisit may need them.
std::vector<std::string> segments_to_read(
    const std::vector<std::string>& segments,
    const std::vector<std::string>& originals) {
  std::vector<std::string> all = segments;
  bool any_revisit = std::any_of(
      segments.begin(), segments.end(),
      [](const std::string& name) { return SegmentReader(name).dates() > 0; });
  if (any_revisit) all.insert(all.end(), originals.begin(), originals.end());
  return all;
}

class IndexBuild {
 public:
  IndexBuild(const std::string& path, const std::vector<std::string>& segments,
             const BuildOptions& options)
      : segments_(segments),
        sort_(sort_options(options)),
        shards_(path, writer_options(options), options.shard_documents),
        all_(segments_to_read(segments, options.originals)),
        revisited_(all_, sort_),
        originals_(all_) {}

  BuildCounts run(const std::function<void(uint64_t, uint64_t)>& progress) {
    ChosenDocuments chosen = choose();
    revisited_.join();
    ImageTexts image_texts(segments_, captures_.any_image, sort_);
    image_texts_ = &image_texts;
    say_about_shards();
    uint64_t position = 0;
    for (const std::string& name : segments_) {
      SegmentReader segment(name);
      for (uint64_t n = segment.documents(); n > 0; --n, ++position) {
        if (progress && position % 1024 == 0) {
          progress(position, captures_.captures + captures_.revisits);
        }
        if (chosen.position() != position) {
          if (!segment.skip()) break;
          continue;
        }
        if (!segment.next(document_)) break;
        chosen.read(dates_, collections_);
        add_document(position);
      }
      // The end is where the counts are checked.
      if (segment.next(document_)) {
        throw FormatError(name, 0,
                          "this segment changed while it was being read");
      }
    }
    return finish();
  }

 private:
  ChosenDocuments choose() {
    CaptureLines captures(all_, segments_.size(), identity_, captures_, names_);
    ChosenCaptures chosen(
        lines::sort_lines(lines::made_lines(std::move(captures)), sort_),
        revisited_, counts_.matched_dates);
    return ChosenDocuments(
        lines::sort_lines(lines::made_lines(std::move(chosen)), sort_));
  }

  void say_about_shards() {
    if (!segments_.empty()) {
      const cdx::UrlKeyKind kind = SegmentReader(segments_[0]).kind();
      shards_.about("urlkey", std::string(cdx::name(kind)));
    }
    if (!identity_.text().empty()) shards_.about("identity", identity_.text());
  }

  void add_document(uint64_t position) {
    if (document_.revisit && !take_original(position)) return;
    if (document_.type.starts_with("image/")) {
      document_.content = image_texts_->take(position);
    }
    shards_.add(document_.urlkey, document_.digest,
                fields_.values(document_, dates_, collection_names()),
                fields_.main(document_));
    counts_.noindex += document_.noindex ? 1 : 0;
  }

  // False when the revisit becomes no document.
  bool take_original(uint64_t position) {
    const std::optional<RevisitedLine> version = revisited_.find(position);
    if (!version) return false;
    ++counts_.revisits;
    counts_.matched_dates += version->revisits;
    if (version->body) {
      originals_.read(*version->body, original_);
      take_text_of_original(original_, document_);
    } else {
      ++counts_.revisits_without_text;
    }
    return true;
  }

  const std::vector<std::string>& collection_names() {
    in_.clear();
    for (uint64_t number : collections_) in_.push_back(names_.name(number));
    std::sort(in_.begin(), in_.end());
    return in_;
  }

  BuildCounts finish() {
    shards_.finish();
    counts_.shards = shards_.shards();
    counts_.documents = shards_.documents();
    counts_.captures = captures_.captures;
    counts_.revisit_dates = captures_.revisits;
    return counts_;
  }

  const std::vector<std::string>& segments_;
  lines::SortOptions sort_;
  ShardWriter shards_;
  std::vector<std::string> all_;  // segments, with those of originals
  cdx::OneIdentity identity_;
  CaptureCounts captures_;
  CollectionNames names_;
  RevisitedVersions revisited_;
  DocumentsByPosition originals_;
  ImageTexts* image_texts_ = nullptr;
  DocumentFields fields_;
  BuildCounts counts_;
  // Of the document that is added.
  document::Document document_;
  document::Document original_;
  std::vector<std::string> dates_;
  std::vector<uint64_t> collections_;
  std::vector<std::string> in_;
};

}  // namespace

BuildCounts build_index(
    const std::string& path, const std::vector<std::string>& segments,
    const BuildOptions& options,
    const std::function<void(uint64_t, uint64_t)>& progress) {
  index::check_is_not_published(path);
  const io::FolderLock lock = index::lock_shard_of(path);
  return IndexBuild(path, segments, options).run(progress);
}

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
