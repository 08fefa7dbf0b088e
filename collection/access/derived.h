// What was made of captures, and whether it may be seen: one gate for the text
// of a revisit, the alternative texts of an image, and the links of a page.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cdx/url/url_key.h"
#include "collection/access/access_rule.h"
#include "collection/access/access_rules.h"

namespace wax::collection {

// A capture that something was made of, as "URLKEY DIGEST DATE URL": so it is
// stored beside what was made. "-" is what is not known. Keys, digests
// and dates have no spaces.
[[nodiscard]] std::string print_source(std::string_view urlkey,
                                       std::string_view digest,
                                       std::string_view date,
                                       std::string_view url);

// The parts of such a text, which are views of it.
struct Source {
  std::string_view urlkey;
  std::string_view digest;
  std::string_view date;
  std::string_view url;  // empty: not known
};
// Nothing for another text.
[[nodiscard]] std::optional<Source> parse_source(std::string_view source);

// Says what of that which was made of captures may be seen: what came from one
// that searches do not show is not seen. Ask it for each of the captures. One
// thread at a time may use an object.
class DerivedGate {
 public:
  // `kind` is that of the keys. Without rules (null), all is seen.
  DerivedGate(std::shared_ptr<const AccessRules> rules, cdx::UrlKeyKind kind)
      : rules_(std::move(rules)), key_(kind) {}

  // What is made of a capture (print_source()). False for another text, too.
  [[nodiscard]] bool shows_source(std::string_view source);
  // What is made of a capture of this URL, of which no more is known: what any
  // of its captures may be that is not shown, is not shown.
  [[nodiscard]] bool shows_url(std::string_view url);
  // What is made of a capture; its key is of the kind of the gate. An empty
  // date is not known.
  [[nodiscard]] bool shows(const RuledVersion& capture, std::string_view date);

 private:
  std::shared_ptr<const AccessRules> rules_;
  SurtKey key_;
  AccessRules::Found found_;
};

}  // namespace wax::collection
