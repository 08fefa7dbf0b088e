#include "graph/score/methods.h"

#include <dlfcn.h>

#include <algorithm>
#include <limits>

#include "io/error.h"

namespace wax::graph {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

class InDegree final : public ScoreMethod {
 public:
  [[nodiscard]] std::string name() const override { return "indegree"; }
  void initial(const ScoredNode& node, PageState& state,
               Totals&) const override {
    state.score = static_cast<double>(node.in);
  }
  void update(const ScoredNode&, double, PageState&, Totals&) const override {}
  [[nodiscard]] bool end(uint64_t, const Totals&) override { return true; }
  // NutchWAX computes the boost in this way.
  [[nodiscard]] double boost(double score) const override {
    return score > 0 ? std::log10(score) + 1 : kNone;
  }
};

class PageRank final : public ScoreMethod {
 public:
  [[nodiscard]] std::string name() const override { return "pagerank"; }

  void prepare(const GraphFacts& facts, const MethodOptions& options) override {
    damping_ = options.damping;
    tolerance_ = options.tolerance;
    pages_ = static_cast<double>(facts.pages);
    linking_ = static_cast<double>(facts.pages - facts.dangling);
    const std::string& kind = options.dangling;
    to_all_ = kind == "all";
    to_linking_ = kind == "linking";
    to_self_ = kind == "self";
    if (!to_all_ && !to_linking_ && !to_self_ && kind != "drop") {
      throw UsageError("\"" + kind +
                       "\" is no rule for dangling pages: all, linking, self "
                       "or drop");
    }
    if (!(damping_ >= 0 && damping_ <= 1)) {
      throw UsageError("the damping factor must be between 0 and 1");
    }
    homes_ = options.homes;
    if (!(homes_ >= 0 && homes_ <= 1)) {
      throw UsageError("the share of home pages must be between 0 and 1");
    }
    to_page_ = (1 - homes_) / pages_;
    to_home_ = homes_ / static_cast<double>(std::max<uint64_t>(facts.homes, 1));
  }
  void initial(const ScoredNode& node, PageState& state,
               Totals& totals) const override {
    state.score = 1 / pages_;
    if (node.out == 0) totals.sums[1].add(state.score);
  }
  [[nodiscard]] double give(const ScoredNode& node,
                            const PageState& state) const override {
    return node.out == 0 ? 0 : state.score / static_cast<double>(node.out);
  }
  void update(const ScoredNode& node, double gathered, PageState& state,
              Totals& totals) const override {
    const double jump = to_page_ + (node.home ? to_home_ : 0);
    if (to_all_) gathered += dangling_ * jump;
    if (to_linking_ && node.out > 0) gathered += dangling_ / linking_;
    if (to_self_ && node.out == 0) gathered += state.score;
    double score = (1 - damping_) * jump + damping_ * gathered;
    totals.sums[0].add(std::abs(score - state.score));
    if (node.out == 0) totals.sums[1].add(score);
    state.score = score;
  }
  [[nodiscard]] bool end(uint64_t round, const Totals& totals) override {
    dangling_ = totals.sums[1].value();
    residual_ = totals.sums[0].value();
    return round > 0 && residual_ < tolerance_;
  }
  [[nodiscard]] double residual() const override { return residual_; }
  [[nodiscard]] std::string facts() const override {
    return homes_ > 0 ? ",\"homes\":" + score_text(homes_) : "";
  }
  [[nodiscard]] std::vector<double> save() const override {
    return {dangling_, residual_};
  }
  void load(const std::vector<double>& saved) override {
    dangling_ = saved.at(0);
    residual_ = saved.at(1);
  }

 private:
  double damping_ = 0;
  double tolerance_ = 0;
  double pages_ = 1;
  double linking_ = 1;
  double homes_ = 0;
  double to_page_ = 1;  // which share of jumps leads to a page, and to a
  double to_home_ = 0;  // home page besides
  bool to_all_ = true;
  bool to_linking_ = false;
  bool to_self_ = false;
  double dangling_ = 0;  // the sum of the scores of dangling pages
  double residual_ = 0;
};

// Computes scores as Nutch does, for comparison: they do not add up to
// anything.
class LinkRank final : public ScoreMethod {
 public:
  [[nodiscard]] std::string name() const override { return "linkrank"; }
  [[nodiscard]] uint64_t usual_iterations() const override { return 10; }

  void prepare(const GraphFacts& facts, const MethodOptions& options) override {
    damping_ = options.damping;
    pages_ = static_cast<double>(facts.pages);
  }
  void initial(const ScoredNode&, PageState& state, Totals&) const override {
    state.score = 1;
  }
  [[nodiscard]] double give(const ScoredNode& node,
                            const PageState& state) const override {
    return node.out == 0 ? 0 : state.score / static_cast<double>(node.out);
  }
  void update(const ScoredNode&, double gathered, PageState& state,
              Totals& totals) const override {
    double score = (1 - damping_) + damping_ * (1 / pages_ + gathered);
    totals.sums[0].add(std::abs(score - state.score));
    state.score = score;
  }
  [[nodiscard]] bool end(uint64_t, const Totals& totals) override {
    residual_ = totals.sums[0].value();
    return false;
  }
  [[nodiscard]] double residual() const override { return residual_; }

 private:
  double damping_ = 0;
  double pages_ = 1;
  double residual_ = 0;
};

// A round gathers authorities over in-links, the next one hubs over out-links.
// The length of a vector is known when its round ends, so its values are
// divided, and compared with those before, in the next one.
class Hits final : public ScoreMethod {
 public:
  [[nodiscard]] std::string name() const override { return "hits"; }
  void prepare(const GraphFacts&, const MethodOptions& options) override {
    tolerance_ = options.tolerance;
  }
  void initial(const ScoredNode&, PageState& state, Totals&) const override {
    state.score = 1;
  }
  [[nodiscard]] Direction direction(uint64_t round) const override {
    return is_authority(round) ? Direction::kIn : Direction::kOut;
  }
  [[nodiscard]] double give(const ScoredNode&,
                            const PageState& state) const override {
    return state.score / length_;
  }
  void update(const ScoredNode&, double gathered, PageState& state,
              Totals& totals) const override {
    // The state has the vector of the round before.
    double& before =
        state.memory[is_authority(rounds_ + 1) ? kHub : kAuthority];
    double value = state.score / length_;
    totals.most = std::fmax(totals.most, std::abs(value - before));
    before = value;
    state.score = gathered;
    totals.sums[0].add(gathered * gathered);
  }
  [[nodiscard]] bool end(uint64_t round, const Totals& totals) override {
    rounds_ = round;
    if (round == 0) return false;
    length_ = std::sqrt(totals.sums[0].value());
    if (length_ == 0) length_ = 1;
    double other = change_;
    change_ = totals.most;
    // After a round of authorities, both vectors of the iteration before are
    // known.
    residual_ = std::fmax(change_, other);
    return is_authority(round) && round > 1 && residual_ < tolerance_;
  }
  [[nodiscard]] double residual() const override { return residual_; }
  [[nodiscard]] uint64_t iterations(uint64_t rounds) const override {
    return (rounds - std::min<uint64_t>(rounds, 1)) / 2;
  }
  [[nodiscard]] uint64_t rounds_of(uint64_t iterations) const override {
    return 2 * iterations + 1;
  }
  [[nodiscard]] std::vector<std::string> outputs() const override {
    return {"", "hub"};
  }
  [[nodiscard]] double final(size_t output, const ScoredNode&,
                             const PageState& state, double) const override {
    return state.memory[output == 0 ? kAuthority : kHub];
  }
  [[nodiscard]] std::vector<double> save() const override {
    return {length_, change_, residual_, static_cast<double>(rounds_)};
  }
  void load(const std::vector<double>& saved) override {
    length_ = saved.at(0);
    change_ = saved.at(1);
    residual_ = saved.at(2);
    rounds_ = static_cast<uint64_t>(saved.at(3));
  }

 private:
  static constexpr size_t kAuthority = 0;
  static constexpr size_t kHub = 1;
  static bool is_authority(uint64_t round) { return round % 2 == 1; }

  double tolerance_ = 0;
  uint64_t rounds_ = 0;
  double length_ = 1;
  double change_ = 0;
  double residual_ = 0;
};

// Pages pass on their cash, one after the other; what each had is its history.
// A virtual page links to and from all pages. It is visited first in each
// round. memory[0] is the history, the score the cash at the last visit.
class Opic final : public ScoreMethod {
 public:
  [[nodiscard]] std::string name() const override { return "opic"; }
  [[nodiscard]] uint64_t usual_iterations() const override { return 100; }
  [[nodiscard]] bool in_turn() const override { return true; }

  void prepare(const GraphFacts& facts, const MethodOptions& options) override {
    pages_ = static_cast<double>(facts.pages);
    tolerance_ = options.tolerance;
    virtual_cash_ = 1 / (pages_ + 1);
  }
  void initial(const ScoredNode&, PageState& state, Totals&) const override {
    state.score = 0;
  }
  [[nodiscard]] double give(const ScoredNode& node,
                            const PageState& state) const override {
    return state.score / static_cast<double>(node.out + 1);
  }
  void update(const ScoredNode& node, double gathered, PageState& state,
              Totals& totals) const override {
    double cash = gathered + from_virtual_;
    if (rounds_ == 0) cash += 1 / (pages_ + 1);
    state.score = cash;
    state.memory[0] += cash;
    totals.sums[0].add(give(node, state));
    totals.sums[1].add(cash);
  }
  [[nodiscard]] bool end(uint64_t round, const Totals& totals) override {
    rounds_ = round;
    if (round > 0) {
      round_cash_ = totals.sums[1].value();
      // The visit of the virtual page was at the beginning of this round.
      virtual_history_ += virtual_cash_;
      all_history_ += virtual_cash_ + round_cash_;
      virtual_cash_ = totals.sums[0].value();
    }
    from_virtual_ = virtual_cash_ / pages_;
    return round > 0 && residual() < tolerance_;
  }
  // A bound of the error: it falls as 1 / history.
  [[nodiscard]] double residual() const override {
    return 1 / std::fmax(all_history_, 1);
  }
  [[nodiscard]] bool gathers_at_end() const override { return true; }
  // The cash that a page has now is what those after it gave.
  [[nodiscard]] double gather(const LinkChunk& links,
                              double so_far) const override {
    for (size_t i = 0; i < links.count; ++i) {
      if (is_end_ && links.others[i] <= links.page) continue;
      so_far += links.values[links.others[i]];
    }
    return so_far;
  }
  // "recent" is Adaptive OPIC with a window of one round.
  [[nodiscard]] std::vector<std::string> outputs() const override {
    return {"", "recent"};
  }
  [[nodiscard]] double final(size_t output, const ScoredNode&,
                             const PageState& state,
                             double gathered) const override {
    if (output == 1) return state.score / round_cash_;
    return (state.memory[0] + gathered) / (all_history_ + 1);
  }
  void begin_end() override { is_end_ = true; }
  [[nodiscard]] std::string facts() const override {
    return ",\"virtual_page\":" +
           score_text((virtual_history_ + virtual_cash_) / (all_history_ + 1)) +
           ",\"history\":" + score_text(all_history_);
  }
  [[nodiscard]] std::vector<double> save() const override {
    return {virtual_cash_,
            virtual_history_,
            all_history_,
            from_virtual_,
            static_cast<double>(rounds_),
            round_cash_};
  }
  void load(const std::vector<double>& saved) override {
    virtual_cash_ = saved.at(0);
    virtual_history_ = saved.at(1);
    all_history_ = saved.at(2);
    from_virtual_ = saved.at(3);
    rounds_ = static_cast<uint64_t>(saved.at(4));
    round_cash_ = saved.at(5);
  }

 private:
  double pages_ = 1;
  double tolerance_ = 0;
  double virtual_cash_ = 0;
  double virtual_history_ = 0;
  double all_history_ = 0;
  double from_virtual_ = 0;  // to each page
  double round_cash_ = 1;    // that pages had when they were visited
  uint64_t rounds_ = 0;
  bool is_end_ = false;
};

std::unique_ptr<ScoreMethod> load_method(const std::string& path) {
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = ::dlerror();
    throw UsageError(path + ": is no plug-in: " + (why != nullptr ? why : ""));
  }
  using Maker = ScoreMethod* (*)();
  auto make = reinterpret_cast<Maker>(::dlsym(library, "wax_score_method"));
  if (make == nullptr) {
    throw UsageError(path + ": has no function wax_score_method");
  }
  try {
    std::unique_ptr<ScoreMethod> method(make());
    if (method == nullptr) throw UsageError(path + ": made no method");
    (void)method->name();
    return method;
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throw UsageError(path + ": failed: " + error.what());
  } catch (...) {
    throw UsageError(path + ": failed: " + kNoReason);
  }
}

}  // namespace

const std::vector<std::string>& method_names() {
  static const std::vector<std::string> names = {"indegree", "pagerank", "hits",
                                                 "opic", "linkrank"};
  return names;
}

std::unique_ptr<ScoreMethod> make_method(const std::string& name) {
  if (name == "indegree") return std::make_unique<InDegree>();
  if (name == "pagerank") return std::make_unique<PageRank>();
  if (name == "hits") return std::make_unique<Hits>();
  if (name == "opic") return std::make_unique<Opic>();
  if (name == "linkrank") return std::make_unique<LinkRank>();
  if (name.find('/') != name.npos) return load_method(name);
  std::string list;
  for (const std::string& known : method_names()) list += ' ' + known;
  throw UsageError("\"" + name + "\" is no method:" + list +
                   ", or the path of a plug-in, such as ./mine.so");
}

}  // namespace wax::graph
