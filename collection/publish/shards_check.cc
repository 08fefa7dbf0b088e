#include "collection/publish/shards_check.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/layout.h"
#include "collection/publish/generation.h"
#include "collection/record/build_folder.h"
#include "collection/steps/plan.h"
#include "index/store/manifest.h"
#include "index/store/shard_folder.h"
#include "index/upkeep/index_check.h"
#include "io/folder.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

class ShardsCheck {
 public:
  ShardsCheck(std::string out, const BuildRecord& record, CheckReport& report)
      : out_(std::move(out)), layout_{out_}, record_(record), report_(report) {}

  void run() {
    const std::string pindexes = index::shards_folder(out_);
    const std::map<std::string, std::string> published = folders_of(pindexes);
    const std::vector<BuiltShard> shards = shards_of(record_);
    std::set<std::string> batches;
    for (const Batch& batch : record_.batches) batches.insert(batch.name);
    check_names(layout_.batches());
    check_names(layout_.shards());
    for (const BuiltShard& shard : shards) {
      const std::string built = layout_.shard(shard.name);
      for (const char* name : {index::kMainIndex, index::kDatesIndex}) {
        const std::string path = built + '/' + name;
        const std::string shown = pindexes + '/' + shard.name + '/' + name;
        if (!index::has_manifest(path)) {
          report_.report({Severity::kLost,
                          "build-missing",
                          path,
                          {},
                          "has no index" + report_.run_again()});
        } else {
          check_index(path, shown);
        }
        if (!index::has_manifest(shown)) {
          report_.report({Severity::kLost,
                          "build-missing",
                          shown,
                          {},
                          "has no index" + report_.run_again()});
        } else if (!is_same_index(path, shown)) {
          report_.report(
              {Severity::kLost,
               "build-differs",
               shown,
               {},
               "is another index than " + path + report_.run_again()});
        }
      }
    }
    for (const auto& [published_name, path] : published) {
      const std::string& name = published_name;
      const bool is_known = std::any_of(
          shards.begin(), shards.end(),
          [&](const BuiltShard& shard) { return shard.name == name; });
      if (is_own_shard(name, batches) && !is_known) {
        report_.report(
            {Severity::kLost,
             "build-differs",
             path,
             {},
             "build.json names no such shard" + report_.run_again()});
      }
    }
    if (!published.empty()) {
      check_list(pindexes, shards);
      index::check_index(out_, {}, index_problems_);
    }
  }

 private:
  void check_list(const std::string& pindexes,
                  const std::vector<BuiltShard>& shards) {
    std::vector<std::string> names;
    for (const BuiltShard& shard : shards) names.push_back(shard.name);
    if (index::is_published(pindexes, indexes_of_build(out_, names))) return;
    report_.report(
        {Severity::kLost,
         "build-differs",
         index::published_list(pindexes),
         {},
         "does not name the indexes of this build" + report_.run_again()});
  }
  // Checks an index, unless each of its files is also the published file: all
  // published files are read anyway.
  void check_index(const std::string& path, const std::string& shown) {
    for (const std::string& file : io::entries_of(path)) {
      std::error_code none;
      const std::string name = fs::path(file).filename().string();
      if (fs::equivalent(file, shown + '/' + name, none)) continue;
      index::check_index(path, {}, index_problems_);
      return;
    }
  }

  // Folders of no batch or shard.
  void check_names(const std::string& folder) {
    std::set<std::string> known;
    for (const Batch& batch : record_.batches) known.insert(batch.name);
    for (const BuiltShard& shard : shards_of(record_)) known.insert(shard.name);
    for (const auto& [name, path] : folders_of(folder)) {
      if (known.contains(name)) continue;
      report_.report({Severity::kLost,
                      "build-differs",
                      path,
                      {},
                      "build.json names no such batch or shard" +
                          report_.remove_first("it")});
    }
  }

  // Says of a damaged index what to do.
  struct IndexProblems final : ProblemSink {
    explicit IndexProblems(ShardsCheck& check) : out(check) {}
    ShardsCheck& out;
    void report(Problem problem) override {
      // One of another version says itself what to do.
      if (problem.id != "index-other-version") {
        problem.text += out.index_again(problem.file);
      }
      out.report_.report(std::move(problem));
    }
  };

  // The advice to make the index again that has the file.
  [[nodiscard]] std::string index_again(const std::string& file) const {
    for (const BuiltShard& shard : shards_of(record_)) {
      for (const char* name : {index::kMainIndex, index::kDatesIndex}) {
        const std::string end = '/' + shard.name + '/' + name;
        if (file.find(end + '/') == file.npos && !file.ends_with(end)) continue;
        return report_.make_again(layout_.shard(shard.name),
                                  layout_.shards() + end + " and " +
                                      index::shards_folder(out_) + end);
      }
    }
    return "; make this index again";
  }
  std::string out_;
  Layout layout_;
  const BuildRecord& record_;
  CheckReport& report_;
  IndexProblems index_problems_{*this};
};

}  // namespace

void check_shards(const std::string& out, const BuildRecord& record,
                  CheckReport& report) {
  ShardsCheck(out, record, report).run();
}

}  // namespace wax::collection
