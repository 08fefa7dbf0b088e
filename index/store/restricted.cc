#include "index/store/restricted.h"

#include <memory>
#include <unordered_map>
#include <utility>

#include "index/store/reader_state.h"

namespace wax::index {
namespace {

using Seen = DocumentRules::Seen;

class Restriction {
 public:
  Restriction(const DocumentRules& rules, Shard& shard)
      : rules_(&rules), shard_(&shard), dates_(shard.owner(kDateField)) {}

  void apply() {
    for (const std::string& digest : rules_->digests) {
      std::vector<TermSource> sources;
      const IndexColumn* index = shard_->owner("digest");
      if (index != nullptr) index->find("digest", digest, sources);
      for (const TermSource& source : sources) {
        each_document(source, [&](uint32_t document) {
          digests_[document] = digest;
          show(document, rules_->seen("", digest), "", digest);
        });
      }
    }
    const IndexColumn* keys = shard_->owner("urlkey");
    if (keys == nullptr) return;
    for (const std::string& prefix : rules_->key_prefixes) {
      keys->each_term("urlkey", prefix,
                      [&](const std::string& key, const TermSource& source) {
                        if (!key.starts_with(prefix)) return false;
                        Seen usual = rules_->seen(key, "");
                        if (usual == Seen::kAlways && digests_.empty())
                          return true;
                        each_document(source, [&](uint32_t document) {
                          show_page(document, key, usual);
                        });
                        return true;
                      });
    }
  }

  [[nodiscard]] SeenDates take_dates() { return std::move(seen_dates_); }

 private:
  template <typename Use>
  static void each_document(const TermSource& source, Use&& use) {
    PostingCursor cursor(*source.segment, source.field, source.place);
    cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t) {
      use(source.base + document);
    });
  }

  void show_page(uint32_t document, const std::string& key, Seen usual) {
    auto digest = digests_.find(document);
    if (digest == digests_.end()) return show(document, usual, key, "");
    show(document, rules_->seen(key, digest->second), key, digest->second);
  }

  void show(uint32_t document, Seen seen, const std::string& key,
            const std::string& digest) {
    if (seen == Seen::kAlways) return;
    if (seen == Seen::kNever) return hide(document);
    std::vector<std::string> dates = dates_of(document);
    if (dates.empty() && !rules_->is_seen(key, digest, "")) {
      return hide(document);
    }
    size_t all = dates.size();
    std::erase_if(dates, [&](const std::string& date) {
      return !rules_->is_seen(key, digest, date);
    });
    if (dates.size() == all) return;
    if (dates.empty()) return hide(document);
    seen_dates_[document] = std::move(dates);
  }

  [[nodiscard]] std::vector<std::string> dates_of(uint32_t document) const {
    std::vector<std::string> dates;
    if (dates_ == nullptr) return dates;
    const IndexColumn::Part& part = dates_->part_of(document);
    uint32_t wanted = part.segment->field_number(kDateField);
    part.segment->stored(
        document - part.base, [&](uint32_t field) { return field == wanted; },
        [&](uint32_t, std::string date) { dates.push_back(std::move(date)); });
    return dates;
  }

  void hide(uint32_t document) {
    std::vector<uint64_t>& bits = shard_->deleted;
    if (bits.empty()) {
      bits.resize((uint64_t{shard_->documents} + kWindow - 1) / kWindow *
                  (kWindow / 64));
    }
    bits[document / 64] |= uint64_t{1} << document % 64;
  }

  const DocumentRules* rules_;
  Shard* shard_;
  const IndexColumn* dates_;
  std::unordered_map<uint32_t, std::string> digests_;
  SeenDates seen_dates_;
};

}  // namespace

void restrict_documents(const DocumentRules& rules, Shard& shard) {
  Restriction restriction(rules, shard);
  restriction.apply();
  SeenDates dates = restriction.take_dates();
  if (dates.empty()) return;
  shard.seen_dates = std::make_shared<const SeenDates>(std::move(dates));
}

}  // namespace wax::index
