#include "collection/lists/remade_lists.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/layout.h"
#include "collection/lists/duplicate_lists.h"
#include "collection/record/build_folder.h"
#include "collection/record/build_messages.h"
#include "collection/steps/step_runner.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "io/temp_files.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

void link_to(const std::string& from, const std::string& to) {
  std::error_code none;
  if (is_there(from)) fs::create_symlink(fs::absolute(from), to, none);
}

class RemadeLists {
 public:
  RemadeLists(std::string out, const BuildRecord& record,
              const Resources& resources, const std::string& tools,
              CheckReport& report)
      : layout_{std::move(out)},
        record_(record),
        resources_(resources),
        tools_(tools),
        report_(report) {}

  void make_lists() {
    io::TempFolder folder(resources_.tmpdir, "wax-build-check");
    const std::string& other = folder.path();
    BuildRecord again = record_;
    again.steps = {};
    again.lists = {};
    again.originals = {};
    NoMessages messages;
    BuildLock lock(other);
    ToolOptions manner;
    manner.quiet = true;
    manner.tools = tools_;
    StepRunner runner(other, again, lock, manner, messages);
    for (size_t i = 0; i < again.batches.size(); ++i) {
      const Batch& batch = again.batches[i];
      const BatchLayout made{Layout{other}.batch(batch.name)};
      io::make_folders(made.folder);
      write_archives(batch, made);
      link_to(files(batch).segment(), made.segment());
      if (can_be_read(batch)) {
        try {
          std::vector<Step> steps = plan_captures(other, again, resources_, i);
          steps.front().known_problems = files(batch).problems("captures");
          runner.run(std::move(steps));
          compare_captures(batch, made);
          continue;
        } catch (const Error& error) {
          report_.report({Severity::kLost,
                          "build-damaged",
                          files(batch).captures(),
                          {},
                          std::string("cannot be made again to compare: ") +
                              error.what()});
        }
      }
      for (const std::string& path : {made.captures(), made.damaged(),
                                      made.references(), made.versions()}) {
        std::error_code none;
        fs::remove(path, none);
        link_to(files(batch).folder + '/' + fs::path(path).filename().string(),
                path);
      }
    }
    compare_lists(other, again, messages);
  }

 private:
  [[nodiscard]] bool can_be_read(const Batch& batch) const {
    return batch.left_out.empty() &&
           std::none_of(
               batch.archives.begin(), batch.archives.end(),
               [&](const std::string& path) { return report_.has(path); });
  }

  void compare_captures(const Batch& batch, const BatchLayout& made) {
    const char* source = "its archives";
    const BatchLayout kept = files(batch);
    compare(kept.captures(), made.captures(), source);
    compare(kept.damaged(), made.damaged(), source);
    compare(kept.references(), made.references(), source);
    compare(kept.versions(), made.versions(), source);
  }

  void compare_lists(const std::string& other, BuildRecord& again,
                     BuildMessages& messages) {
    const Layout made{other};
    const char* source = "the captures of the batches";
    try {
      DuplicateLists(other, again, resources_, messages).update();
      for (const Batch& batch : record_.batches) {
        compare(files(batch).duplicates(),
                BatchLayout{made.batch(batch.name)}.duplicates(), source);
      }
      compare(layout_.captures_list(), made.captures_list(), source);
      compare_folder(layout_.all_merged_versions(), made.all_merged_versions(),
                     source);
      compare_folder(layout_.all_merged_captures(), made.all_merged_captures(),
                     source);
    } catch (const Error& error) {
      report_.report(
          {Severity::kLost,
           "build-damaged",
           layout_.folder,
           {},
           std::string("the lists cannot be made again to compare: ") +
               error.what()});
    }
    source = "the segments";
    try {
      RevisitOriginals(other, again, {budget_of(resources_)}).update();
      for (const Batch& batch : record_.batches) {
        compare_paths(files(batch).originals(),
                      BatchLayout{made.batch(batch.name)}.originals(), source);
      }
      compare_folder(layout_.all_merged_digests(), made.all_merged_digests(),
                     source);
    } catch (const Error& error) {
      report_.report(
          {Severity::kLost,
           "build-damaged",
           layout_.all_merged_digests(),
           {},
           std::string("cannot be made again to compare: ") + error.what()});
    }
    if (is_there(layout_.waiting_dates())) {
      report_.report({Severity::kLost,
                      "build-unfinished",
                      layout_.waiting_dates(),
                      {},
                      "has dates that no build waits for" +
                          report_.make_again(layout_.waiting_dates(),
                                             "it and build.steps")});
    }
  }

  // The files that there should be. Those of the lists before stay for servers.
  void compare_folder(const std::string& kept, const std::string& made,
                      const char* source) {
    if (!is_there(made)) return;
    for (const std::string& path : io::entries_of(made)) {
      compare(kept + '/' + fs::path(path).filename().string(), path, source);
    }
  }

  // Names the first line that differs.
  void compare(const std::string& kept, const std::string& made,
               const char* source) {
    if (!is_there(made)) return;
    if (!is_there(kept)) {
      if (!report_.has(kept)) {
        report_.report({Severity::kLost,
                        "build-missing",
                        kept,
                        {},
                        "is missing" + report_.run_again()});
      }
      return;
    }
    auto left = io::open_file(kept);
    auto right = io::open_file(made);
    uint64_t line = 1;
    uint64_t offset = 0;
    std::string begin;  // of the line
    for (;;) {
      const std::string_view is = left->peek();
      const std::string_view should = right->peek();
      if (is.empty() && should.empty()) return;
      const size_t most = std::min(is.size(), should.size());
      const size_t same =
          std::mismatch(is.begin(), is.begin() + static_cast<ptrdiff_t>(most),
                        should.begin())
              .first -
          is.begin();
      line += std::count(is.begin(), is.begin() + static_cast<ptrdiff_t>(same),
                         '\n');
      offset += same;
      if (same < most || most == 0) break;
      left->consume(same);
      right->consume(same);
    }
    if (report_.has(kept)) return;  // named before
    report_.report({Severity::kLost, "build-differs", kept, offset,
                    "line " + std::to_string(line) + " is not what " + source +
                        " give" + report_.make_again(kept)});
  }

  // Segments of OUT, by whatever path it had.
  void compare_paths(const std::string& kept, const std::string& made,
                     const char* source) {
    auto names = [](const std::string& list) {
      std::vector<std::string> found;
      for (const std::string& path : io::read_path_list(list)) {
        found.push_back(fs::path(path).parent_path().filename().string());
      }
      return found;
    };
    if (is_there(kept) && is_there(made) && names(kept) == names(made)) return;
    compare(kept, made, source);
  }

  [[nodiscard]] BatchLayout files(const Batch& batch) const {
    return {layout_.batch(batch.name)};
  }

  Layout layout_;
  const BuildRecord& record_;
  const Resources& resources_;
  const std::string& tools_;
  CheckReport& report_;
};

}  // namespace

void compare_remade_lists(const std::string& out, const BuildRecord& record,
                          const Resources& resources, const std::string& tools,
                          CheckReport& report) {
  RemadeLists(out, record, resources, tools, report).make_lists();
}

}  // namespace wax::collection
