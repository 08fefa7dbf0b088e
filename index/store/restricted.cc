#include "index/store/restricted.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_set>
#include <utility>

#include "index/schema/date_ranges.h"
#include "index/schema/fields.h"
#include "index/store/reader_state.h"
#include "io/error.h"

namespace wax::index {
namespace {

using Seen = DocumentRules::Seen;
using Version = DocumentRules::Version;

// Indexes of other versions and programs may have no term for a URL that is
// longer than kLongestTerm. Such a URL seldom has a shorter key than this.
constexpr size_t kLongKey = 4000;

class Restriction {
 public:
  Restriction(const DocumentRules& rules, Shard& shard)
      : rules_(&rules),
        shard_(&shard),
        keys_(shard.columns.back().index->keys()) {}

  void apply() {
    for (const std::string& digest : rules_->digests) {
      find_term("digest", digest);
    }
    for (const warc::Period& period : rules_->periods) find_dates(period);
    if (!rules_->periods.empty()) find_undated();
    for (const std::string& prefix : rules_->url_prefixes) find_urls(prefix);
    for (const DocumentRules::Derived& derived : rules_->derived) {
      find_derived(derived);
    }
    if (rules_->key_prefixes.empty()) return;
    if (keys_ != nullptr) {
      for (const std::string& prefix : rules_->key_prefixes) find_keys(prefix);
    } else {
      for (uint32_t n = 0; n < shard_->documents; ++n) show_stored(n);
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

  void find_term(std::string_view field, const std::string& term) {
    const IndexDirectory* index = shard_->owner(field);
    std::vector<TermSource> sources;
    if (index != nullptr) index->find(field, term, sources);
    for (const TermSource& source : sources) {
      each_document(source, [this](uint32_t n) { show_stored(n); });
    }
  }

  // Calls use(term, document) for the terms of the field from `first` on, for
  // which `is_wanted` holds until it does not.
  template <typename Wanted, typename Use>
  void each_of_terms(std::string_view field, const std::string& first,
                     Wanted&& is_wanted, Use&& use) {
    const IndexDirectory* index = shard_->owner(field);
    if (index == nullptr) return;
    index->each_term(field, first,
                     [&](const std::string& term, const TermSource& source) {
                       if (!is_wanted(term)) return false;
                       each_document(source, [&](uint32_t n) { use(term, n); });
                       return true;
                     });
  }

  // Whether a term may be the beginning of a longer URL.
  static bool is_cut(std::string_view url) {
    return url.size() >= kLongestTerm;
  }

  void find_urls(const std::string& prefix) {
    each_of_terms(
        "exacturl", std::string(longest_term(prefix)),
        [&](const std::string& url) {
          return url.starts_with(longest_term(prefix));
        },
        [&](const std::string& url, uint32_t n) {
          asked_with_url_.insert(n);
          show_stored(n, is_cut(url) ? std::string_view() : url);
        });
  }

  void find_derived(const DocumentRules::Derived& derived) {
    const bool only_keys = derived.begins_with_key && rules_->digests.empty() &&
                           rules_->periods.empty();
    if (!only_keys) return find_derived(derived, "");
    for (const std::string& prefix : rules_->key_prefixes) {
      find_derived(derived, std::string(longest_term(prefix)));
    }
  }

  void find_derived(const DocumentRules::Derived& derived,
                    const std::string& prefix) {
    std::string last;
    bool is_hidden = false;
    each_of_terms(
        derived.field, prefix,
        [&](const std::string& value) { return value.starts_with(prefix); },
        [&](const std::string& value, uint32_t n) {
          if (is_cut(value)) {
            each_stored(n, derived.field, [&](const std::string& whole) {
              if (derived.hides(whole)) hide(n);
            });
            return;
          }
          if (value != last) is_hidden = derived.hides(value);
          last = value;
          if (is_hidden) hide(n);
        });
  }

  void find_dates(const warc::Period& period) {
    auto find_range = [&](std::string_view field, const std::string& first,
                          const std::string& last) {
      each_of_terms(
          field, first, [&](const std::string& date) { return date <= last; },
          [&](const std::string&, uint32_t n) { show_stored(n); });
    };
    find_range(kDateField, period.first, period.last);
    DateRanges ranges = date_ranges(period.first, period.last);
    for (const DateRanges::Terms& terms : ranges.whole) {
      find_range(terms.field, terms.first, terms.last);
    }
    for (const std::string& day : ranges.parts) find_term("day", day);
  }

  // Documents without a date may have been captured at any time.
  void find_undated() {
    std::vector<bool> dated(shard_->documents);
    for (std::string_view field : {std::string_view("year"), kDateField}) {
      each_of_terms(
          field, "", [](const std::string&) { return true; },
          [&](const std::string&, uint32_t n) { dated[n] = true; });
    }
    for (uint32_t n = 0; n < shard_->documents; ++n) {
      if (!dated[n]) show_stored(n);
    }
  }

  void find_keys(const std::string& prefix) {
    KeyFile::Cursor cursor(*keys_);
    if (!cursor.next() || !cursor.seek(prefix)) return;
    std::string key;
    Seen usual = Seen::kAlways;
    bool known = false;
    do {
      std::string_view version = cursor.version();
      if (!version.starts_with(prefix)) return;
      version.remove_suffix(1);  // the tab
      size_t space = version.rfind(' ');
      std::string_view urlkey = version.substr(0, space);
      if (cursor.document() >= shard_->documents) {
        throw FormatError(shard_->path, 0,
                          "the key file names a document that is not there");
      }
      auto document = static_cast<uint32_t>(cursor.document());
      if (asked_with_url_.contains(document)) continue;
      if (urlkey.size() > kLongKey && !rules_->url_prefixes.empty()) {
        show_stored(document);
        continue;
      }
      Version asked{urlkey, version.substr(space + 1), {}};
      if (!rules_->digests.empty() || !known || urlkey != key) {
        key = urlkey;
        known = true;
        usual = rules_->seen(asked);
      }
      show(document, asked, usual);
    } while (cursor.next());
  }

  // Asks with the key and digest that the document has stored.
  void show_stored(uint32_t document, std::string_view url = {}) {
    std::string urlkey;
    std::string digest;
    std::string stored_url;
    each_stored(document, "urlkey",
                [&](std::string v) { urlkey = std::move(v); });
    each_stored(document, "digest",
                [&](std::string v) { digest = std::move(v); });
    if (url.empty() && !rules_->url_prefixes.empty()) {
      each_stored(document, "url",
                  [&](std::string v) { stored_url = std::move(v); });
      url = stored_url;
    }
    Version asked{urlkey, digest, url};
    show(document, asked, rules_->seen(asked));
  }

  void show(uint32_t document, const Version& version, Seen seen) {
    if (seen == Seen::kAlways) return;
    if (seen == Seen::kNever) return hide(document);
    std::vector<std::string> dates;
    if (const auto* before = shard_->seen_dates_of(document)) {
      dates = *before;
    } else {
      each_stored(document, kDateField,
                  [&](std::string date) { dates.push_back(std::move(date)); });
    }
    size_t all = dates.size();
    if (!rules_->keep_dates(version, dates)) return hide(document);
    if (dates.size() < all) seen_dates_[document] = std::move(dates);
  }

  template <typename Use>
  void each_stored(uint32_t document, std::string_view name, Use&& use) const {
    const IndexDirectory* index = shard_->owner(name);
    if (index == nullptr) return;
    const IndexDirectory::Part& part = index->part_of(document);
    uint32_t wanted = part.segment->field_number(name);
    part.segment->stored(
        document - part.base, [&](uint32_t field) { return field == wanted; },
        [&](uint32_t, std::string value) { use(std::move(value)); });
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
  std::unique_ptr<const KeyFile> keys_;
  std::unordered_set<uint32_t> asked_with_url_;
  SeenDates seen_dates_;
};

}  // namespace

void restrict_documents(const DocumentRules& rules, Shard& shard) {
  Restriction restriction(rules, shard);
  restriction.apply();
  SeenDates dates = restriction.take_dates();
  if (dates.empty()) return;
  if (shard.seen_dates != nullptr) {
    dates.insert(shard.seen_dates->begin(), shard.seen_dates->end());
  }
  shard.seen_dates = std::make_shared<const SeenDates>(std::move(dates));
}

}  // namespace wax::index
