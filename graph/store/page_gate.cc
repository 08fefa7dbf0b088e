#include "graph/store/page_gate.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "graph/store/graph_folder.h"

namespace wax::graph {

PageGate::PageGate(std::shared_ptr<const collection::AccessRules> rules,
                   cdx::UrlKeyKind kind)
    : rules_(std::move(rules)), gate_(rules_, kind) {
  for (const std::string& digest : rules_->digests()) {
    // With "sha1:" before them or not.
    const std::string bare = digest.substr(digest.rfind(':') + 1);
    for (const std::string& spelling : {digest, bare, "sha1:" + bare}) {
      digests_.emplace(digest_number(spelling), digest);
    }
  }
}

bool PageGate::shows(const Page& page) {
  if (page.captures.empty()) {
    // A page that is only linked has no date that rules for dates could mean.
    return gate_.shows({page.key, ""}, rules_->today() + "000000");
  }
  return std::all_of(
      page.captures.begin(), page.captures.end(),
      [&](const PageCapture& capture) {
        const auto known = digests_.find(capture.digest);
        const std::string_view digest =
            known == digests_.end() ? std::string_view() : known->second;
        return gate_.shows({page.key, digest},
                           capture.date == 0 ? "" : date_text(capture.date));
      });
}

}  // namespace wax::graph
