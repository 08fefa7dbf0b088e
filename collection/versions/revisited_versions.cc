#include <utility>

#include "collection/versions/chosen_captures.h"
#include "collection/versions/segment_captures.h"
#include "warc/record/digest.h"

namespace wax::collection {
namespace {

// The waiting versions, then all captures with a body and a digest.
class BodyLines {
 public:
  BodyLines(lines::KeptLines& waiting, const std::vector<std::string>& segments,
            cdx::OneIdentity& identity)
      : waiting_(waiting.read()), keys_(segments, identity) {}

  bool operator()(std::string& line) {
    std::string_view text;
    if (waiting_->next(text)) {
      line = text;
      return true;
    }
    DocumentKey key;
    do {
      if (!keys_.next(key)) return false;
      ++position_;
    } while (key.revisit || !has_digest(key));
    digest_.clear();
    warc::append_normal_digest(key.digest, digest_);
    BodyLine body;
    body.digest = digest_;
    body.kind = key.truncated ? CaptureKind::kTruncated : CaptureKind::kWhole;
    body.date = key.date;
    body.position = position_ - 1;
    body.append(line);
    return true;
  }

 private:
  std::shared_ptr<lines::LineStream> waiting_;
  SegmentKeys keys_;
  uint64_t position_ = 0;
  std::string digest_;
};

// The versions that become documents, of sorted BodyLines.
class AcceptedVersions {
 public:
  explicit AcceptedVersions(std::unique_ptr<lines::LineStream> sorted)
      : sorted_(std::move(sorted)) {}

  bool operator()(std::string& line) {
    for (std::string_view text; sorted_->next(text);) {
      const BodyLine found = BodyLine::parse(text);
      if (found.digest != digest_) {
        digest_ = found.digest;
        body_.reset();
      }
      if (found.kind != CaptureKind::kRevisit) {
        if (!body_) body_ = found.position;
        continue;
      }
      if (!body_ && !found.of_other_url) continue;
      RevisitedLine{found.position, body_, found.revisits}.append(line);
      return true;
    }
    return false;
  }

 private:
  std::shared_ptr<lines::LineStream> sorted_;
  std::string digest_;
  std::optional<uint64_t> body_;  // position of the first with this digest
};

}  // namespace

RevisitedVersions::RevisitedVersions(const std::vector<std::string>& segments,
                                     const lines::SortOptions& sort)
    : segments_(&segments), sort_(sort), waiting_(sort.tmpdir) {}

void RevisitedVersions::add(std::string_view version, const BodyLine& waiting) {
  version.remove_suffix(1);
  BodyLine body = waiting;
  body.digest = version.substr(version.rfind(' ') + 1);
  body.kind = CaptureKind::kRevisit;
  std::string line;
  body.append(line);
  waiting_.add(line);
}

void RevisitedVersions::join() {
  if (waiting_.empty()) return;
  accepted_ = lines::sort_lines(
      lines::made_lines(AcceptedVersions(lines::sort_lines(
          lines::made_lines(BodyLines(waiting_, *segments_, identity_)),
          sort_))),
      sort_);
  advance();
}

std::optional<RevisitedLine> RevisitedVersions::find(uint64_t position) {
  while (next_ && next_->position < position) advance();
  if (!next_ || next_->position != position) return std::nullopt;
  return next_;
}

void RevisitedVersions::advance() {
  std::string_view line;
  next_.reset();
  if (accepted_->next(line)) next_ = RevisitedLine::parse(line);
}

}  // namespace wax::collection
