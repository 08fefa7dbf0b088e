#include "warc/writer/segments.h"

#include <algorithm>

#include "io/error.h"
#include "text/number.h"
#include "warc/reader/reader.h"
#include "warc/record/record_header.h"
#include "warc/writer/header_edit.h"
#include "warc/writer/stated_digest.h"

namespace wax::warc {
namespace {

constexpr std::string_view kNumber = "WARC-Segment-Number";
constexpr std::string_view kOrigin = "WARC-Segment-Origin-ID";
constexpr std::string_view kTotalLength = "WARC-Segment-Total-Length";
constexpr std::string_view kTruncated = "WARC-Truncated";

std::string field(const Record& record, std::string_view name) {
  return std::string(record.headers.find(name).value_or(""));
}

// The digest of the payload of a record whose block begins with the first
// `size` bytes of `block`.
std::string payload_digest(const Record& record, io::Spool& block,
                           uint64_t size) {
  block.rewind();
  io::LimitedSource bytes(block, size);
  Record part;
  read_warc_header(record.raw_header, part);
  part.body = &bytes;
  StatedDigest digest(record, kPayloadDigest);
  if (!take_head(part)) return digest.stated();
  io::read_pieces(bytes, [&](std::string_view piece) { digest.update(piece); });
  return digest.finish();
}

}  // namespace

SegmentedRecords::SegmentedRecords(std::vector<std::string> archives)
    : archives_(std::move(archives)), found_(archives_.size()) {}

SegmentedRecords::Segment SegmentedRecords::segment_of(const Record& record) {
  Segment segment;
  segment.number = text::whole_number(field(record, kNumber));
  segment.total_length = text::whole_number(field(record, kTotalLength));
  segment.origin = field(record, record.type == RecordType::kContinuation
                                     ? kOrigin
                                     : "WARC-Record-ID");
  segment.truncated = field(record, kTruncated);
  segment.length = record.content_length;
  segment.offset = record.offset;
  const bool is_later = record.type == RecordType::kContinuation;
  if (segment.origin.empty()) {
    segment.fault = "it does not name the first segment";
  } else if (!segment.number || (*segment.number == 1) == is_later) {
    segment.fault = "its WARC-Segment-Number is wrong";
  }
  return segment;
}

void SegmentedRecords::read(size_t archive,
                            const std::function<void(uint64_t)>& progress) {
  NoProblems none;
  auto reader = open_archive(archives_[archive], none);
  Record record;
  while (reader->next(record)) {
    if (progress) progress(reader->position());
    if (record.format != Format::kWarc ||
        (record.type != RecordType::kContinuation &&
         !record.headers.find(kNumber))) {
      continue;
    }
    Segment segment = segment_of(record);
    segment.archive = archive;
    StatedDigest digest(record, kBlockDigest);
    io::read_pieces(*record.body,
                    [&](std::string_view piece) { digest.update(piece); });
    const Extent extent = reader->finish();
    if (!segment.fault.empty()) {
      // It is said already.
    } else if (!reader->intact()) {
      segment.fault = "it is damaged";
    } else if (!extent.seekable) {
      segment.fault = "it shares a compressed member with other records";
    } else if (digest.finish() != digest.stated()) {
      segment.fault = "its block has another digest than it states";
    }
    found_[archive].push_back(std::move(segment));
  }
}

SegmentedRecords::Place SegmentedRecords::place(const Segment& segment) const {
  return {archives_[segment.archive], segment.offset};
}

// Why the segments of a record, sorted by number, do not make it up; empty if
// they do.
std::string SegmentedRecords::fault_of(
    const std::vector<const Segment*>& segments) {
  const std::string& origin = segments.front()->origin;
  for (const Segment* segment : segments) {
    if (!segment->fault.empty()) {
      const std::string name =
          segment->number ? "segment " + std::to_string(*segment->number)
                          : "a segment";
      return name + " of " + (origin.empty() ? "a record" : origin) +
             " cannot be used: " + segment->fault;
    }
  }
  uint64_t next = 1;
  uint64_t length = 0;
  for (const Segment* segment : segments) {
    if (*segment->number != next) {
      const bool twice = *segment->number < next;
      return "segment " + std::to_string(twice ? next - 1 : next) + " of " +
             origin + (twice ? " is there twice" : " is missing");
    }
    ++next;
    length += segment->length;
  }
  const Segment& last = *segments.back();
  if (segments.size() == 1 || !last.total_length) {
    return "the last segment of " + origin +
           ", with a WARC-Segment-Total-Length, is missing";
  }
  if (*last.total_length != length) {
    return "the segments of " + origin + " have " + std::to_string(length) +
           " bytes, not " + std::to_string(*last.total_length);
  }
  return {};
}

void SegmentedRecords::match(ProblemSink& problems) {
  std::map<std::string, std::vector<const Segment*>> by_origin;
  for (const auto& segments : found_) {
    for (const Segment& segment : segments) {
      by_origin[segment.origin].push_back(&segment);
    }
  }
  auto report = [&](const Segment& segment, const std::string& fault) {
    problems.report({Severity::kWarning, "warc-incomplete-segments",
                     archives_[segment.archive], segment.offset,
                     fault + "; the segments stay records of their own"});
  };
  for (const Segment* segment : by_origin[""]) {
    report(*segment, fault_of({segment}));
  }
  by_origin.erase("");
  for (auto& [origin, segments] : by_origin) {
    std::stable_sort(segments.begin(), segments.end(),
                     [](const Segment* a, const Segment* b) {
                       return a->number < b->number;
                     });
    const Segment& first = *segments.front();
    const std::string fault = fault_of(segments);
    if (!fault.empty()) {
      report(first, fault);
      continue;
    }
    for (const Segment* segment : segments) later_.insert(place(*segment));
    later_.erase(place(first));
    joined_.emplace(place(first), std::move(segments));
  }
}

bool SegmentedRecords::is_first(const std::string& archive,
                                uint64_t offset) const {
  return joined_.contains({archive, offset});
}

bool SegmentedRecords::is_later(const std::string& archive,
                                uint64_t offset) const {
  return later_.contains({archive, offset});
}

NewRecord SegmentedRecords::join(const std::string& archive,
                                 const Record& first,
                                 RecordAccess& records) const {
  const auto& segments = joined_.at({archive, first.offset});
  NewRecord whole;
  StatedDigest block(first, kBlockDigest);
  auto add = [&](std::string_view piece) {
    whole.block.write(piece);
    block.update(piece);
  };
  io::read_pieces(*first.body, add);
  for (const Segment* segment : segments) {
    if (segment == segments.front()) continue;
    const std::string& path = archives_[segment->archive];
    Record later;
    if (records.at(path, segment->offset, later) == nullptr) {
      throw IoError(path, "the archive has changed while it was read");
    }
    io::read_pieces(*later.body, add);
  }
  const Segment& last = *segments.back();
  if (whole.block.size() != *last.total_length) {
    throw IoError(archive, "an archive has changed while it was read");
  }

  std::vector<FieldChange> changes = {
      {"Content-Length", std::to_string(whole.block.size())}, {kNumber, {}}};
  if (block.is_stated()) changes.push_back({kBlockDigest, block.finish()});
  const std::string stated = field(first, kPayloadDigest);
  if (!stated.empty() &&
      payload_digest(first, whole.block, segments.front()->length) == stated) {
    changes.push_back({kPayloadDigest,
                       payload_digest(first, whole.block, whole.block.size())});
  }
  if (last.truncated.empty()) {
    changes.push_back({kTruncated, {}});
  } else {
    changes.push_back({kTruncated, last.truncated});
  }
  whole.header = edited_header(first.raw_header, changes);
  whole.block.rewind();
  return whole;
}

}  // namespace wax::warc
