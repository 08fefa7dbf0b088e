#include "warc/writer/revisit_record.h"

#include <utility>
#include <vector>

#include "text/ascii.h"
#include "text/number.h"
#include "warc/http/http.h"
#include "warc/record/date.h"
#include "warc/record/record_header.h"
#include "warc/record/record_part.h"
#include "warc/writer/header_edit.h"
#include "warc/writer/stated_digest.h"

namespace wax::warc {
namespace {

// "WARC/1.0 response", and " without WARC-Payload-Digest" if it had none.
constexpr std::string_view kOriginalRecord = "X-Original-Record";
constexpr std::string_view kWithoutDigest = " without WARC-Payload-Digest";
constexpr std::string_view kVersionOfRevisits = "1.1";

bool is_repeated(const Record& record) {
  for (std::string_view name :
       {std::string_view("WARC-Type"), std::string_view("Content-Length"),
        kBlockDigest, kPayloadDigest}) {
    if (record.headers.find_all(name).size() > 1) return true;
  }
  return false;
}

struct Origin {
  std::string version;  // empty: that of the revisit
  std::string type;
  bool without_digest = false;
};

Origin origin_of(const Record& revisit) {
  Origin origin;
  std::string_view said =
      revisit.headers.find(kOriginalRecord).value_or(std::string_view());
  if (said.ends_with(kWithoutDigest)) {
    origin.without_digest = true;
    said.remove_suffix(kWithoutDigest.size());
  }
  const size_t space = said.find(' ');
  if (said.starts_with("WARC/") && space != said.npos) {
    origin.version = said.substr(5, space - 5);
    origin.type = said.substr(space + 1);
    return origin;
  }
  const bool http =
      text::starts_with_ignoring_case(revisit.content_type, "application/http");
  origin.type = name(http ? RecordType::kResponse : RecordType::kResource);
  return origin;
}

std::string restored_header(const Record& revisit, uint64_t length,
                            const std::string& block_digest) {
  const Origin origin = origin_of(revisit);
  std::vector<FieldChange> changes = {
      {"WARC-Type", origin.type}, {"Content-Length", std::to_string(length)},
      {"WARC-Profile", {}},       {kRefersTo, {}},
      {kRefersToUrl, {}},         {kRefersToDate, {}},
      {kRefersToContainer, {}},   {"WARC-Truncated", {}},
      {kOriginalRecord, {}}};
  if (!block_digest.empty()) {
    changes.push_back({kBlockDigest, block_digest});
  }
  if (origin.without_digest) changes.push_back({kPayloadDigest, {}});
  return edited_header(revisit.raw_header, changes, origin.version);
}

// The header of the revisit. It keeps Record::type_name as written, so that the
// restored record has it again.
std::string revisit_header(const Record& record, const NamedOriginal& original,
                           std::string_view container,
                           const std::string& payload_digest, size_t length,
                           const std::string& block_digest) {
  const bool has_digest = record.headers.find(kPayloadDigest).has_value();
  std::vector<FieldChange> changes = {
      {"WARC-Type", std::string(name(RecordType::kRevisit))},
      {"Content-Length", std::to_string(length)}};
  if (!block_digest.empty()) {
    changes.push_back({kBlockDigest, block_digest});
  }
  if (!has_digest) changes.push_back({kPayloadDigest, payload_digest});
  changes.push_back({"WARC-Profile", std::string(kIdenticalPayload)});
  changes.push_back({kRefersToUrl, original.url});
  changes.push_back({kRefersToDate, iso_date(original.date)});
  if (auto value = container_value(container)) {
    changes.push_back({kRefersToContainer, *std::move(value)});
  }
  changes.push_back(
      {kOriginalRecord, "WARC/" + std::string(record.version) + " " +
                            std::string(record.type_name) +
                            std::string(has_digest ? "" : kWithoutDigest)});
  return edited_header(record.raw_header, changes, kVersionOfRevisits);
}

}  // namespace

bool has_identical_payload(const Record& revisit) {
  return revisit.type == RecordType::kRevisit &&
         revisit.headers.find("WARC-Profile")
             .value_or(std::string_view())
             .ends_with("/identical-payload-digest");
}

bool has_stated_payload(const Record& record) {
  const auto stated =
      parse_digest(record.headers.find(kPayloadDigest).value_or(""));
  if (!stated) return true;
  if (!take_head(record)) return false;
  Digester digester(stated->algorithm);
  io::read_pieces(*record.body,
                  [&](std::string_view bytes) { digester.update(bytes); });
  return digester.finish() == *stated;
}

bool is_made_revisit(const Record& revisit) {
  return !origin_of(revisit).version.empty();
}

std::optional<std::string> take_head(const Record& record) {
  std::string buffer;
  HttpHead head;
  if (!has_http_message(record) ||
      !read_http_head(*record.body, buffer, head)) {
    return "";
  }
  if (head.cut) return std::nullopt;
  return std::string(head.raw);
}

KeptAs make_revisit(const Record& record, const NamedOriginal& original,
                    NewRecord& revisit, std::string_view container) {
  if ((record.type != RecordType::kResponse &&
       record.type != RecordType::kResource) ||
      record.format != Format::kWarc ||
      record.headers.find("WARC-Truncated").has_value() ||
      record.headers.find("WARC-Segment-Number").has_value()) {
    return KeptAs::kOtherType;
  }
  const std::string_view stated =
      record.headers.find(kPayloadDigest).value_or("");
  const auto known = parse_digest(stated);
  if (!stated.empty() && !known) return KeptAs::kOtherPayload;
  const auto head = take_head(record);
  if (!head || is_repeated(record)) return KeptAs::kOddHeader;

  StatedDigest of_block(record, kBlockDigest);
  StatedDigest of_head(record, kBlockDigest);
  of_block.update(*head);
  of_head.update(*head);
  Digester payload(known ? known->algorithm : DigestAlgorithm::kSha1);
  uint64_t length = head->size();
  io::read_pieces(*record.body, [&](std::string_view bytes) {
    of_block.update(bytes);
    payload.update(bytes);
    length += bytes.size();
  });
  const Digest digest = payload.finish();
  if (known && !(digest == *known)) return KeptAs::kOtherPayload;

  const std::string block_digest =
      of_block.is_stated() ? of_block.finish() : std::string();
  revisit.header = revisit_header(
      record, original, container, spelling(digest), head->size(),
      of_head.is_stated() ? of_head.finish() : std::string());
  revisit.block.clear();
  revisit.block.write(*head);
  Record made;
  read_warc_header(revisit.header, made);
  if (restored_header(made, length, block_digest) != record.raw_header) {
    return KeptAs::kOddHeader;
  }
  return KeptAs::kRevisit;
}

bool restore_record(const Record& revisit, io::ByteSource& payload,
                    NewRecord& restored) {
  const auto head = take_head(revisit);
  if (!head) return false;
  const auto stated =
      parse_digest(revisit.headers.find(kPayloadDigest).value_or(""));
  Digester digester(stated ? stated->algorithm : DigestAlgorithm::kSha1);
  StatedDigest of_block(revisit, kBlockDigest);
  of_block.update(*head);
  restored.block.clear();
  restored.block.write(*head);
  io::read_pieces(payload, [&](std::string_view bytes) {
    digester.update(bytes);
    of_block.update(bytes);
    restored.block.write(bytes);
  });
  if (!stated || !(digester.finish() == *stated)) return false;
  restored.header =
      restored_header(revisit, restored.block.size(),
                      of_block.is_stated() ? of_block.finish() : std::string());
  return true;
}

}  // namespace wax::warc
