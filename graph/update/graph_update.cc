#include "graph/update/graph_update.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "graph/store/big_vector.h"
#include "graph/store/meta.h"
#include "graph/update/line_numbers.h"
#include "io/error.h"
#include "io/leftovers.h"
#include "io/new_directory.h"
#include "io/output.h"
#include "lines/sort.h"

namespace wax::graph {
namespace {

// Lines, the first of which is at hand; what they say.
template <typename Seen>
class SeenLines {
 public:
  explicit SeenLines(std::unique_ptr<lines::LineStream> lines)
      : lines_(std::move(lines)) {
    next();
  }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] const Seen& front() const { return front_; }
  void next() {
    std::string_view line;
    ended_ = !lines_->next(line);
    if (!ended_) read_line(line, front_);
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  Seen front_;
  bool ended_ = false;
};

// The lines "target source date marks anchor" of new links.
struct NumberedLink {
  NodeId to = 0;
  Link link;
};

void read_line(std::string_view line, NumberedLink& seen) {
  seen.to = static_cast<NodeId>(take_sortable(line, kIdBytes));
  seen.link.from = static_cast<NodeId>(take_sortable(line, kIdBytes));
  seen.link.first = seen.link.last = take_sortable(line, kDateBytes);
  seen.link.marks = take_sortable(line, 1);
  seen.link.captures = 1;
  seen.link.anchor = line;
}

class GraphMerge {
 public:
  GraphMerge(const GraphFolder& before, const GraphFolder& part,
             const UpdateOptions& options, lines::KeptLines& seen_pages)
      : part_(part),
        options_(options),
        seen_pages_(seen_pages),
        numbered_(options.resources.tmpdir) {
    std::error_code none;
    if (options.anew || !std::filesystem::exists(before.state(), none)) return;
    old_pages_.emplace(before.pages());
    old_links_.emplace(before.links());
    numbers_.emplace(old_pages_->nodes(), options.resources.tmpdir);
  }

  // Reads all inputs, and merges them with the pages of the graph: each key
  // gets its number.
  void merge_pages(GraphInputs& inputs) {
    lines::SortOptions sorting{options_.resources.memory / 2,
                               options_.resources.tmpdir, true,
                               options_.resources.jobs};
    SeenLines<SeenLink> links(lines::sort_lines(
        lines::made_lines([&](std::string& line) { return inputs.next(line); }),
        sorting));
    sorting.memory /= 4;
    SeenLines<SeenPage> pages(lines::sort_lines(seen_pages_.read(), sorting));
    sources_.emplace(inputs.sources(), options_.resources.tmpdir);

    PagesWriter writer(part_.pages());
    std::optional<PageScan> scan;
    if (old_pages_) scan.emplace(*old_pages_);
    Page old;
    bool has_old = scan && scan->next(old);
    for (;;) {
      const std::string* key = has_old ? &old.key : nullptr;
      if (!pages.ended() && (key == nullptr || pages.front().key < *key)) {
        key = &pages.front().key;
      }
      if (!links.ended() && (key == nullptr || links.front().to < *key)) {
        key = &links.front().to;
      }
      if (key == nullptr) break;
      Page page;
      page.key = *key;
      if (writer.nodes() == kMostNodes) {
        throw UsageError("a graph has at most " + std::to_string(kMostNodes) +
                         " pages");
      }
      page.id = static_cast<NodeId>(writer.nodes());
      if (has_old && old.key == page.key) {
        (*numbers_)[old.id] = page.id;
        page.archived = old.archived;
        page.captures.swap(old.captures);
        has_old = scan->next(old);
      }
      add_seen(pages, links, page);
      writer.add(page);
    }
    nodes_ = writer.nodes();
    writer.finish();
  }

  // Merges the links, by numbers.
  uint64_t merge_links() {
    lines::SortOptions sorting{options_.resources.memory / 2,
                               options_.resources.tmpdir, true,
                               options_.resources.jobs};
    auto stored = numbered_.read();
    SeenLines<NumberedLink> seen(
        lines::sort_lines(lines::made_lines([&](std::string& line) {
                            return next_numbered(*stored, line);
                          }),
                          sorting));
    LinksWriter writer(part_.links());
    std::optional<LinkScan> scan;
    if (old_links_) scan.emplace(*old_links_);
    NodeId old_target = kNoNode;
    auto next_old_target = [&] {
      NodeId number = 0;
      old_target =
          scan && scan->next_target(number) ? (*numbers_)[number] : kNoNode;
    };
    next_old_target();
    uint64_t count = 0;
    for (NodeId target = 0; target < nodes_; ++target) {
      writer.begin_target();
      Link old;
      bool has_old = target == old_target && next_old(*scan, old);
      for (;;) {
        bool has_seen = !seen.ended() && seen.front().to == target;
        if (!has_old && !has_seen) break;
        Link link;
        if (has_old && (!has_seen || old.from <= seen.front().link.from)) {
          link = old;
          has_old = next_old(*scan, old);
        } else {
          link = seen.front().link;
          seen.next();
        }
        merge_same(seen, target, link);
        writer.add(link);
        ++count;
      }
      if (target == old_target) next_old_target();
    }
    writer.finish();
    return count;
  }

  [[nodiscard]] uint64_t nodes() const { return nodes_; }

 private:
  void add_seen(SeenLines<SeenPage>& pages, SeenLines<SeenLink>& links,
                Page& page) {
    size_t before = page.captures.size();
    for (; !pages.ended() && pages.front().key == page.key; pages.next()) {
      page.archived = true;
      page.captures.push_back(pages.front().capture);
      if (pages.front().source != kNoSource) {
        (*sources_)[pages.front().source] = page.id;
      }
    }
    if (page.captures.size() > before) page.order_captures();
    std::string line;
    for (; !links.ended() && links.front().to == page.key; links.next()) {
      const SeenLink& link = links.front();
      if ((link.marks & SeenLink::kToPage) != 0) page.archived = true;
      line.clear();
      append_sortable(page.id, kIdBytes, line);
      append_sortable(link.source, kIdBytes, line);
      append_sortable(link.date, kDateBytes, line);
      append_sortable(link.marks & ~SeenLink::kToPage, 1, line);
      line += link.anchor;
      numbered_.add(line);
    }
  }

  // Of a link that was kept, the number of its source becomes that of a node.
  bool next_numbered(lines::LineStream& stored, std::string& line) {
    std::string_view rest;
    if (!stored.next(rest)) return false;
    line += rest.substr(0, kIdBytes);
    rest.remove_prefix(kIdBytes);
    append_sortable((*sources_)[take_sortable(rest, kIdBytes)], kIdBytes, line);
    line += rest;
    return true;
  }

  bool next_old(LinkScan& scan, Link& link) {
    if (!scan.next(link)) return false;
    link.from = (*numbers_)[link.from];
    return true;
  }

  // Of one date, a link counts once, whatever anchors it had.
  static void merge_same(SeenLines<NumberedLink>& seen, NodeId target,
                         Link& link) {
    uint64_t date = ~uint64_t{0};
    if (link.captures == 1) date = link.last;
    for (; !seen.ended() && seen.front().to == target &&
           seen.front().link.from == link.from;
         seen.next()) {
      Link other = seen.front().link;
      if (other.last == date) other.captures = 0;
      date = other.last;
      link.merge(other);
    }
  }

  GraphFolder part_;
  const UpdateOptions& options_;
  std::optional<NodeFile> old_pages_;
  std::optional<NodeFile> old_links_;
  std::optional<BigVector<NodeId>> numbers_;  // of the nodes that were there
  std::optional<BigVector<NodeId>> sources_;  // SeenPage::source to node
  lines::KeptLines& seen_pages_;
  lines::KeptLines numbered_;
  uint64_t nodes_ = 0;
};

GraphState state_before(const GraphFolder& folder,
                        const UpdateOptions& options) {
  GraphState state;
  std::error_code none;
  if (std::filesystem::exists(folder.folder, none)) {
    try {
      state = read_state(folder);
    } catch (const FormatError&) {
      if (!options.anew) throw;
    }
  }
  if (options.anew) {
    const uint64_t generation = state.generation;
    state = {};
    state.generation = generation;
  }
  if (!options.policy.empty()) state.policy.set_kind(options.policy);
  state.policy.frontier = state.policy.frontier || options.frontier;
  state.policy.nofollow = state.policy.nofollow || options.nofollow;
  ++state.generation;
  return state;
}

}  // namespace

UpdateResult update_graph(const std::string& folder,
                          const UpdateOptions& options, ProblemSink& problems) {
  const GraphFolder before{folder};
  (void)io::restore_directory(folder);
  GraphState state = state_before(before, options);
  io::remove_leftovers(folder);
  io::NewDirectory directory(folder, true);
  const GraphFolder part{directory.part()};

  UpdateResult result;
  lines::KeptLines pages(options.resources.tmpdir);
  {
    GraphInputs inputs(options.sources, state, pages, problems);
    GraphMerge merge(before, part, options, pages);
    merge.merge_pages(inputs);
    result.links = merge.merge_links();
    result.counts = inputs.counts();
    result.passed_over = inputs.passed_over();
    result.nodes = merge.nodes();
  }
  write_counted_links(part, state.policy, options.resources);
  std::ranges::sort(state.inputs, {}, &GraphInput::digest);
  write_text(part.state(), state_text(state));
  write_text(part.meta(), scan_meta(part, options.resources.tmpdir));
  directory.finish();
  return result;
}

}  // namespace wax::graph
