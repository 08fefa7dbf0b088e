// What a server answers from: the folders that wax-build makes, and CDX files.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "answers/opened/generation.h"
#include "answers/opened/site.h"
#include "answers/opened/submitted.h"
#include "cdx/files/searchable.h"
#include "cdx/url/url_key.h"
#include "collection/access/access_rules.h"
#include "index/store/index_reader.h"

namespace wax::answers {

struct CollectionFiles {
  std::string folder;  // what wax-build makes; empty: none
  // Instead of the folder's captures.cdx or those in its captures.list.
  std::vector<std::string> cdx;
  // Every shard must open: a state of the files with a shard that cannot be
  // opened is not used.
  bool all_shards = false;
  // Clients may write captures, which are kept in `folder`. Then it need have
  // neither an index nor CDX files, and is made when it is missing.
  bool writable = false;
  // Rules of access (access_rule.h), which must be there; empty: those in
  // FOLDER/access, if that is there. Once it had rules, an empty or missing
  // file lifts none.
  std::string access = {};
};

// How a collection is, for those who watch a server.
struct CollectionHealth {
  uint64_t generation = 0;
  uint64_t lost_shards = 0;
  uint64_t incomplete_answers = 0;  // since the start
  // Why answers may lack something, or are those of a former state; empty: all
  // is well.
  std::vector<std::string> reasons;
};

class Collection {
 public:
  using Report = std::function<void(std::string_view)>;

  // Opens it. Throws UsageError when there is neither an index nor a CDX file,
  // or the CDX files do not go together; as IndexReader. `report` takes
  // sentences about a later state that cannot be opened, from any thread.
  Collection(std::string name, CollectionFiles files, Report report);
  // One that other servers have.
  Collection(std::string name, std::shared_ptr<const ShardServers> shards);
  ~Collection() { closing_ = true; }
  Collection(const Collection&) = delete;
  Collection& operator=(const Collection&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const CollectionFiles& files() const { return files_; }
  // What FOLDER/site says.
  [[nodiscard]] const Site& site() const { return site_; }
  // The title in the language with this tag: of FOLDER/site, else the name of
  // the folder, else name().
  [[nodiscard]] std::string title(std::string_view language) const;

  // The last state. Looks at the files at most once a second, and at the rules
  // of access ten times; when they are others than before, or another day has
  // begun for rules that depend on it, opens them, while other threads get the
  // state before; so does this one when that takes longer than kOpening. The
  // columns that search pages need are made before a state is shown, but for
  // the first one. A state that cannot be opened is reported, and the one
  // before it stays. Of one that other servers have, each call gives a state of
  // its own. Any thread may call it.
  [[nodiscard]] std::shared_ptr<const Generation> current();

  // Null unless clients may write. What is written is in the state that
  // current() gives next.
  [[nodiscard]] SubmittedCaptures* submitted() const {
    return submitted_.get();
  }

  // The next current() looks at the files, however soon.
  void look_again();

  // Waits for no file. Any thread may call it.
  [[nodiscard]] CollectionHealth health() const;
  // Counts an answer that may lack something. Any thread may call it.
  void count_incomplete() const { ++incomplete_; }

 private:
  using Clock = std::chrono::steady_clock;
  // Files that could not be opened are tried again, later and later unless they
  // change, and told once.
  struct Retry {
    std::string stamp;  // of those files
    std::chrono::milliseconds wait{0};
    Clock::time_point next;
    std::string told;

    [[nodiscard]] bool is_later(const std::string& found) const {
      return found == stamp && Clock::now() < next;
    }
    // `why`, unless it was told already.
    [[nodiscard]] std::string failed(const std::string& found,
                                     const std::string& why);
  };

  void take_runs(const SubmittedRuns& runs, bool changed);
  [[nodiscard]] std::shared_ptr<const Generation> shown() const;
  [[nodiscard]] bool leave_out_last(Generation& next) const;
  [[nodiscard]] std::string stamp() const;
  [[nodiscard]] std::shared_ptr<Generation> open(SubmittedRuns runs);
  void open_submitted_captures();
  [[nodiscard]] std::string rules_stamp() const;
  [[nodiscard]] std::shared_ptr<const collection::AccessRules> read_rules();
  void look_at_rules(std::unique_lock<std::mutex>& lock);
  void look_at_files(std::unique_lock<std::mutex>& lock);
  void open_next(const std::string& found);
  void prepare(const Generation& generation) const;

  static constexpr std::chrono::seconds kOpening{1};

  std::string name_;
  CollectionFiles files_;
  Site site_;
  std::shared_ptr<const ShardServers> shards_;  // null: it is here
  Report report_;

  mutable std::atomic<uint64_t> incomplete_{0};
  std::atomic<bool> closing_ = false;
  std::atomic<bool> has_rules_ = false;  // the access file had some
  std::atomic<bool> has_hidden_ =
      false;  // the file of what is hidden was there

  // Who puts another state in the place of current_ holds it from when they
  // read that, also while they read files; before mutex_.
  std::mutex changing_;
  // Guards all below; nobody holds it while they wait for a file.
  mutable std::mutex mutex_;
  std::shared_ptr<const Generation> current_;
  std::string stamp_;        // of the files of current_
  std::string rules_stamp_;  // of its rules
  Retry retry_;
  Retry rules_retry_;
  Clock::time_point next_look_;
  Clock::time_point next_look_at_rules_;
  bool opening_ = false;  // by one thread, likewise
  bool reading_rules_ = false;

  std::condition_variable opened_;
  // The last members: their threads call take_runs() and open_next().
  std::unique_ptr<SubmittedCaptures> submitted_;
  std::future<void> opener_;
  std::future<void> preparer_;
};

}  // namespace wax::answers
