// Which pages of a graph rules of access show.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "cdx/url/url_key.h"
#include "collection/access/access_rules.h"
#include "collection/access/derived.h"
#include "graph/store/pages.h"

namespace wax::graph {

// Shows pages of which rules show all captures (collection/access/derived.h),
// since links and scores are of all of them. One thread at a time may use an
// object.
class PageGate {
 public:
  // `kind` is that of the graph's keys.
  PageGate(std::shared_ptr<const collection::AccessRules> rules,
           cdx::UrlKeyKind kind);

  [[nodiscard]] bool shows(const Page& page);

 private:
  std::shared_ptr<const collection::AccessRules> rules_;
  collection::DerivedGate gate_;
  // A graph has numbers instead of digests; these are those of rules.
  std::unordered_map<uint64_t, std::string> digests_;
};

}  // namespace wax::graph
