#include "index/store/index_directory.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <set>
#include <system_error>
#include <utility>

#include "io/error.h"

namespace wax::index {

IndexDirectory::IndexDirectory(const std::string& path,
                               std::shared_ptr<const Manifest> manifest)
    : files_(path, std::move(manifest)) {
  std::set<std::string> names;
  uint64_t documents = 0;
  for (const CommittedSegment& committed : read_commit(files_)) {
    Part part{std::make_unique<LuceneSegment>(files_, committed),
              static_cast<uint32_t>(documents)};
    documents += part.segment->documents();
    if (documents > INT32_MAX) {
      throw FormatError(path, 0,
                        "this index is damaged: it has too many documents");
    }
    for (const LuceneField& field : part.segment->fields()) {
      names.insert(field.name);
    }
    if (!files_.is_checked()) part.segment->check_stored_places();
    if (part.segment->documents() > 0) parts_.push_back(std::move(part));
  }
  documents_ = static_cast<uint32_t>(documents);
  names_.assign(names.begin(), names.end());
  try {
    if (files_.has(std::string(kKeyFileName))) {
      keys_ = files_.open(std::string(kKeyFileName));
    }
  } catch (const Error&) {  // keys() meets it, too; few readers need them
  }
}

bool IndexDirectory::has_deletions() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const Part& part) {
    return part.segment->has_deletions();
  });
}

const IndexDirectory::Part& IndexDirectory::part_of(uint32_t document) const {
  auto after = std::upper_bound(
      parts_.begin(), parts_.end(), document,
      [](uint32_t number, const Part& part) { return number < part.base; });
  return *std::prev(after);
}

template <typename Made, typename Make>
const Made* IndexDirectory::kept(Kept<Made>& all, const std::string& name,
                                 const std::optional<Time>& deadline,
                                 Make make) const {
  std::unique_lock lock(kept_mutex_);
  auto found = all.find(name);
  if (found == all.end()) {
    std::shared_future<Made> being_made;
    try {
      being_made = std::async(std::launch::async, make);
    } catch (const std::system_error&) {  // there is no thread
      being_made = std::async(std::launch::deferred, make);
    }
    found = all.emplace(name, std::move(being_made)).first;
  }
  std::shared_future<Made> made = found->second;
  lock.unlock();
  if (deadline && made.wait_until(*deadline) == std::future_status::timeout) {
    return nullptr;
  }
  try {
    return &made.get();
  } catch (const std::bad_alloc&) {  // there may be memory later
    lock.lock();
    all.erase(name);
    throw;
  }
}

const ColumnValues* IndexDirectory::values(const std::string& field,
                                           const std::optional<Time>& deadline,
                                           uint64_t most) const {
  return kept(values_, field, deadline,
              [this, field, most] { return ColumnValues(*this, field, most); });
}

const std::vector<uint64_t>* IndexDirectory::kept_numbers(
    const std::string& name, MakeNumber make,
    const std::optional<Time>& deadline) const {
  return kept(numbers_, name, deadline, [this, make] {
    std::vector<uint64_t> numbers(documents_);
    for (uint32_t i = 0; i < documents_; ++i) numbers[i] = make(*this, i);
    return numbers;
  });
}

std::unique_ptr<const KeyFile> IndexDirectory::keys() const {
  const std::string name(kKeyFileName);
  if (!files_.has(name)) return nullptr;
  return std::make_unique<const KeyFile>(keys_ ? keys_ : files_.open(name));
}

bool IndexDirectory::has_date(uint32_t document, std::string_view first,
                              std::string_view last) const {
  const Part& part = part_of(document);
  uint32_t dates = part.segment->field_number(kDateField);
  bool found = false;
  part.segment->stored(
      document - part.base, [&](uint32_t field) { return field == dates; },
      [&](uint32_t, const std::string& date) {
        found |= date >= first && date <= last;
      });
  return found;
}

uint64_t IndexDirectory::find(std::string_view field, std::string_view term,
                              std::vector<TermSource>& sources) const {
  uint64_t documents = 0;
  for (const Part& part : parts_) {
    uint32_t number = part.segment->field_number(field);
    if (number == UINT32_MAX) continue;
    TermPlace place = part.segment->terms().find(number, term);
    if (place.documents == 0) continue;
    sources.push_back({part.segment.get(), part.base, number, place});
    documents += place.documents;
  }
  return documents;
}

TermCursor::TermCursor(std::vector<TermSource> sources)
    : sources_(std::move(sources)), index_(SIZE_MAX) {
  go_on();
}

void TermCursor::go_on() {
  document_ = kNoDocument;
  while (document_ == kNoDocument && ++index_ < sources_.size()) {
    const TermSource& source = sources_[index_];
    current_ = BlockCursor(*source.segment, source.field, source.place);
    if (current_.document() != kNoDocument) {
      document_ = source.base + current_.document();
    }
  }
}

void TermCursor::advance(uint32_t target) {
  while (document_ < target) {
    const TermSource& source = sources_[index_];
    uint32_t end = source.base + source.segment->documents();
    if (target >= end) {
      go_on();
    } else {
      current_.advance(target - source.base);
      settle();
    }
  }
}

}  // namespace wax::index
