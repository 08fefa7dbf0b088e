#include "rank/rank_builder.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

#include "io/compress/gzip_format.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/folder_lock.h"
#include "io/ordered_pool.h"
#include "io/output.h"
#include "lines/merge.h"
#include "rank/entity_views.h"
#include "rank/log_months.h"
#include "rank/month_inputs.h"
#include "rank/page_views.h"
#include "rank/rank_files.h"
#include "rank/rank_order.h"
#include "rank/rank_writer.h"
#include "rank/sitelinks.h"
#include "rank/step_files.h"
#include "rank/view_counts.h"
#include "rank/view_files.h"

namespace wax::rank {
namespace {

namespace fs = std::filesystem;
using lines::LineStream;

constexpr const char* kEntities = "steps/entities.gz";
constexpr const char* kEdges = "steps/edges.gz";
constexpr const char* kSmeared = "steps/smeared.gz";
constexpr const char* kProblems = "problems";  // among the counts of a step

std::string log_part_name(std::string_view month) {
  return "steps/log-" + std::string(month) + ".gz";
}

// Passes problems on, and counts them.
class CountedProblems final : public ProblemSink {
 public:
  explicit CountedProblems(ProblemSink& problems) : problems_(problems) {}
  void report(Problem problem) override {
    ++count_;
    problems_.report(std::move(problem));
  }
  [[nodiscard]] uint64_t count() const { return count_; }

 private:
  ProblemSink& problems_;
  std::atomic<uint64_t> count_ = 0;
};

class Build {
 public:
  Build(const std::string& out, const RankOptions& options,
        ProblemSink& problems,
        const std::function<void(const std::string&)>& say)
      : out_(resolved(out)),
        options_(options),
        told_(problems),
        problems_(told_),
        say_(say),
        lock_(out_),
        files_(out_, options.sort.jobs) {}

  RankCounts run() {
    GivenInputs given = inputs_by_month(options_.inputs);
    Months& months = given.months;
    make_logs(given.logs, months);
    if (months.empty()) throw UsageError("no views: the logs have none");
    keep_last_months(months, options_.months, say_);
    for (const auto& [month, inputs] : months) make_month(month, inputs);
    const bool mapped = make_map();
    make_entities(months, mapped);
    const std::string entities = make_smear();
    if (counts_.views == UINT64_MAX) {
      say_("all views together are 2^64 - 1 or more: their sum stops there");
    }
    make_rank(months, entities);
    make_steady(months, entities);
    const auto last = last_rank(out_);
    if (last && last->day != files_of(months).day) {
      say_("the folder also has the rank of a later day, " + last->day +
           ", which look-ups and builds take");
    }
    counts_.months = months.size();
    counts_.steps_made = files_.made();
    counts_.steps_kept = files_.kept();
    return counts_;
  }

 private:
  // StepFiles::step(), which also says what its inputs lacked when it was made
  // in another run.
  StepResult step(const std::string& name, const std::string& from,
                  const std::function<void(StepResult&)>& make) {
    const uint64_t kept = files_.kept();
    StepResult result = files_.step(name, from, [&](StepResult& made) {
      const uint64_t before = told_.count();
      make(made);
      if (told_.count() > before) {
        made.counts[kProblems] = told_.count() - before;
      }
    });
    const auto problems = result.counts.find(kProblems);
    if (files_.kept() > kept && problems != result.counts.end()) {
      say_("problems in the inputs of the step " + name +
           ", which an earlier run has named: " +
           std::to_string(problems->second));
    }
    return result;
  }

  static std::vector<std::string> paths_of(
      const std::vector<InputFile>& files) {
    std::vector<std::string> paths;
    for (const InputFile& file : files) paths.push_back(file.path);
    return paths;
  }

  void make_logs(const std::vector<InputFile>& files, Months& months) {
    if (files.empty()) return;
    LogRules rules = options_.log_rules;
    std::string from = files_.inputs_text(paths_of(files));
    if (!options_.inputs.robots.empty()) {
      rules.robots = RobotList::of_file(options_.inputs.robots);
      from += files_.inputs_text({resolved(options_.inputs.robots)});
    }
    from += "robot-rate " + std::to_string(rules.robot_rate) + " window " +
            std::to_string(rules.window) + " not-modified " +
            std::to_string(int{rules.count_not_modified}) + '\n';
    StepResult result = step("logs", from, [&](StepResult& made) {
      const LogCounts counts =
          write_log_months(files, rules, options_.sort, problems_,
                           [&](const std::string& month) {
                             made.outputs.push_back(log_part_name(month));
                             return files_.open_lines(made.outputs.back());
                           });
      files_.write_text(log_counts_json(counts), "rejects.json");
      made.outputs.emplace_back("rejects.json");
      made.counts["lines"] = counts.lines;
      for (size_t i = 0; i < kLogReasons.size(); ++i) {
        made.counts[std::string(kLogReasons[i])] = counts.by_reason[i];
      }
      if (counts.forgotten > 0) {
        say_(
            "clients were forgotten early for want of memory: more repeats and "
            "robots may be counted; give more --memory");
      }
    });
    for (const std::string& output : result.outputs) {
      if (auto month = month_of_name(output)) {
        months[*month].log_part = files_.path(output);
      }
    }
    counts_.logs.lines = result.counts["lines"];
    for (size_t i = 0; i < kLogReasons.size(); ++i) {
      counts_.logs.by_reason[i] = result.counts[std::string(kLogReasons[i])];
    }
  }

  // A part of the memory: a step has a table and a sort at once.
  [[nodiscard]] lines::SortOptions sorting() const {
    lines::SortOptions sort = options_.sort;
    sort.memory = sort.memory / 4 * 3;
    return sort;
  }

  // What a step that makes keys of titles depends on.
  [[nodiscard]] const char* wiki_text(bool has_titles) const {
    const bool urls = options_.inputs.wiki_keys == WikiKeys::kUrls;
    return has_titles && urls ? "url keys\n" : "";
  }

  static std::string views_name(const std::string& month) {
    return "views-" + month + ".gz";
  }

  void make_month(const std::string& month, const MonthInputs& inputs) {
    const std::string name = views_name(month);
    std::vector<std::string> paths = paths_of(inputs.views);
    for (const InputFile& file : inputs.page_views) {
      paths.push_back(file.path);
    }
    if (!inputs.log_part.empty()) paths.push_back(inputs.log_part);
    if (std::find(paths.begin(), paths.end(), files_.path(name)) !=
        paths.end()) {
      if (paths.size() == 1) return;  // it is its own result
      throw UsageError(files_.path(name) +
                       ": more views of its month are given; move it "
                       "elsewhere, and give it from there");
    }
    step("views-" + month,
         files_.inputs_text(paths) + wiki_text(!inputs.page_views.empty()),
         [&](StepResult& result) {
           auto sorted = lines::sort_lines(
               counted_lines(
                   joined_sources(
                       view_lines(inputs.views, options_.sort.jobs, problems_),
                       page_views(inputs.page_views, options_.inputs.wiki_keys,
                                  options_.sort.jobs, problems_)),
                   options_.sort.memory / 4),
               sorting());
           if (!inputs.log_part.empty()) {
             std::vector<lines::LineInput> both;
             both.push_back({name, std::move(sorted)});
             both.push_back({inputs.log_part, open_step_file(inputs.log_part)});
             sorted = lines::merge_lines(std::move(both),
                                         {false, options_.sort.jobs});
           }
           result.counts["keys"] =
               files_.write_lines(*summed_lines(std::move(sorted), name), name);
           result.outputs = {name};
         });
  }

  bool make_map() {
    const RankInputs& inputs = options_.inputs;
    const bool is_dump = inputs.entities.empty();
    const std::string& given = is_dump ? inputs.sitelinks : inputs.entities;
    if (given.empty()) {
      files_.remove(kKeysFile);
      return false;
    }
    const InputFile file{given, resolved(given)};
    const std::string from = std::string("keys, dump ") +
                             (is_dump ? "1" : "0") + '\n' + wiki_text(is_dump) +
                             files_.inputs_text({file.path});
    step("map", from, [&](StepResult& result) {
      const uint64_t jobs = options_.sort.jobs;
      auto map =
          map_lines(is_dump ? sitelinks(file, inputs.wiki_keys, jobs, problems_)
                            : open_text(file.path, jobs),
                    given, sorting(), problems_);
      result.counts["keys"] = files_.write_lines(*map, kKeysFile);
      result.outputs = {kKeysFile};
    });
    return true;
  }

  void make_entities(const Months& months, bool mapped) {
    std::vector<std::string> inputs;
    for (const auto& month : months) {
      inputs.push_back(files_.path(views_name(month.first)));
    }
    if (mapped) inputs.push_back(files_.path(kKeysFile));
    result_ =
        step("entities", files_.inputs_text(inputs), [&](StepResult& result) {
          std::vector<std::unique_ptr<LineStream>> views;
          for (const std::string& input : inputs) {
            views.push_back(open_step_file(input));
          }
          std::unique_ptr<LineStream> map;
          if (mapped) {
            map = std::move(views.back());
            views.pop_back();
          }
          JoinCounts join;
          auto lines = told_entities(
              entity_lines(std::move(views), std::move(map), sorting(), join),
              kEntities, problems_);
          files_.write_entities(*lines, kEntities, result);
          result.counts["keys"] = join.keys;
          result.counts["unmapped"] = join.unmapped;
          result.counts["unmapped-views"] = join.unmapped_views;
        });
    counts_.keys = result_.counts["keys"];
    counts_.unmapped = result_.counts["unmapped"];
    counts_.entities = result_.counts["entities"];
    counts_.views = result_.counts["views"];
  }

  // Lets views go on along the edges. The name of the file of all entities.
  std::string make_smear() {
    const SmearOptions& smear = options_.smear;
    if (smear.edges.empty()) return kEntities;
    const std::string file = resolved(smear.edges);
    step("edges", files_.inputs_text({file}), [&](StepResult& result) {
      auto edges = pair_lines(open_text(file, options_.sort.jobs), smear.edges,
                              "from to", sorting(), problems_);
      result.counts["edges"] = files_.write_lines(*edges, kEdges);
      result.outputs = {kEdges};
    });
    std::vector<std::string> parts = {files_.path(kEntities)};
    while (make_hop(parts)) continue;
    const StepResult all =
        step("smeared", files_.inputs_text(parts), [&](StepResult& result) {
          std::vector<lines::LineInput> inputs;
          for (const std::string& part : parts) {
            inputs.push_back({part, open_step_file(part)});
          }
          files_.write_entities(
              *told_entities(
                  added_entities(std::move(inputs), options_.sort.jobs),
                  kSmeared, problems_),
              kSmeared, result);
        });
    counts_.entities = all.counts.at("entities");
    counts_.smeared = all.counts.at("views") - counts_.views;
    counts_.views = all.counts.at("views");
    return kSmeared;
  }

  // Adds the views that the last of `parts` sends on. False at the end.
  bool make_hop(std::vector<std::string>& parts) {
    const SmearOptions& smear = options_.smear;
    const uint64_t most = smear.hops == 0 ? kMostHops : smear.hops;
    if (parts.size() > most) {
      if (smear.hops == 0) {
        say_("views still went on after " + std::to_string(most) +
             " hops: give a smaller --share");
      }
      return false;
    }
    const std::string name = "steps/smear-" + std::to_string(parts.size());
    const StepResult hop =
        step(name.substr(6),
             "share " + std::to_string(smear.millionths) + '\n' +
                 files_.inputs_text({parts.back(), files_.path(kEdges)}),
             [&](StepResult& result) {
               files_.write_entities(
                   *moved_views(open_step_file(parts.back()),
                                open_step_file(files_.path(kEdges)),
                                smear.millionths, sorting()),
                   name + ".gz", result);
             });
    parts.push_back(files_.path(name + ".gz"));
    return hop.counts.at("entities") > 0;
  }

  void make_steady(const Months& months, const std::string& entities) {
    const std::string name = name_of(files_of(months).steady());
    step("steady",
         "name " + name + '\n' + files_.inputs_text({files_.path(entities)}),
         [&](StepResult& result) {
           auto output = files_.open_lines(name);
           write_steady(*ordered_lines(open_step_file(files_.path(entities)),
                                       true, sorting()),
                        *output);
           output->finish();
           result.outputs = {name};
         });
  }

  void make_rank(const Months& months, const std::string& entities) {
    SampleOptions samples = options_.samples;
    samples.entities = counts_.entities;
    const RankFiles files = files_of(months);
    RankFacts facts;
    facts.file = name_of(files.list());
    for (const auto& month : months) facts.months.push_back(month.first);
    facts.counts = {{"Entities", counts_.entities},
                    {"Views", counts_.views},
                    {"Keys", counts_.keys},
                    {"Unmapped", counts_.unmapped},
                    {"UnmappedViews", result_.counts["unmapped-views"]}};
    if (entities == kSmeared) {
      facts.counts.emplace_back("SmearedViews", counts_.smeared);
    }
    step(
        "rank",
        "top " + std::to_string(samples.top) + " size " +
            std::to_string(samples.size) + " date " + files.day + '\n' +
            files_.inputs_text({files_.path(entities)}),
        [&](StepResult& result) {
          lines::SortOptions half = sorting();
          half.memory /= 2;  // for each of two sorts
          write_rank(
              ordered_lines(open_step_file(files_.path(entities)), false, half),
              samples, facts,
              {files.list(), files.entities(), files.plot(), files.stats()},
              half);
          result.outputs = {facts.file, name_of(files.entities()),
                            name_of(files.plot()), name_of(files.stats())};
        });
  }

  [[nodiscard]] RankFiles files_of(const Months& months) const {
    return {out_, last_day(months.rbegin()->first)};
  }
  static std::string name_of(const std::string& path) {
    return fs::path(path).filename().string();
  }

  std::string out_;
  const RankOptions& options_;
  CountedProblems told_;
  ProblemSink& problems_;
  const std::function<void(const std::string&)>& say_;
  io::FolderLock lock_;
  StepFiles files_;
  StepResult result_;  // of the entities
  RankCounts counts_;
};

}  // namespace

RankCounts build_ranks(const std::string& out, const RankOptions& options,
                       ProblemSink& problems,
                       const std::function<void(const std::string&)>& say) {
  if (options.months < 1 || options.months > kMostMonths) {
    throw UsageError("a rank has 1 to 26 months");
  }
  const RankInputs& inputs = options.inputs;
  if (inputs.views.empty() && inputs.page_views.empty() &&
      inputs.logs.empty()) {
    throw UsageError(out + ": no views are given; see --help");
  }
  if (!inputs.entities.empty() && !inputs.sitelinks.empty()) {
    throw UsageError("entities come from --entities or --sitelinks, not both");
  }
  io::make_folders(out);
  return Build(out, options, problems, say).run();
}

}  // namespace wax::rank
