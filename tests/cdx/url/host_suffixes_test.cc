#include "cdx/url/host_suffixes.h"

#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

struct SuffixCase {
  std::string_view host;
  std::string_view registry_suffix;
  std::string_view registered_domain;
  std::string_view private_suffix;
  std::string_view private_domain;
};

TEST(HostSuffixes, AreThoseOfBothSectionsOfTheList) {
  for (const SuffixCase& each : {
           SuffixCase{"www.example.com", "com", "example.com", "com",
                      "example.com"},
           SuffixCase{"a.b.example.co.uk", "co.uk", "example.co.uk", "co.uk",
                      "example.co.uk"},
           SuffixCase{"a.b.github.io", "io", "github.io", "github.io",
                      "b.github.io"},
           SuffixCase{"github.io", "io", "github.io", "github.io", ""},
           SuffixCase{"com", "com", "", "com", ""},
           SuffixCase{"a.nonsense-tld", "nonsense-tld", "a.nonsense-tld",
                      "nonsense-tld", "a.nonsense-tld"},
           SuffixCase{"localhost", "localhost", "", "localhost", ""},
           SuffixCase{"192.0.2.1", "", "", "", ""},
           SuffixCase{"2001:db8::1", "", "", "", ""},
           SuffixCase{"", "", "", "", ""},
       }) {
    HostSuffixes found = host_suffixes(each.host);
    EXPECT_EQ(found.registry_suffix, each.registry_suffix) << each.host;
    EXPECT_EQ(found.registered_domain, each.registered_domain) << each.host;
    EXPECT_EQ(found.private_suffix, each.private_suffix) << each.host;
    EXPECT_EQ(found.private_domain, each.private_domain) << each.host;
  }
}

}  // namespace
}  // namespace wax::cdx
