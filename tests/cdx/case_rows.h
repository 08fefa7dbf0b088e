// Cases of other systems: a file with a JSON object a line.
#pragma once

#include <boost/property_tree/json_parser.hpp>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace wax::cdx {

inline std::vector<boost::property_tree::ptree> read_rows(
    const std::string& path) {
  std::vector<boost::property_tree::ptree> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream text(line);
    boost::property_tree::read_json(text, rows.emplace_back());
  }
  return rows;
}

}  // namespace wax::cdx
