// Options of tools that write records of a collection to a WARC file or a WACZ.
#pragma once

#include <string>
#include <vector>

#include "answers/shown/search_answer.h"
#include "tools/cli/console.h"
#include "tools/cli/option_table.h"

namespace wax::tools::collection_cli {

struct RecordFile {
  std::string warc = {};
  std::string wacz = {};
  std::string captures_of = {};
  std::string website = {};
  std::string as_of = {};
  std::string date = {};
  std::string sign = {};
  std::vector<std::string> archives = {};

  [[nodiscard]] bool is_wanted() const {
    return !warc.empty() || !wacz.empty();
  }
  // Whether the captures are those of hits.
  [[nodiscard]] bool is_of_hits() const {
    return captures_of.empty() && website.empty();
  }
  // Throws UsageError when options contradict each other.
  void check() const;
};

void declare_record_file(cli::OptionTable& table, RecordFile& file);

// Writes the records of the hits of `request`, of a URL or of a website in
// `folder`, which wax-build has made, and the closing line. What is left out is
// reported ("record-unavailable"). Throws as answers::RecordPackage. False when
// there is no capture.
[[nodiscard]] bool write_record_file(const RecordFile& file,
                                     const std::string& folder,
                                     const answers::SearchRequest& request,
                                     bool force, cli::Console& console);

}  // namespace wax::tools::collection_cli
