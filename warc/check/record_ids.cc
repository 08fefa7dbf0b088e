#include <optional>
#include <utility>

#include "text/ascii.h"
#include "text/number.h"
#include "warc/check/header_rules.h"
#include "warc/record/digest.h"

namespace wax::warc {
namespace {

constexpr size_t kFirstSlots = 1024;

std::optional<RecordId> uuid(std::string_view text) {
  constexpr std::string_view kUrn = "urn:uuid:";
  constexpr size_t kLength = 36;
  if (text.size() != kUrn.size() + kLength ||
      !text::equal_ignoring_case(text.substr(0, kUrn.size()), kUrn)) {
    return std::nullopt;
  }
  text.remove_prefix(kUrn.size());
  RecordId id;
  for (size_t i = 0; i < kLength; ++i) {
    bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    int value = text::hex_value(text[i]);
    if (dash ? text[i] != '-' : value < 0) return std::nullopt;
    if (dash) continue;
    id.high = id.high << 4 | id.low >> 60;
    id.low = id.low << 4 | static_cast<uint64_t>(value);
  }
  return id;
}

bool is_zero(const RecordId& id) { return id.high == 0 && id.low == 0; }

}  // namespace

RecordId record_id(std::string_view text) {
  text = text::trim(text, " \t<>");
  RecordId id;
  if (auto known = uuid(text)) {
    id = *known;
  } else {
    Digester digester(DigestAlgorithm::kSha256);
    digester.update(text);
    const Digest digest = digester.finish();
    for (size_t i = 0; i < 8; ++i) {
      id.high = id.high << 8 | static_cast<unsigned char>(digest.raw[i]);
      id.low = id.low << 8 | static_cast<unsigned char>(digest.raw[i + 8]);
    }
  }
  if (is_zero(id)) id.low = 1;  // zero is no id
  return id;
}

void FileIds::add(std::string_view id, uint64_t offset) {
  if (ids.size() < most) {
    ids.push_back({record_id(id), offset});
  } else {
    ++left_out;
  }
}

void FileIds::add(std::string_view to, uint64_t offset, Reference kind) {
  if (links.size() < most) {
    links.push_back({record_id(to), offset, kind});
  } else {
    ++left_out;
  }
}

size_t RecordIds::slot_of(const RecordId& id) const {
  // Ids may be chosen to collide, so both halves are mixed.
  uint64_t hash = (id.high ^ (id.low >> 29)) * 0x9e3779b97f4a7c15;
  hash = (hash ^ (hash >> 32) ^ id.low) * 0xd6e8feb86659fd93;
  hash ^= hash >> 32;
  size_t mask = table_.size() - 1;
  auto slot = static_cast<size_t>(hash) & mask;
  while (!is_zero(table_[slot]) && !(table_[slot] == id)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

bool RecordIds::contains(const RecordId& id) const {
  return !table_.empty() && table_[slot_of(id)] == id;
}

bool RecordIds::grow() {
  size_t slots = table_.empty() ? kFirstSlots : 2 * table_.size();
  // While the table moves, both stand.
  if ((slots + table_.size()) * sizeof(RecordId) > memory_) return false;
  std::vector<RecordId> before =
      std::exchange(table_, std::vector<RecordId>(slots));
  for (const RecordId& id : before) {
    if (!is_zero(id)) table_[slot_of(id)] = id;
  }
  return true;
}

bool RecordIds::insert(const RecordId& id, bool& fresh) {
  fresh = !contains(id);
  if (!fresh) return true;
  if (4 * (count_ + 1) > 3 * table_.size() && !grow()) return false;
  table_[slot_of(id)] = id;
  ++count_;
  return true;
}

void RecordIds::add(const std::string& file, const FileIds& ids,
                    ProblemSink& problems) {
  uint64_t left_out = ids.left_out;
  for (const FileIds::Id& record : ids.ids) {
    bool fresh = true;
    if (!insert(record.id, fresh)) ++left_out;
    if (fresh) continue;
    problems.report({Severity::kWarning, "warc-duplicate-id", file,
                     record.offset, "an earlier record has the same id"});
  }
  if (left_out > 0) {
    problems.report(
        {Severity::kWarning, "record-ids-left-out", file, std::nullopt,
         std::to_string(left_out) + " ids and references do not fit into "
                                    "--memory and are not checked"});
    incomplete_ = true;
  }
  // What is not found may be among those left out.
  if (incomplete_) return;
  for (const FileIds::Link& link : ids.links) {
    if (contains(link.to)) continue;
    std::string text = "no record in this file or an earlier one has the id";
    switch (link.kind) {
      case FileIds::Reference::kConcurrentTo:
        problems.report({Severity::kWarning, "warc-dangling-concurrent-to",
                         file, link.offset, std::move(text)});
        break;
      case FileIds::Reference::kWarcinfo:
        problems.report({Severity::kWarning, "warc-dangling-warcinfo-id", file,
                         link.offset, std::move(text)});
        break;
      case FileIds::Reference::kOriginal:
        problems.report({Severity::kNote, "warc-dangling-refers-to", file,
                         link.offset, std::move(text)});
    }
  }
}

}  // namespace wax::warc
