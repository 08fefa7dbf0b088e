// Rules of robots.txt: whatever the file is, it is itself allowed, and delays
// are numbers.
#include <string>
#include <string_view>

#include "crawl/jobs/robots_rules.h"
#include "fuzz/support/entry.h"

namespace wax::fuzz {

void run(std::string_view bytes) {
  const crawl::RobotsRules rules(bytes, "wax");
  require(rules.allows("/robots.txt"));
  for (std::string_view path : {"/", "/a/b?c=d", "/%C3%A9", "/$*"}) {
    (void)rules.allows(path);
  }
  require(!rules.delay() || *rules.delay() >= 0);
}

}  // namespace wax::fuzz
