#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/url/host.h"
#include "cdx/url/host_suffixes.h"
#include "cdx/url/typed_site.h"
#include "index/query/query_value.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::index {

std::optional<Query> query_of_sites(std::string_view name,
                                    const QueryValue& value) {
  Query query;
  query.kind = Query::Kind::kExact;
  query.field = "site";
  bool below_too = name == "site";
  for (std::string_view one : split_values(value.text, ',')) {
    const cdx::TypedSite site = cdx::typed_site(one);
    if (!site.rest.empty()) {
      value.fail('"' + std::string(name) +
                     ":\" names a host; pages below a path are url:" +
                     std::string(cdx::site_of(site.host)) + '/' +
                     std::string(site.rest) + '*',
                 static_cast<size_t>(site.rest.data() - value.text.data()));
    }
    below_too |= site.below_too;
    if (site.host.empty()) continue;
    query.values.emplace_back(text::sane(cdx::site_of(site.host)));
    // Indexes of former versions have other letters as crawlers wrote them.
    if (text::ascii_prefix(one) == one.size()) continue;
    std::string written = text::sane(
        cdx::host_of(one.find("://") == one.npos ? "http://" + std::string(one)
                                                 : std::string(one)));
    text::lower_case(written);
    query.values.emplace_back(cdx::site_of(written));
  }
  if (query.values.empty()) {
    value.fail_empty(name);
  }
  if (!below_too) return query;
  // Indexes of other programs have no field sites.
  Query below = query;
  below.field = "sites";
  // It ends at the domain, so it has no public suffix: neither "co.uk" nor
  // "github.io", whose domains are those of its users.
  Query below_suffix = query;
  below_suffix.pattern = true;
  below_suffix.values.clear();
  for (const std::string& host : query.values) {
    if (!host.empty() && host.find_first_of("*?") == host.npos &&
        cdx::host_suffixes(host).private_suffix == host) {
      below_suffix.values.push_back("*." + host);
    }
  }
  std::vector<Query> parts;
  parts.push_back(std::move(query));
  parts.push_back(std::move(below));
  if (!below_suffix.values.empty()) parts.push_back(std::move(below_suffix));
  return joined(Query::Kind::kOr, std::move(parts));
}

}  // namespace wax::index
