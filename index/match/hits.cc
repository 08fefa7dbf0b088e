#include "index/match/hits.h"

#include <string>
#include <string_view>
#include <vector>

namespace wax::index {
namespace {

std::string count_of(uint64_t number, std::string_view one) {
  std::string text = std::to_string(number) + ' ' + std::string(one);
  if (number != 1) text += 's';
  return text + " could not be read";
}

}  // namespace

std::vector<std::string> Missing::reasons() const {
  std::vector<std::string> reasons;
  if (out_of_time) reasons.emplace_back("the time ran out");
  if (shards > 0) reasons.push_back(count_of(shards, "shard"));
  if (documents > 0) reasons.push_back(count_of(documents, "document"));
  reasons.insert(reasons.end(), others.begin(), others.end());
  return reasons;
}

}  // namespace wax::index
