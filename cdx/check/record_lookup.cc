#include "cdx/check/record_lookup.h"

#include <algorithm>
#include <utility>

#include "cdx/indexer/payload_reader.h"
#include "io/inputs/input_files.h"

namespace wax::cdx {
namespace {

// Over a greater distance, opening the archive again is faster.
constexpr uint64_t kFar = 128 * 1024;

void add_once(std::string_view text, std::vector<std::string>& texts) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
    texts.emplace_back(text);
  }
}

struct Way {
  DigestPart part;
  DigestOf of = DigestOf::kStored;
};

// The bytes of which an index may have computed a digest, the usual ones first.
std::vector<Way> ways(const RecordView& view) {
  if (view.record.type == warc::RecordType::kFiledesc) {
    return {{DigestPart::kAfterLegend}, {DigestPart::kBlock}};
  }
  if (view.head == nullptr) return {{DigestPart::kBlock}};
  std::vector<Way> ways = {{DigestPart::kPayload}};
  if (view.head->headers().find("Transfer-Encoding")) {
    ways.push_back({DigestPart::kPayload, DigestOf::kPayload});
  }
  if (view.head->headers().find("Content-Encoding")) {
    ways.push_back({DigestPart::kPayload, DigestOf::kDecoded});
  }
  ways.push_back({DigestPart::kBlock});
  return ways;
}

}  // namespace

RecordLookup::RecordLookup(const std::vector<std::string>& archives,
                           ProblemSink& problems)
    : paths_(archives, {}, problems) {
  for (std::string_view name : profile_names()) {
    profiles_.push_back(profile(name));
  }
}
RecordLookup::~RecordLookup() = default;

bool RecordLookup::read_on(uint64_t offset) {
  if (reader_ == nullptr || record_.offset >= offset ||
      offset > reader_->position() + kFar) {
    return false;
  }
  while (record_.offset < offset) {
    if (!reader_->next(record_)) return false;
  }
  return record_.offset == offset;
}

bool RecordLookup::open(const std::string& path, uint64_t offset) {
  open_ = path;
  reader_ = warc::open_archive_at(io::open_input(path), offset, none_);
  if (reader_ != nullptr && reader_->next(record_) &&
      record_.offset == offset) {
    return true;
  }
  reader_ = nullptr;
  return false;
}

bool RecordLookup::describe(std::string_view filename, RecordFacts& facts) {
  has_head_ = should_have_head(record_);
  if (has_head_) head_.read(*record_.body);
  RecordView view{record_, has_head_ ? &head_ : nullptr};
  bool computed = false;
  for (const Profile* profile : profiles_) {
    capture_.clear();
    capture_.filename.assign(filename);
    DigestPart part = profile->describe(view, capture_);
    computed |= part != DigestPart::kNone;
    add_once(capture_.url, facts.urls);
    if (!capture_.digest.empty()) {
      add_once(warc::normal_digest(capture_.digest), facts.digests);
    }
  }
  facts.date = capture_.date;
  return computed;
}

void RecordLookup::compute(const warc::Digest& digest, RecordFacts& facts) {
  const uint64_t offset = record_.offset;
  bool read = has_head_ && head_.cut();
  for (const Way& way : ways({record_, has_head_ ? &head_ : nullptr})) {
    PayloadReader payload({digest.algorithm, way.of});
    if (read) {
      if (!open(std::string(open_), offset)) return;
      if (has_head_) {
        head_.read(*record_.body, [&](std::string_view bytes) {
          payload.take_long_head(bytes);
        });
      }
    }
    read = true;
    payload.read({record_, has_head_ ? &head_ : nullptr}, way.part, 0, none_,
                 open_);
    warc::Digest found = payload.take_digest();
    add_once(warc::spelling(found), facts.digests);
    if (found == digest) return;
  }
}

RecordLookup::Answer RecordLookup::find(std::string_view filename,
                                        uint64_t offset,
                                        const LineIdentity& line,
                                        std::string_view digest,
                                        RecordFacts& facts) {
  const std::vector<std::string_view> paths = paths_.find(filename);
  if (paths.empty()) return Answer::kNoArchive;
  const std::string path(path_of_record(paths, line, offset));
  bool there = open_ == path && read_on(offset);
  if (!there && !open(path, offset)) return Answer::kNoRecord;
  facts = {};
  bool computed = describe(filename, facts);
  bool stated = std::find(facts.digests.begin(), facts.digests.end(),
                          warc::normal_digest(digest)) != facts.digests.end();
  auto said = warc::parse_digest(digest);
  if (computed && !stated && said) compute(*said, facts);
  if (reader_ == nullptr) return Answer::kNoRecord;
  warc::Extent extent = reader_->finish();
  if (extent.seekable) facts.length = extent.length;
  return Answer::kFound;
}

}  // namespace wax::cdx
