// Where the files of a collection lie: the one place that spells their names,
// but for those of an index (index/store/shard_folder.h).
#pragma once

#include <string>

#include "index/store/other_version.h"

namespace wax::collection {

// Paths below the folder of a collection, which need not exist. What a file has
// is said by whoever writes it.
struct Layout {
  std::string folder;

  // What searches and servers read.
  // One CDX file, or the list of several, one path per line, relative to
  // `folder`.
  [[nodiscard]] std::string captures() const { return at("captures.cdx"); }
  [[nodiscard]] std::string captures_list() const {
    return at("captures.list");
  }
  // What clients of a server have submitted.
  [[nodiscard]] std::string submitted_captures() const {
    return at("captures.written");
  }
  // Rules of access, which people write; and those that `wax hide` writes.
  [[nodiscard]] std::string access_rules() const { return at("access"); }
  [[nodiscard]] std::string hidden() const { return at("hidden"); }
  // What people wrote of the collection for its readers
  // (answers/opened/site.h).
  [[nodiscard]] std::string site() const { return at("site"); }
  // The pages that posts share (wax shares --publish,
  // posts/shares/share_lists.h).
  [[nodiscard]] std::string shares() const { return at("shares"); }
  // What its crawl lacks (wax crawl-check --publish): JSON lines.
  [[nodiscard]] std::string crawl_report() const { return at("crawl-check"); }

  // What a build keeps.
  [[nodiscard]] std::string build_record() const {
    return at(index::kBuildRecord);
  }
  [[nodiscard]] std::string build_steps() const { return at("build.steps"); }
  [[nodiscard]] std::string build_lock() const { return at("build.lock"); }
  // How its files were when it ended last (archives/known_files.h).
  [[nodiscard]] std::string known_files() const { return at("build.files"); }
  // Which parts of it were read, and when (publish/scrub.h).
  [[nodiscard]] std::string scrub() const { return at("build.scrub"); }
  // What a step of a batch read of its archives (--write-sums), until the
  // build ends.
  [[nodiscard]] std::string read_sums(const std::string& batch,
                                      const std::string& step) const {
    return at("batch-" + batch + '.' + step + ".sums");
  }
  // Problems that no longer count as losses: JSON lines.
  [[nodiscard]] std::string accepted_problems() const {
    return at("accepted.problems");
  }
  // Problems of the files and folders that were named
  // (archives/names_problems.h): JSON lines.
  [[nodiscard]] std::string names_problems() const {
    return at("names.problems");
  }
  // Dates that the shards do not have yet.
  [[nodiscard]] std::string waiting_dates() const { return at("build.dates"); }
  [[nodiscard]] std::string batches() const { return at("batches"); }
  [[nodiscard]] std::string batch(const std::string& name) const {
    return at("batches/" + name);
  }
  // The shards as the steps of a build make them.
  [[nodiscard]] std::string shards() const { return at("shards"); }
  [[nodiscard]] std::string shard(const std::string& name) const {
    return at("shards/" + name);
  }
  // The shards that searches saw before the last ones.
  [[nodiscard]] std::string former_shards() const {
    return at("pindexes.former");
  }
  // Files of several batches, merged in tiers: versions, captures, digests.
  [[nodiscard]] std::string merged_versions(const std::string& name) const {
    return at("versions/" + name);
  }
  [[nodiscard]] std::string merged_captures(const std::string& name) const {
    return at("captures/" + name + ".cdx");
  }
  [[nodiscard]] std::string merged_digests(const std::string& name) const {
    return at("digests/" + name);
  }
  // Links between its pages (wax build --links): a graph, the file of it that
  // every update makes anew and scores leave as it is
  // (graph/store/graph_folder.h), and scores by URL key.
  [[nodiscard]] std::string links() const { return at("links"); }
  [[nodiscard]] std::string graph() const { return at("links/graph"); }
  [[nodiscard]] std::string graph_pages() const {
    return at("links/graph/pages");
  }
  [[nodiscard]] std::string page_scores(const std::string& name) const {
    return at("links/" + name);
  }
  // Lists of what a rank says of URL keys (wax build --ranks), a column each.
  [[nodiscard]] std::string ranks() const { return at("ranks"); }
  [[nodiscard]] std::string rank_values(const std::string& column) const {
    return at("ranks/" + column);
  }
  // The folders of these, to make them and to list what is in them.
  [[nodiscard]] std::string all_merged_versions() const {
    return at("versions");
  }
  [[nodiscard]] std::string all_merged_captures() const {
    return at("captures");
  }
  [[nodiscard]] std::string all_merged_digests() const { return at("digests"); }

 private:
  [[nodiscard]] std::string at(const std::string& name) const {
    return folder + '/' + name;
  }
};

// The files of one batch of a build.
struct BatchLayout {
  std::string folder;  // Layout::batch()

  [[nodiscard]] std::string archives() const { return folder + "/archives"; }
  [[nodiscard]] std::string captures() const {
    return folder + "/captures.cdx";
  }
  [[nodiscard]] std::string damaged() const { return folder + "/damaged"; }
  [[nodiscard]] std::string references() const {
    return folder + "/references";
  }
  [[nodiscard]] std::string versions() const { return folder + "/versions"; }
  [[nodiscard]] std::string duplicates() const {
    return folder + "/duplicates";
  }
  [[nodiscard]] std::string segment() const { return folder + "/segment"; }
  [[nodiscard]] std::string originals() const { return folder + "/originals"; }
  // For archives that are left out (steps/left_out.h): left_out() lists
  // where their captures are, present() the archives that are imported
  // meanwhile, one path per line.
  [[nodiscard]] std::string left_out() const { return folder + "/left-out"; }
  [[nodiscard]] std::string present() const { return folder + "/present"; }
  // How CDX files beside the archives helped (wax-warc-indexer
  // --write-cdx-use).
  [[nodiscard]] std::string cdx_use() const { return folder + "/cdx-use"; }
  // What a step met, if anything: JSON lines. `step`: "captures".
  [[nodiscard]] std::string problems(const std::string& step) const {
    return folder + '/' + step + ".problems";
  }
};

}  // namespace wax::collection
