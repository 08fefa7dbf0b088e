#include "graph/score/scoring.h"

#include <algorithm>
#include <filesystem>
#include <new>
#include <system_error>

#include "graph/score/methods.h"
#include "graph/score/score_run.h"
#include "graph/store/meta.h"
#include "graph/update/graph_update.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/leftovers.h"
#include "io/new_directory.h"
#include "text/ascii.h"

namespace wax::graph {
namespace {

namespace fs = std::filesystem;

void check_name(const std::string& name) {
  auto is_fine = [](char c) {
    return text::is_digit(c) || text::is_letter(c) || c == '_' || c == '-';
  };
  if (!name.empty() && std::ranges::all_of(name, is_fine)) return;
  throw UsageError("\"" + name +
                   "\" is no name of a score: letters, digits, _ and -");
}

// The name of an output: "pagerank", "hits-hub", "indegree-boost".
std::string name_of(const std::string& name, const std::string& output,
                    bool boosts) {
  return name + (output.empty() ? "" : "-" + output) + (boosts ? "-boost" : "");
}

std::string run_json(const ScoreMethod& method, const ScoringOptions& options,
                     const ScoringResult& result) {
  return "{\"method\":\"" + method.name() +
         "\",\"iterations\":" + std::to_string(result.iterations) +
         ",\"converged\":" + (result.converged ? "true" : "false") +
         ",\"residual\":" + score_text(result.residual) +
         ",\"damping\":" + score_text(options.method.damping) + method.facts() +
         "}\n";
}

// All files of a graph but those that are made anew.
void link_files(const GraphFolder& from, const GraphFolder& to,
                const std::vector<std::string>& new_scores) {
  for (const std::string& path : io::entries_of(from.folder)) {
    std::string name = fs::path(path).filename().string();
    bool is_new = name == "meta.json" || name == "state" ||
                  name.find(".part-") != name.npos;
    for (const std::string& score : new_scores) {
      is_new = is_new || name == "score." + score ||
               name == "score." + score + ".json";
    }
    if (!is_new) io::link_file(path, to.at(name));
  }
}

// Removes what killed runs left of a saved state that they were writing. Only
// who may write the graph writes it.
void remove_parts_of(const std::string& saved) {
  const fs::path path = fs::absolute(saved);
  const std::string begin = path.filename().string() + ".part-";
  for (const std::string& entry : io::entries_of(path.parent_path().string())) {
    if (!fs::path(entry).filename().string().starts_with(begin)) continue;
    std::error_code none;
    fs::remove(entry, none);
  }
}

ScoringResult run_and_publish(const std::string& folder, ScoreMethod& method,
                              const ScoringOptions& options) {
  (void)io::restore_directory(folder);
  (void)merge_tiers(folder, options.resources);
  const GraphFolder before{folder};
  GraphState state = read_state(before);
  (void)read_meta(before, options.resources.tmpdir);
  const std::string name = options.name.empty() ? method.name() : options.name;
  check_name(name);
  const std::string saved = folder + ".saved-" + name;
  io::remove_leftovers(folder);
  io::NewDirectory directory(folder, true, graph_folders(), {});
  const GraphFolder part{directory.part()};
  remove_parts_of(saved);

  ScoreRun run(before, method, options);
  ScoringResult result;
  result.resumed = run.resume(saved);
  run.run(saved);
  result.pages = run.pages();
  result.iterations = method.iterations(run.rounds());
  result.residual = method.residual();
  result.converged = run.converged();

  const std::vector<std::string> outputs = method.outputs();
  for (const std::string& output : outputs) {
    result.names.push_back(name_of(name, output, false));
    if (options.boosts) result.names.push_back(name_of(name, output, true));
  }
  link_files(before, part, result.names);
  const std::string json = run_json(method, options, result);
  for (size_t i = 0; i < outputs.size(); ++i) {
    for (bool boosts : {false, true}) {
      if (boosts && !options.boosts) continue;
      std::string path = part.score(name_of(name, outputs[i], boosts));
      run.write_output(i, boosts, path);
      write_text(path + ".json", json);
    }
  }
  ++state.generation;
  write_text(part.state(), state_text(state));
  write_text(part.meta(), scan_meta(part, options.resources.tmpdir));
  directory.finish();
  std::error_code none;
  fs::remove(saved, none);
  return result;
}

}  // namespace

ScoringResult score_graph(const std::string& folder, ScoreMethod& method,
                          const ScoringOptions& options) {
  std::string name = "of a plug-in";
  try {
    name = method.name();
    return run_and_publish(folder, method, options);
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw UsageError("the method " + name + " failed: " + error.what());
  } catch (...) {
    throw UsageError("the method " + name + " failed: " + kNoReason);
  }
}

}  // namespace wax::graph
