#include "graph/update/graph_merge.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "graph/store/big_vector.h"
#include "graph/store/links.h"
#include "graph/store/pages.h"
#include "graph/update/line_numbers.h"
#include "io/error.h"
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

// One run, the first page and the first target of which are at hand.
class MergedRun {
 public:
  MergedRun(const RunFiles& files, const std::string& tmpdir)
      : pages_(files.pages),
        links_(files.links),
        numbers_(pages_.nodes(), tmpdir),
        page_scan_(pages_),
        link_scan_(links_) {
    if (links_.nodes() != pages_.nodes()) {
      throw FormatError(files.links, links_.size(),
                        "is of another graph than " + files.pages);
    }
    has_page_ = page_scan_.next(page_);
  }

  // The key of the page at hand; none at the end.
  [[nodiscard]] const std::string* key() const {
    return has_page_ ? &page_.key : nullptr;
  }
  // Adds the page at hand, which gets the number of `to`.
  void add_page(Page& to) {
    numbers_[page_.id] = to.id;
    to.archived = to.archived || page_.archived;
    if (to.captures.empty()) {
      to.captures.swap(page_.captures);
    } else {
      to.captures.insert(to.captures.end(), page_.captures.begin(),
                         page_.captures.end());
    }
    has_page_ = page_scan_.next(page_);
  }

  // After all pages: goes to the next target.
  void next_target() {
    NodeId number = 0;
    target_ = link_scan_.next_target(number) ? numbers_[number] : kNoNode;
  }
  // Goes to the first link of `target`, if it is the one at hand.
  void begin_links(NodeId target) {
    has_link_ = target_ == target;
    if (has_link_) next_link();
  }
  void end_links(NodeId target) {
    if (target_ == target) next_target();
  }
  [[nodiscard]] const Link* link() const {
    return has_link_ ? &link_ : nullptr;
  }
  void next_link() {
    has_link_ = link_scan_.next(link_);
    if (has_link_) link_.from = numbers_[link_.from];
  }

 private:
  NodeFile pages_;
  NodeFile links_;
  BigVector<NodeId> numbers_;  // of its nodes, in what is written
  PageScan page_scan_;
  LinkScan link_scan_;
  Page page_;
  bool has_page_ = false;
  NodeId target_ = kNoNode;
  Link link_;
  bool has_link_ = false;
};

// Adds the same link of another run. A capture that both have counts once
// where that can be seen.
void add_link(Link other, Link& link) {
  auto is_end_of = [](const Link& one, const Link& all) {
    return one.captures == 1 && (one.last == all.first || one.last == all.last);
  };
  if (is_end_of(other, link)) {
    other.captures = 0;
  } else if (is_end_of(link, other)) {
    link.captures = 0;
  }
  link.merge(other);
}

class RunMerge {
 public:
  RunMerge(const std::vector<RunFiles>& runs, const io::Budget& resources)
      : resources_(resources), numbered_(resources.tmpdir) {
    for (const RunFiles& files : runs) {
      runs_.push_back(std::make_unique<MergedRun>(files, resources.tmpdir));
    }
  }

  // Each key gets its number.
  void merge_pages(GraphInputs* inputs, lines::KeptLines& seen_pages,
                   const std::string& path) {
    lines::SortOptions sorting = sort_options();
    SeenLines<SeenLink> links(
        lines::sort_lines(lines::made_lines([&](std::string& line) {
                            return inputs != nullptr && inputs->next(line);
                          }),
                          sorting));
    sorting.memory /= 4;
    SeenLines<SeenPage> pages(lines::sort_lines(seen_pages.read(), sorting));
    sources_.emplace(inputs != nullptr ? inputs->sources() : 0,
                     resources_.tmpdir);
    PagesWriter writer(path);
    Page page;
    for (;;) {
      const std::string* key = nullptr;
      auto take_least = [&](const std::string* other) {
        if (other != nullptr && (key == nullptr || *other < *key)) key = other;
      };
      for (const auto& run : runs_) take_least(run->key());
      if (!pages.ended()) take_least(&pages.front().key);
      if (!links.ended()) take_least(&links.front().to);
      if (key == nullptr) break;
      if (writer.nodes() == kMostNodes) {
        throw UsageError("a graph has at most " + std::to_string(kMostNodes) +
                         " pages");
      }
      page.key = *key;
      page.id = static_cast<NodeId>(writer.nodes());
      page.archived = false;
      page.captures.clear();
      unsigned sources = 0;
      for (const auto& run : runs_) {
        const std::string* of_run = run->key();
        if (of_run == nullptr || *of_run != page.key) continue;
        run->add_page(page);
        ++sources;
      }
      if (add_seen(pages, links, page)) ++sources;
      if (sources > 1) page.order_captures();
      writer.add(page);
    }
    result_.nodes = writer.nodes();
    writer.finish();
  }

  void merge_links(const std::string& path) {
    auto stored = numbered_.read();
    SeenLines<NumberedLink> seen(
        lines::sort_lines(lines::made_lines([&](std::string& line) {
                            return next_numbered(*stored, line);
                          }),
                          sort_options()));
    LinksWriter writer(path);
    for (const auto& run : runs_) run->next_target();
    for (NodeId target = 0; target < result_.nodes; ++target) {
      writer.begin_target();
      for (const auto& run : runs_) run->begin_links(target);
      for (NodeId from = 0; has_next(seen, target, from);) {
        Link link;
        link.from = kNoNode;
        if (!seen.ended() && seen.front().to == target &&
            seen.front().link.from == from) {
          link = take_seen(seen);
        }
        for (const auto& run : runs_) {
          const Link* of_run = run->link();
          if (of_run == nullptr || of_run->from != from) continue;
          if (link.from == kNoNode) {
            link = *of_run;
          } else {
            add_link(*of_run, link);
          }
          run->next_link();
        }
        writer.add(link);
        ++result_.links;
      }
      for (const auto& run : runs_) run->end_links(target);
    }
    writer.finish();
  }

  [[nodiscard]] const MergeResult& result() const { return result_; }

 private:
  [[nodiscard]] lines::SortOptions sort_options() const {
    return {resources_.part(2), /*unique=*/true};
  }

  // Whether captures were added. Their order is made after the runs are in.
  bool add_seen(SeenLines<SeenPage>& pages, SeenLines<SeenLink>& links,
                Page& page) {
    const size_t before = page.captures.size();
    for (; !pages.ended() && pages.front().key == page.key; pages.next()) {
      page.archived = true;
      page.captures.push_back(pages.front().capture);
      if (pages.front().source != kNoSource) {
        (*sources_)[pages.front().source] = page.id;
      }
    }
    const bool added = page.captures.size() > before;
    if (added && before == 0) page.order_captures();
    for (; !links.ended() && links.front().to == page.key; links.next()) {
      const SeenLink& link = links.front();
      if ((link.marks & SeenLink::kToPage) != 0) page.archived = true;
      line_.clear();
      append_sortable(page.id, kIdBytes, line_);
      append_sortable(link.source, kIdBytes, line_);
      append_sortable(link.date, kDateBytes, line_);
      append_sortable(link.marks & ~SeenLink::kToPage, 1, line_);
      line_ += link.anchor;
      numbered_.add(line_);
    }
    return added;
  }

  // Reads the next link that was kept, and replaces the number of its source by
  // that of a node.
  bool next_numbered(lines::LineStream& stored, std::string& line) {
    std::string_view rest;
    if (!stored.next(rest)) return false;
    line += rest.substr(0, kIdBytes);
    rest.remove_prefix(kIdBytes);
    append_sortable((*sources_)[take_sortable(rest, kIdBytes)], kIdBytes, line);
    line += rest;
    return true;
  }

  // The source of the next link to `target`; false when there is none.
  bool has_next(const SeenLines<NumberedLink>& seen, NodeId target,
                NodeId& from) const {
    from = kNoNode;
    if (!seen.ended() && seen.front().to == target) {
      from = seen.front().link.from;
    }
    for (const auto& run : runs_) {
      if (run->link() != nullptr) from = std::min(from, run->link()->from);
    }
    return from != kNoNode;
  }

  // Counts a link once for each date, whatever anchors it had.
  static Link take_seen(SeenLines<NumberedLink>& seen) {
    const NodeId target = seen.front().to;
    Link link = seen.front().link;
    uint64_t date = link.last;
    for (seen.next(); !seen.ended() && seen.front().to == target &&
                      seen.front().link.from == link.from;
         seen.next()) {
      Link other = seen.front().link;
      if (other.last == date) other.captures = 0;
      date = other.last;
      link.merge(other);
    }
    return link;
  }

  const io::Budget& resources_;
  std::vector<std::unique_ptr<MergedRun>> runs_;
  std::optional<BigVector<NodeId>> sources_;  // SeenPage::source to node
  lines::KeptLines numbered_;
  std::string line_;
  MergeResult result_;
};

}  // namespace

MergeResult merge_runs(const std::vector<RunFiles>& runs, GraphInputs* inputs,
                       lines::KeptLines& seen_pages,
                       const io::Budget& resources, const RunFiles& to) {
  RunMerge merge(runs, resources);
  merge.merge_pages(inputs, seen_pages, to.pages);
  merge.merge_links(to.links);
  return merge.result();
}

}  // namespace wax::graph
