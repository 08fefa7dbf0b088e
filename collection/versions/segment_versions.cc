#include "collection/versions/segment_versions.h"

#include <algorithm>
#include <optional>

#include "cdx/format/identity_line.h"
#include "collection/access/derived.h"
#include "collection/segment/segment.h"
#include "collection/versions/chosen_captures.h"
#include "collection/versions/document_fields.h"
#include "collection/versions/rendered_texts.h"
#include "io/error.h"
#include "lines/line_stream.h"
#include "warc/http/media_type.h"

namespace wax::collection {
namespace {

// The documents of segments by their position in all of them. It opens a
// segment when a document of it is asked for.
class DocumentsByPosition {
 public:
  // The segments must outlive this.
  explicit DocumentsByPosition(const std::vector<std::string>& segments)
      : names_(&segments) {}

  void read(uint64_t position, document::Document& document) {
    const uint64_t n = open(position);
    reader_->read(n, document);
  }
  void read_links(uint64_t position, document::Document& document) {
    const uint64_t n = open(position);
    reader_->read_links(n, document);
    reader_->read_images(n, document);
  }

 private:
  // The position in the segment that it opens.
  uint64_t open(uint64_t position) {
    if (starts_.empty()) find_starts();
    auto after = std::upper_bound(starts_.begin(), starts_.end(), position);
    auto segment = static_cast<size_t>(after - starts_.begin()) - 1;
    if (!reader_ || segment != open_) {
      reader_ = std::make_unique<SegmentReader>((*names_)[segment]);
      open_ = segment;
    }
    return position - starts_[segment];
  }

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

// The segments, and those of originals if a revisit may need them.
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

}  // namespace

struct SegmentVersions::State {
  State(const std::vector<std::string>& own,
        const std::vector<std::string>& others, const lines::SortOptions& sort)
      : segments(&own),
        all(segments_to_read(own, others)),
        revisited(all, sort),
        rendered(own, own.size(), captures.any_page_text, {sort.part(4)}),
        texts(own),
        originals(all),
        links(all),
        chosen(choose(sort)) {
    revisited.join();
    if (captures.any_image) {
      image_texts.emplace(*segments, true, sort);
    }
  }

  ChosenDocuments choose(const lines::SortOptions& sort) {
    CaptureLines lines(all, segments->size(), identity, captures, names);
    ChosenCaptures captures_of_versions(
        lines::sort_lines(lines::made_lines(std::move(lines)), sort), revisited,
        rendered, matched_dates);
    return ChosenDocuments(lines::sort_lines(
        lines::made_lines(std::move(captures_of_versions)), sort));
  }

  // The next segment; false after the last one. The end of one is where its
  // counts are checked.
  bool open_next(document::Document& document) {
    if (reader && reader->next(document)) {
      throw FormatError(reader->path(), 0,
                        "this segment changed while it was being read");
    }
    if (opened == segments->size()) return false;
    reader = std::make_unique<SegmentReader>((*segments)[opened++]);
    left = reader->documents();
    return true;
  }

  bool next(SegmentVersion& version) {
    for (;;) {
      if (left == 0) {
        if (!open_next(version.document)) return false;
        continue;
      }
      --left;
      const uint64_t at = position++;
      if (chosen.position() != at) {
        if (!reader->skip()) left = 0;
        continue;
      }
      if (!reader->next(version.document)) {
        left = 0;
        continue;
      }
      version.position = at;
      chosen.read(version.dates, numbers);
      if (!complete(version)) continue;
      version.collections.clear();
      for (uint64_t number : numbers) {
        version.collections.push_back(names.name(number));
      }
      std::sort(version.collections.begin(), version.collections.end());
      return true;
    }
  }

  // What other captures have of the document. False when a revisit becomes no
  // version.
  bool complete(SegmentVersion& version) {
    document::Document& document = version.document;
    version.text_of.clear();
    version.said_by.clear();
    version.text_used.reset();
    if (document.revisit && !take_original(version)) return false;
    if (document.type.starts_with("image/") && image_texts) {
      ImageText said = image_texts->take(version.position);
      document.content = std::move(said.text);
      version.said_by = std::move(said.said_by);
    }
    add_rendered(version);
    return true;
  }

  void add_rendered(SegmentVersion& version) {
    document::Document& page = version.document;
    if (warc::type_family(page.type) != "html" || page.noindex) return;
    rendered_text.begin();
    std::vector<std::string> sources;
    for (const TextOfVersion& found : rendered.take(version.position)) {
      texts.read(found.position, text);
      if (page.title.empty() && text.title != page.url) page.title = text.title;
      rendered_text.add(text.content);
      sources.push_back(
          print_source(page.urlkey, page.digest, found.page_date, page.url));
      sources.push_back(
          print_source(text.urlkey, text.digest, text.date, text.url));
    }
    std::ranges::sort(sources);
    sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
    if (!sources.empty()) version.said_by = std::move(sources);
    if (!rendered_text.empty()) version.text_used = rendered_text.join(page);
  }

  bool take_original(SegmentVersion& version) {
    const std::optional<RevisitedLine> line = revisited.find(version.position);
    if (!line) return false;
    ++revisits;
    matched_dates += line->revisits;
    if (line->body) {
      originals.read(*line->body, original);
      if (original.urlkey != version.document.urlkey) {
        version.text_of = original.url;
      }
      take_text_of_original(original, version.document);
    } else {
      ++revisits_without_text;
    }
    return true;
  }

  const std::vector<std::string>* segments;
  std::vector<std::string> all;  // segments, with those of originals
  cdx::OneIdentity identity;
  CaptureCounts captures;
  CollectionNames names;
  uint64_t matched_dates = 0;
  uint64_t revisits = 0;
  uint64_t revisits_without_text = 0;
  RevisitedVersions revisited;
  RenderedTexts rendered;
  DocumentsByPosition texts;
  DocumentsByPosition originals;
  DocumentsByPosition links;
  ChosenDocuments chosen;
  std::optional<ImageTexts> image_texts;
  std::unique_ptr<SegmentReader> reader;
  size_t opened = 0;
  uint64_t left = 0;      // documents of the reader
  uint64_t position = 0;  // of the next one
  document::Document original;
  document::RenderedText rendered_text;
  document::Document text;        // a rendered one
  std::vector<uint64_t> numbers;  // of collections
};

SegmentVersions::SegmentVersions(const std::vector<std::string>& segments,
                                 const std::vector<std::string>& originals,
                                 const lines::SortOptions& sort)
    : state_(std::make_unique<State>(segments, originals, sort)) {}

SegmentVersions::~SegmentVersions() = default;

bool SegmentVersions::next(SegmentVersion& version) {
  return state_->next(version);
}

void SegmentVersions::read_links(SegmentVersion& version) {
  state_->links.read_links(version.position, version.document);
}

uint64_t SegmentVersions::passed() const { return state_->position; }

uint64_t SegmentVersions::all() const {
  return state_->captures.captures + state_->captures.revisits;
}

const std::string& SegmentVersions::identity() const {
  return state_->identity.text();
}

const CaptureCounts& SegmentVersions::captures() const {
  return state_->captures;
}

uint64_t SegmentVersions::revisits() const { return state_->revisits; }

uint64_t SegmentVersions::revisits_without_text() const {
  return state_->revisits_without_text;
}

uint64_t SegmentVersions::matched_dates() const {
  return state_->matched_dates;
}

uint64_t SegmentVersions::rendered_texts() const {
  return state_->rendered.texts();
}

uint64_t SegmentVersions::texts_without_page() const {
  return state_->rendered.without_page();
}

}  // namespace wax::collection
