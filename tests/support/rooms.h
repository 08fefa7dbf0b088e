// The rooms of the sources.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace wax::tests {

struct Room {
  std::set<std::string> may_include;  // other rooms
  // Bottom first; a file may include its own folder and those before it. The
  // files directly in a room are its folder "".
  std::vector<std::string> folders;
};

// By name. A tool may include all rooms, but no other tool.
[[nodiscard]] const std::map<std::string, Room>& rooms();

}  // namespace wax::tests
