// Robots, by the names that they give.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::rank {

class RobotList {
 public:
  // The usual ones: "bot", "crawl", "curl/", ...
  RobotList();
  // A user agent that has one of the words in it, whatever the case, is a
  // robot.
  explicit RobotList(std::vector<std::string> words);
  // From a file with a word on each line; empty lines and comments ("#") are
  // passed over. Throws IoError.
  [[nodiscard]] static RobotList of_file(const std::string& path);

  // Any number of threads may call it.
  [[nodiscard]] bool has(std::string_view agent) const;

 private:
  std::vector<std::string> words_;  // in lower case
};

}  // namespace wax::rank
