#include "graph/score/score_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

#include "graph/store/counted_nodes.h"
#include "graph/store/pages.h"
#include "graph/store/topology.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/output.h"
#include "text/number.h"

namespace wax::graph {
namespace {

// The bytes of a page, without its links: degrees, score, memories, what it
// gives.
constexpr uint64_t kPageBytes = 2 * sizeof(uint32_t) + 4 * sizeof(double);
constexpr uint64_t kShareBlocks = kScanBlocks;
constexpr size_t kChunk = 1024;  // links

void write_values(const double* values, uint64_t count, io::Output& output) {
  output.write({reinterpret_cast<const char*>(values),
                static_cast<size_t>(count) * sizeof(double)});
}

bool read_values(io::ByteSource& source, double* values, uint64_t count) {
  size_t size = static_cast<size_t>(count) * sizeof(double);
  return source.read_into(reinterpret_cast<char*>(values), size) == size;
}

}  // namespace

ScoreRun::ScoreRun(const GraphFolder& folder, ScoreMethod& method,
                   const ScoringOptions& options)
    : folder_(folder),
      method_(method),
      options_(options),
      in_(folder.in()),
      out_(folder.out()),
      nodes_(in_.nodes()),
      fits_(nodes_ * kPageBytes <= options.resources.memory),
      place_(fits_ ? Place::kMemory : Place::kDisk),
      // Half of the memory; whole blocks of the files.
      block_(fits_ ? std::max<uint64_t>(nodes_, 1)
                   : std::max<uint64_t>(options.resources.memory / 2 /
                                            sizeof(double) / kBlockNodes,
                                        1) *
                         kBlockNodes),
      counted_(counted_nodes(folder)),
      in_degrees_(nodes_, options.resources.tmpdir, place_),
      out_degrees_(nodes_, options.resources.tmpdir, place_),
      scores_(nodes_, options.resources.tmpdir, place_),
      memories_{{nodes_, options.resources.tmpdir, place_},
                {nodes_, options.resources.tmpdir, place_}},
      given_(std::min(block_, nodes_), options.resources.tmpdir,
             Place::kMemory) {
  if (!fits_) keep_gathered();
  if (out_.nodes() != nodes_ || counted_.size() != nodes_) {
    throw FormatError(out_.path(), 0, "has not the nodes of " + in_.path());
  }
  if (method.in_turn() && block_ < nodes_) {
    throw UsageError("the method " + method.name() + " needs --memory " +
                     std::to_string(nodes_ * kPageBytes) + " for " +
                     std::to_string(nodes_) + " pages");
  }
  read_degrees();
  if (options.method.homes > 0) find_homes();
  method_.prepare(facts_, options.method);
}

void ScoreRun::keep_gathered() {
  if (!gathered_) gathered_.emplace(nodes_, options_.resources.tmpdir, place_);
}

void ScoreRun::read_degrees() {
  NodeId id = 0;
  uint64_t degree = 0;
  for (auto [file, degrees] :
       {std::pair{&in_, &in_degrees_}, std::pair{&out_, &out_degrees_}}) {
    TopologyScan scan(*file);
    while (scan.next_node(id, degree)) {
      (*degrees)[id] = static_cast<uint32_t>(degree);
      for (uint64_t i = 0; i < degree; ++i) (void)scan.next();
    }
  }
  for (id = 0; id < nodes_; ++id) {
    if (!counted_[id]) continue;
    ++facts_.pages;
    facts_.links += in_degrees_[id];
    if (in_degrees_[id] == 0) ++facts_.no_inlinks;
    if (out_degrees_[id] == 0) ++facts_.dangling;
  }
}

void ScoreRun::find_homes() {
  homes_.resize(static_cast<size_t>(nodes_));
  for (NodeId id : home_pages(folder_, counted_)) {
    homes_[id] = true;
    ++facts_.homes;
  }
}

Totals ScoreRun::for_all(const std::function<void(Share&)>& work) {
  const uint64_t blocks = in_.blocks();
  size_t threads =
      method_.in_turn() ? 1 : io::thread_count(options_.resources.jobs);
  io::OrderedPool<Share> pool(threads - 1,
                              [&](Share& share, size_t) { work(share); });
  Totals totals;
  for (uint64_t next = 0; next < blocks || pool.size() > 0;) {
    while (next < blocks && pool.size() < 2 * threads) {
      uint64_t last = std::min(next + kShareBlocks, blocks);
      pool.put({next, last, {}});
      next = last;
      if (threads == 1) break;
    }
    totals.merge(pool.take().totals);
  }
  return totals;
}

PageState ScoreRun::state_at(NodeId id) const {
  return {scores_[id], {memories_[0][id], memories_[1][id]}};
}

void ScoreRun::keep_state(NodeId id, const PageState& state) {
  scores_[id] = state.score;
  memories_[0][id] = state.memory[0];
  memories_[1][id] = state.memory[1];
}

void ScoreRun::check(NodeId id, double score) const {
  if (std::isfinite(score)) return;
  throw UsageError("the method " + method_.name() + " gave the page " +
                   page_at(NodeFile(folder_.pages()), id).key + " the score " +
                   score_text(score) + " in round " + std::to_string(round_));
}

void ScoreRun::fill_given(uint64_t first, uint64_t last) {
  (void)for_all([&](Share& share) {
    uint64_t begin = std::max(share.first * kBlockNodes, first);
    uint64_t end = std::min(share.last * kBlockNodes, last);
    for (uint64_t at = begin; at < end; ++at) {
      auto id = static_cast<NodeId>(at);
      given_[at - first] =
          counted_[id] ? method_.give(node_at(id), state_at(id)) : 0;
    }
  });
}

const LinkBlocks& ScoreRun::links(Direction direction) {
  bool in = direction == Direction::kIn;
  std::optional<LinkBlocks>& blocks = in ? by_target_ : by_source_;
  if (!blocks) {
    blocks.emplace(in ? in_ : out_, block_, options_.resources.tmpdir);
  }
  return *blocks;
}

void ScoreRun::gather(
    const LinkBlocks& blocks, size_t block, Share& share,
    const std::function<void(NodeId, double, Totals&)>& take) {
  const bool is_last = block + 1 == blocks.size();
  // values[number] is what the page with that number gives.
  const double* values = given_.data() - block * block_;
  NodeId others[kChunk];
  TopologyScan scan(blocks.at(block), share.first, share.last);
  NodeId id = 0;
  for (uint64_t degree; scan.next_node(id, degree);) {
    double sum = block == 0 || !counted_[id] ? 0 : (*gathered_)[id];
    for (uint64_t done = 0; done < degree;) {
      size_t count =
          static_cast<size_t>(std::min<uint64_t>(degree - done, kChunk));
      for (size_t i = 0; i < count; ++i) others[i] = scan.next();
      sum = method_.gather({id, others, count, values}, sum);
      done += count;
    }
    if (!counted_[id]) continue;
    if (is_last) {
      take(id, sum, share.totals);
    } else {
      (*gathered_)[id] = sum;
    }
  }
}

Totals ScoreRun::gather_all(
    Direction direction,
    const std::function<void(NodeId, double, Totals&)>& take) {
  const LinkBlocks& blocks = links(direction);
  Totals totals;
  for (size_t i = 0; i < blocks.size(); ++i) {
    // In turn, each page gives when it was visited.
    if (!method_.in_turn() || !begun_) {
      fill_given(i * block_, std::min((i + 1) * block_, nodes_));
    }
    totals = for_all([&](Share& share) { gather(blocks, i, share, take); });
  }
  begun_ = true;
  return totals;
}

void ScoreRun::update(NodeId id, double gathered, Totals& totals) {
  PageState state = state_at(id);
  method_.update(node_at(id), gathered, state, totals);
  check(id, state.score);
  keep_state(id, state);
  if (method_.in_turn()) given_[id] = method_.give(node_at(id), state);
}

void ScoreRun::run(const std::string& saved) {
  const uint64_t most =
      method_.rounds_of(options_.iterations > 0 ? options_.iterations
                                                : method_.usual_iterations());
  if (round_ == 0) {
    Totals totals = for_all([&](Share& share) {
      uint64_t end = std::min(share.last * kBlockNodes, nodes_);
      for (uint64_t at = share.first * kBlockNodes; at < end; ++at) {
        auto id = static_cast<NodeId>(at);
        if (!counted_[id]) continue;
        PageState state;
        method_.initial(node_at(id), state, share.totals);
        check(id, state.score);
        keep_state(id, state);
      }
    });
    converged_ = method_.end(0, totals);
  }
  auto last_saved = std::chrono::steady_clock::now();
  while (!converged_ && round_ < most && facts_.pages > 0) {
    ++round_;
    Totals totals = gather_all(
        method_.direction(round_),
        [this](NodeId id, double sum, Totals& all) { update(id, sum, all); });
    converged_ = method_.end(round_, totals);
    auto now = std::chrono::steady_clock::now();
    if (!converged_ &&
        now - last_saved >= std::chrono::seconds(options_.save_after)) {
      save(saved);
      last_saved = now;
    }
    if (options_.progress) options_.progress(round_, method_.residual());
  }
  if (!method_.gathers_at_end()) return;
  method_.begin_end();
  keep_gathered();
  (void)gather_all(Direction::kIn, [this](NodeId id, double sum, Totals&) {
    (*gathered_)[id] = sum;
  });
}

void ScoreRun::write_output(size_t output, bool boosts,
                            const std::string& path) {
  auto file = io::open_output(path, true);
  std::vector<double> values;
  for (NodeId id = 0; id < nodes_; ++id) {
    double score = std::numeric_limits<double>::quiet_NaN();
    if (counted_[id]) {
      double gathered =
          gathered_ && method_.gathers_at_end() ? (*gathered_)[id] : 0;
      score = method_.final(output, node_at(id), state_at(id), gathered);
      check(id, score);
      if (boosts) score = method_.boost(score);
    }
    values.push_back(score);
    if (values.size() == kChunk || id + uint64_t{1} == nodes_) {
      write_values(values.data(), values.size(), *file);
      values.clear();
    }
  }
  file->finish();
}

// What a saved state must begin with: graph, method and options.
std::string ScoreRun::saved_head() const {
  const MethodOptions& chosen = options_.method;
  auto source = io::open_file(folder_.meta());
  std::string meta = io::read_all(*source, uint64_t{256} << 20);
  // The checksums of all files are in meta.json.
  return "wax-graph-saved 2\n" + method_.name() + ' ' +
         score_text(chosen.damping) + ' ' + chosen.dangling + ' ' +
         score_text(chosen.homes) + '\n' + std::to_string(digest_number(meta)) +
         '\n';
}

void ScoreRun::save(const std::string& path) const {
  auto output = io::open_output(path, true);
  output->write(saved_head());
  std::vector<double> known = method_.save();
  known.insert(known.begin(), {static_cast<double>(round_),
                               static_cast<double>(known.size())});
  write_values(known.data(), known.size(), *output);
  for (const auto* values : {&scores_, &memories_[0], &memories_[1]}) {
    write_values(values->data(), nodes_, *output);
  }
  if (method_.in_turn()) write_values(given_.data(), nodes_, *output);
  output->finish();
}

bool ScoreRun::resume(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return false;
  auto source = io::open_file(path);
  const std::string head = saved_head();
  std::string bytes(head.size(), '\0');
  if (source->read_into(bytes.data(), bytes.size()) != bytes.size() ||
      bytes != head) {
    return false;
  }
  double sizes[2];
  if (!read_values(*source, sizes, 2) || !(sizes[1] >= 0 && sizes[1] < 1000)) {
    return false;
  }
  std::vector<double> known(static_cast<size_t>(sizes[1]));
  if (!read_values(*source, known.data(), known.size())) return false;
  for (auto* values : {&scores_, &memories_[0], &memories_[1]}) {
    if (!read_values(*source, values->data(), nodes_)) return false;
  }
  if (method_.in_turn() && !read_values(*source, given_.data(), nodes_)) {
    return false;
  }
  begun_ = true;
  round_ = static_cast<uint64_t>(sizes[0]);
  method_.load(known);
  return true;
}

}  // namespace wax::graph
