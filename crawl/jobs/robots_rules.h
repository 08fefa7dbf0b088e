// What a robots.txt lets a crawler do (RFC 9309, and Crawl-delay, which many
// sites state). Rules may be asked by any number of threads.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wax::crawl {

class RobotsRules {
 public:
  // Everything is allowed.
  RobotsRules() = default;
  // The rules of `text` for the crawler whose product token is `agent`
  // ("heritrix"): those of all groups that name it, in any letter case, else
  // those for "*". No more than kMostRobotsBytes of the text are looked at.
  RobotsRules(std::string_view text, std::string_view agent);

  // Whether the crawler may fetch a URL with this path and query ("/a?b"). The
  // longest rule that matches decides; of two of one length, the one that
  // allows. "/robots.txt" is allowed. A URL that takes kMostRobotsSteps, which
  // only rules made for that do, is not.
  [[nodiscard]] bool allows(std::string_view path) const;
  // Seconds between two requests, where the rules state them.
  [[nodiscard]] std::optional<double> delay() const { return delay_; }
  // Bytes of memory, about.
  [[nodiscard]] size_t memory() const;

 private:
  struct Rule {
    std::string pattern;  // as normal_path() writes it; "*", and "$" at its end
    bool allows = false;
  };

  std::vector<Rule> rules_;
  std::optional<double> delay_;
};

inline constexpr size_t kMostRobotsBytes = size_t{1} << 20;
// Characters that are compared: some 20 milliseconds.
inline constexpr size_t kMostRobotsSteps = size_t{1} << 24;

// Calls `use` with each URL that a line "Sitemap: URL" of a robots.txt has, as
// it is written there. Any thread.
void each_robots_sitemap(std::string_view text,
                         const std::function<void(std::string_view url)>& use);

}  // namespace wax::crawl
