#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "warc/http/http.h"
#include "warc/record/digest.h"
#include "warc/record/record_part.h"
#include "warc/writer/header_edit.h"
#include "warc/writer/recompress.h"

namespace wax::warc {
namespace {

// Size of the record trailer that the first `size` bytes end with; 0: none.
size_t record_trailer(io::Spool& bytes, uint64_t size, Format format) {
  bytes.rewind();
  io::skip(bytes, size - std::min<uint64_t>(size, 4));
  io::LimitedSource rest(bytes, std::min<uint64_t>(size, 4));
  std::string end = io::read_all(rest, 4);
  if (format == Format::kArc) return end.ends_with('\n') ? 1 : 0;
  if (end == "\r\n\r\n") return 4;
  return end.ends_with("\n\n") ? 2 : 0;
}

bool holds(std::string_view stated, io::ByteSource& source) {
  auto digest = parse_digest(stated);
  if (!digest) return true;  // not to be judged
  Digester digester(digest->algorithm);
  for (;;) {
    std::string_view bytes = source.peek();
    if (bytes.empty()) return digester.finish() == *digest;
    digester.update(bytes);
    source.consume(bytes.size());
  }
}

bool block_digest_holds(std::string_view stated, io::Spool& bytes,
                        uint64_t length) {
  bytes.rewind();
  io::LimitedSource block(bytes, length);
  return holds(stated, block);
}

// In either convention.
bool payload_digest_holds(std::string_view stated, const Record& record,
                          io::Spool& bytes, uint64_t length) {
  for (bool dechunk : {false, true}) {
    bytes.rewind();
    io::LimitedSource block(bytes, length);
    std::string buffer;
    HttpHead head;
    bool http = has_http_message(record) && read_http_head(block, buffer, head);
    if (!http || !dechunk) {
      if (holds(stated, block)) return true;
      continue;
    }
    DecodeOptions options;
    options.decompress = false;
    NoProblems none;
    if (holds(stated, *decode_body(block, head.headers, options, none, {}))) {
      return true;
    }
  }
  return false;
}

bool any_digest_holds(const Record& record, io::Spool& bytes, uint64_t length) {
  auto block = record.headers.find("WARC-Block-Digest");
  if (block && parse_digest(*block)) {
    return block_digest_holds(*block, bytes, length);
  }
  auto payload = record.headers.find("WARC-Payload-Digest");
  return payload && parse_digest(*payload) &&
         record.type != RecordType::kRevisit &&
         payload_digest_holds(*payload, record, bytes, length);
}

bool http_says(const Record& record, io::Spool& bytes, uint64_t length) {
  bytes.rewind();
  io::LimitedSource block(bytes, length);
  std::string buffer;
  HttpHead head;
  if (!has_http_message(record) || !read_http_head(block, buffer, head)) {
    return false;
  }
  auto stated = head.headers.find("Content-Length");
  return stated && *stated == std::to_string(io::skip(block, UINT64_MAX));
}

}  // namespace

std::optional<RepairedLength> repair_length(const Record& record,
                                            io::Spool& bytes, uint64_t size,
                                            bool sure) {
  size_t trailer = record_trailer(bytes, size, record.format);
  if (trailer == 0 && !sure) return std::nullopt;
  RepairedLength repaired;
  repaired.length = size - trailer;
  repaired.text =
      "kept with the correct length, " + std::to_string(repaired.length);
  if (record.format == Format::kArc) {
    std::string_view line = record.raw_header;
    size_t end = line.find_last_not_of("\r\n ");
    size_t space = line.rfind(' ', end);
    if (space == std::string_view::npos) return std::nullopt;
    repaired.header.append(line.substr(0, space + 1))
        .append(std::to_string(repaired.length))
        .append(line.substr(end + 1));
    return repaired;
  }
  std::vector<std::string_view> left_out;
  auto block = record.headers.find("WARC-Block-Digest");
  auto payload = record.headers.find("WARC-Payload-Digest");
  if (block && !block_digest_holds(*block, bytes, repaired.length)) {
    left_out.push_back("WARC-Block-Digest");
  }
  if (payload && record.type != RecordType::kRevisit &&
      !payload_digest_holds(*payload, record, bytes, repaired.length)) {
    left_out.push_back("WARC-Payload-Digest");
  }
  for (std::string_view name : left_out) {
    repaired.text.append(", without ").append(name);
  }
  if (!left_out.empty()) repaired.text += " because it does not match";
  std::vector<FieldChange> changes = {
      {"Content-Length", std::to_string(repaired.length)}};
  for (std::string_view name : left_out) changes.push_back({name, {}});
  repaired.header = edited_header(record.raw_header, changes);
  return repaired;
}

bool overlaps_record_trailer(const Record& record, io::Spool& bytes,
                             uint64_t size, uint64_t stated) {
  if (record.format != Format::kWarc || size < stated || size - stated > 3 ||
      record_trailer(bytes, size, record.format) != 4) {
    return false;
  }
  bool shorter = any_digest_holds(record, bytes, size - 4);
  if (shorter || size == stated) return shorter;
  return !any_digest_holds(record, bytes, stated) &&
         !http_says(record, bytes, stated);
}

}  // namespace wax::warc
