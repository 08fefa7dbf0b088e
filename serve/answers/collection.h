// What a server answers from: the folders that wax-build makes, and CDX files.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/url/url_key.h"
#include "collection/access/access_rules.h"
#include "index/store/index_reader.h"
#include "serve/answers/lost_parts.h"
#include "serve/answers/submitted.h"

namespace wax::serve {

using Searchables = std::vector<std::unique_ptr<cdx::Searchable>>;

// CDX files that were opened and that no request uses now: a look-up costs less
// when its files are open. Any thread may call its functions.
class IdleCdx {
 public:
  IdleCdx() = default;
  // A copy has none: another state may show other lines.
  IdleCdx(const IdleCdx&) {}
  IdleCdx& operator=(const IdleCdx&) = delete;

  // The last ones given; empty when there are none.
  [[nodiscard]] Searchables take();
  void give(Searchables files);

 private:
  static constexpr size_t kMostIdle = 8;
  std::mutex mutex_;  // guards idle_
  std::vector<Searchables> idle_;
};

// One state of a collection. It stays as it is while a request holds it, also
// when the files have been replaced.
struct Generation {
  uint64_t number = 1;  // greater for each later state
  // The full text that may be seen; null when the collection has none.
  std::shared_ptr<const index::IndexReader> reader;
  std::vector<std::string> cdx;  // sorted CDX files and ZipNums
  SubmittedRuns submitted;       // what clients have added and deleted
  // Applied to all that is read of this state; null: there are none.
  std::shared_ptr<const collection::AccessRules> access;
  // The full text whatever the rules say, and with what clients have deleted.
  std::shared_ptr<const index::IndexReader> whole_reader;
  // The full text that rules let be seen, with what clients have deleted.
  std::shared_ptr<const index::IndexReader> ruled_reader;
  // What of the full text cannot be read; the same for states that differ in
  // rules or submitted captures alone.
  std::shared_ptr<LostParts> lost = std::make_shared<LostParts>();

  cdx::UrlKeyKind url_key = cdx::UrlKeyKind::kSurt;
  mutable IdleCdx idle;

  // How many files open_cdx() gives.
  [[nodiscard]] size_t files() const { return cdx.size() + submitted.size(); }
  [[nodiscard]] bool has_captures() const { return files() > 0; }
};

// The CDX files and those of submitted captures, for one request alone, without
// captures that are hidden, were deleted or that rules block: those that a
// request before has given back, or opened now. They are valid as long as the
// generation. Throws as cdx::open_searchable().
[[nodiscard]] Searchables open_cdx(const Generation& generation);
// With those that rules block, to tell why a capture is not there.
[[nodiscard]] Searchables open_whole_cdx(const Generation& generation);
// Without those that searches do not find.
[[nodiscard]] Searchables open_listed_cdx(const Generation& generation);

struct CollectionFiles {
  std::string folder;  // what wax-build makes; empty: none
  // Instead of the folder's captures.cdx or those in its captures.list.
  std::vector<std::string> cdx;
  // A state with a shard that cannot be opened is none.
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
  ~Collection() { closing_ = true; }
  Collection(const Collection&) = delete;
  Collection& operator=(const Collection&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const CollectionFiles& files() const { return files_; }

  // The last state. Looks at the files at most once a second, and at the rules
  // of access ten times; when they are others than before, or another day has
  // begun for rules that depend on it, opens them, while other threads get the
  // state before; so does this one when that takes longer than kOpening. The
  // columns that search pages need are made before a state is shown, but for
  // the first one. A state that cannot be opened is reported, and the one
  // before it stays. Any thread may call it.
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
  void replace_current(std::shared_ptr<Generation> next,
                       const SubmittedRuns& runs);
  void open_again();
  void tell_of_full_text(const std::exception& error) const;
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
  Report report_;

  mutable std::atomic<uint64_t> incomplete_{0};
  std::atomic<bool> closing_ = false;
  std::atomic<bool> has_rules_ = false;  // the access file had some

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

// Collections by their names, in order.
class Collections {
 public:
  // Throws UsageError when there is one of that name, for a name that is empty
  // or has other characters than letters, digits and any of "-_.", and for one
  // that begins other paths of the server ("cdx").
  void add(std::unique_ptr<Collection> collection);

  // Null when there is none.
  [[nodiscard]] Collection* find(std::string_view name) const;
  [[nodiscard]] const std::vector<std::unique_ptr<Collection>>& all() const {
    return all_;
  }

 private:
  std::vector<std::unique_ptr<Collection>> all_;
};

// The name for a collection of a folder: the last part of its path.
[[nodiscard]] std::string name_of_folder(const std::string& folder);

}  // namespace wax::serve
