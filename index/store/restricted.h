// What searches see of an index: rules as plain values and functions.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "warc/record/date.h"

namespace wax::index {

struct Shard;

// Says which captures are seen.
struct DocumentRules {
  struct Version {
    std::string_view urlkey;  // as it is in the index
    std::string_view digest;  // in its normal form; "-": none
    std::string_view url;     // empty when it is not known
  };

  // All documents of which some capture is not seen are in one of these:
  // URL keys that begin with one of them, none of which begins another;
  std::vector<std::string> key_prefixes;
  // digests in their normal form;
  std::vector<std::string> digests;
  // URLs that begin with one of them: `seen` has to know these;
  std::vector<std::string> url_prefixes;
  // documents with a date in one of these times, or without any date.
  std::vector<warc::Period> periods;

  enum class Seen { kAlways, kNever, kByDate };
  // What is seen of a version. One thread at a time calls it.
  std::function<Seen(const Version&)> seen;
  // A field whose values name other captures that the document has text of, and
  // whether nothing is seen of a document with this value.
  struct Derived {
    std::string_view field;
    std::function<bool(std::string_view value)> hides;
    // Whether values begin with URL keys, as `key_prefixes` do.
    bool begins_with_key = false;
  };
  std::vector<Derived> derived = {};
  // Erases the dates of a document whose captures are not seen, if that depends
  // on the date (14 digits); there may be none. False: nothing of it is seen.
  std::function<bool(const Version&, std::vector<std::string>& dates)>
      keep_dates;
};

// Marks documents of which no capture is seen as deleted, and sets
// Shard::seen_dates of those of which some are; what other rules have left out
// before stays left out. What is asked about a document
// is asked with its key and digest, so that it does not matter in how many of
// the lists it is. Throws FormatError, IoError.
void restrict_documents(const DocumentRules& rules, Shard& shard);

}  // namespace wax::index
