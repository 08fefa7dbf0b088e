// The rows of ../shared/cases/cdxserver_*.jsonl, and the files that they need.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace wax::cdx {

using CaseRow = boost::property_tree::ptree;

inline std::vector<std::string> texts(const CaseRow& array) {
  std::vector<std::string> lines;
  for (const auto& [name, value] : array) lines.push_back(value.data());
  return lines;
}

inline size_t count_fields(const std::string& line) {
  return 1 + static_cast<size_t>(std::count(line.begin(), line.end(), ' '));
}

// A line of a resolved revisit, as it was.
inline std::string unresolved(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream words(line);
  for (std::string word; words >> word;) fields.push_back(word);
  if (fields.size() == 14 && fields[11] != "-") {
    fields[3] = "warc/revisit";
    fields[4] = "-";
  }
  std::string text;
  for (size_t i = 0; i < 11; ++i) {
    text += (i == 0 ? "" : " ") + fields[i];
  }
  return text;
}

inline std::string joined(const std::set<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

// What a row of pywb's was asked of.
inline std::string source_of(const CaseRow& row) {
  return row.get<std::string>("tool") +
         row.get<std::string>("query.sources", "");
}

// The lines of each source that its rows tell.
inline std::map<std::string, std::set<std::string>> lines_of_sources(
    const std::vector<CaseRow>& rows) {
  std::map<std::string, std::set<std::string>> lines;
  for (const CaseRow& row : rows) {
    if (row.get<bool>("query.showPagedIndex", false)) continue;
    for (const std::string& line : texts(row.get_child("expected"))) {
      if (count_fields(line) < 11) continue;
      lines[source_of(row)].insert(unresolved(line));
    }
  }
  return lines;
}

// A line of the index, as pywb shows it.
inline std::string block_of(const std::string& shown) {
  std::string key = shown;
  std::string rest;
  if (shown.starts_with('{')) {
    CaseRow json;
    std::istringstream text(shown);
    boost::property_tree::read_json(text, json);
    return json.get<std::string>("urlkey") + '\t' +
           json.get<std::string>("part") + '\t' +
           json.get<std::string>("offset") + '\t' +
           json.get<std::string>("length") + '\t' +
           json.get<std::string>("lineno");
  }
  for (size_t at; (at = key.find("    ")) != key.npos;) {
    key.replace(at, 4, "\t");
  }
  return key;
}
// The index of the ZipNum of these rows.
inline std::string block_index(const std::vector<CaseRow>& rows) {
  // By its number, as that of a line of text with tabs.
  std::map<uint64_t, std::string> blocks;
  auto number_of = [](const std::string& block) {
    return std::stoull(block.substr(block.rfind('\t') + 1));
  };
  for (const CaseRow& row : rows) {
    if (!row.get<bool>("query.showPagedIndex", false)) continue;
    for (const std::string& shown : texts(row.get_child("expected"))) {
      std::string block = block_of(shown);
      blocks[number_of(block)] = block;
    }
  }
  EXPECT_TRUE(!blocks.empty() && blocks.begin()->first == 1U);
  // No answer has those between; they have the key of the one before and more.
  std::string index;
  uint64_t next = 1;
  for (const auto& [number, block] : blocks) {
    for (; next < number; ++next) {
      const std::string& before = std::prev(blocks.find(number))->second;
      index += before.substr(0, before.find('\t')) + "0" +
               std::to_string(100 + next) + "\tzipnum\t0\t0\t" +
               std::to_string(next) + '\n';
    }
    next = number + 1;
    index += block + '\n';
  }
  return index;
}

}  // namespace wax::cdx
