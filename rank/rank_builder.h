// Views of keys to ranks of entities, in steps that are skipped when they are
// done.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "io/problem.h"
#include "lines/sort.h"
#include "rank/log_views.h"
#include "rank/rank_sampler.h"
#include "rank/smear.h"
#include "rank/wiki_key.h"

namespace wax::rank {

struct RankInputs {
  std::vector<std::string> views;  // lines "key count"; month in the name
  // Days of Wikimedia's page views (page_views()); the date is in the name.
  std::vector<std::string> page_views;
  // How the pages of both are called.
  WikiKeys wiki_keys = WikiKeys::kTitles;
  std::vector<std::string> logs;  // access logs of replay
  std::string robots;             // a file for RobotList; empty: the usual
  std::string entities;           // lines "key entity"; empty: none
  std::string sitelinks;          // or Wikidata's JSON dump; empty: none
};

struct RankOptions {
  RankInputs inputs;
  // Its list of robots is made from the inputs.
  LogRules log_rules;
  uint64_t months = 12;  // up to the last one that has views
  SampleOptions samples;
  SmearOptions smear;
  lines::SortOptions sort;  // of all steps: memory, folder, threads
};

struct RankCounts {
  LogCounts logs;
  uint64_t months = 0;
  uint64_t keys = 0;      // with views
  uint64_t unmapped = 0;  // of them, without an entity
  uint64_t entities = 0;
  uint64_t views = 0;    // of the entities
  uint64_t smeared = 0;  // of them, from other entities
  uint64_t steps_made = 0;
  uint64_t steps_kept = 0;  // were done
};

// Makes in the folder `out`: views-YYYY-MM.gz (lines "key count") for each
// month, rejects.json (log_counts_json()) when there are logs,
// rank-YYYYMMDD.csv.gz, steady-YYYYMMDD.csv.gz, entities-YYYYMMDD.txt
// (RankLookup), plot-YYYYMMDD.svg and stats-YYYYMMDD.json, with the last day of
// the last month in their names; steps/ has what steps keep for later runs.
// Each file appears whole; the bytes do not depend on threads and memory. `say`
// gets a sentence for what a person may not expect, such as months without
// views. Throws UsageError for inputs that do not fit together or when another
// process makes the same, IoError, FormatError for damaged inputs.
[[nodiscard]] RankCounts build_ranks(
    const std::string& out, const RankOptions& options, ProblemSink& problems,
    const std::function<void(const std::string&)>& say);

}  // namespace wax::rank
