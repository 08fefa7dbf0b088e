// Rules that say which captures are seen.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/access/access_rule.h"
#include "warc/record/date.h"

namespace wax::collection {

// A version of a page, as rules look at it.
struct RuledVersion {
  std::string_view urlkey;    // of the kind surt
  std::string_view digest;    // empty or "-": none; with or without "sha1:"
  std::string_view url = {};  // empty when it is not known
};

// The rules of a collection as they are on one day. Of the rules that fit a
// capture, one that hides goes before all others, then one for its digest, then
// that with the longest prefix of the URL key, then the first one that was
// added. What no rule fits is shown. A rule whose period may hold the date of
// capture, or may not (there is no date, or less than 14 digits of it), counts
// as far as it sees less than those after it: what cannot be decided is not
// shown. A record beside a page (cdx::page_of_record()) has the rules of the
// page, too, and a URL those of the one that browsers take it for
// (cdx::keys_of_usual_spelling()).
//
// Any number of threads may ask while none adds.
class AccessRules {
 public:
  // `today` has 8 digits.
  explicit AccessRules(std::string today) : today_(std::move(today)) {}

  // Adds the rules of a file (access_rule.h). Throws FormatError, which names
  // the line, for a line that is no rule; `name` is for messages.
  void add_lines(std::string_view text, const std::string& name);
  void add(AccessRule rule);

  [[nodiscard]] bool empty() const { return rules_.empty(); }
  // Whether a file that was added has lines that are rules, even if these have
  // ended.
  [[nodiscard]] bool has_lines() const { return has_lines_; }
  // Whether a file that was added says something else on another day.
  [[nodiscard]] bool depends_on_day() const { return depends_on_day_; }
  [[nodiscard]] const std::string& today() const { return today_; }

  // What is seen of a capture. All that shows captures asks this, or find() and
  // decide(), which are its two halves.
  [[nodiscard]] Visibility visibility(const RuledVersion& version,
                                      std::string_view date) const;

  struct Found {
    std::vector<const AccessRule*> rules;
    bool is_beside_page = false;  // the version is such a record
    [[nodiscard]] bool empty() const { return rules.empty(); }
  };
  // The rules that fit a version, whatever the date; the one that decides first
  // comes first. Pointers into this object.
  void find(const RuledVersion& version, Found& found) const;
  // What rules that find() has given say of a date of capture. A record beside
  // a page may show a capture of up to kLongestCrawl before it or after it
  // (collection/segment/text_capture.h): the rules of all these times count,
  // whether the page has captures of them or not.
  [[nodiscard]] static Visibility decide(const Found& found,
                                         std::string_view date);

  // Which versions rules fit. All of them are in one of the four:
  // beginnings of URL keys, none of which begins another;
  [[nodiscard]] std::vector<std::string> key_prefixes() const;
  // digests in their normal form;
  [[nodiscard]] std::vector<std::string> digests() const;
  // beginnings of URLs;
  [[nodiscard]] std::vector<std::string> url_prefixes() const;
  // versions that were captured in one of these times, or have no date. They
  // are as long as records beside pages need it.
  [[nodiscard]] std::vector<warc::Period> hidden_periods() const;

  // Whether what find() gives depends on the URL key alone.
  [[nodiscard]] bool asks_only_keys() const {
    return by_digest_.empty() && by_url_.empty();
  }

 private:
  // Numbers of rules, by the prefix of what they fit.
  using Numbers = std::map<std::string, std::vector<size_t>, std::less<>>;
  struct Stored {
    AccessRule rule;
    std::string prefix;  // of URL keys; empty if the rule is not about them
  };

  // Appends the rules for a URL and its key.
  void find_page(std::string_view key, std::string_view url,
                 std::vector<size_t>& numbers) const;
  [[nodiscard]] bool fits_key(const Stored& stored, std::string_view key) const;
  [[nodiscard]] bool goes_before(size_t a, size_t b) const;

  std::string today_;
  bool depends_on_day_ = false;
  bool has_lines_ = false;
  std::vector<Stored> rules_;
  Numbers by_key_;
  Numbers by_url_;
  Numbers by_digest_;
  std::vector<size_t> hidden_periods_;
};

}  // namespace wax::collection
