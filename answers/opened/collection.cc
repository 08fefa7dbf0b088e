#include "answers/opened/collection.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "answers/opened/collections.h"
#include "answers/opened/deleted_documents.h"
#include "answers/opened/file_stamps.h"
#include "answers/opened/shown_fields.h"
#include "cdx/lookup/lookup.h"
#include "cdx/lookup/range_merger.h"
#include "collection/access/collection_access.h"
#include "collection/access/page_captures.h"
#include "collection/access/rule_day.h"
#include "collection/layout.h"
#include "index/search/document_values.h"
#include "index/store/shard_folder.h"
#include "io/error.h"
#include "io/folder.h"

namespace wax::answers {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kBetweenLooks{1};
constexpr std::chrono::milliseconds kBetweenLooksAtRules{100};

class ReportedProblems final : public ProblemSink {
 public:
  ReportedProblems(const Collection::Report& report, LostParts& lost)
      : report_(&report), lost_(&lost) {}
  void report(Problem problem) override {
    lost_->add(problem);
    if (*report_) (*report_)(problem.file + ": " + problem.text);
  }

 private:
  const Collection::Report* report_;
  LostParts* lost_;
};

std::string shards_of_folder(const std::string& folder) {
  std::error_code none;
  std::string shards = index::shards_folder(folder);
  return fs::is_directory(shards, none) ? shards : folder;
}

}  // namespace

Collection::Collection(std::string name, CollectionFiles files, Report report)
    : name_(std::move(name)),
      files_(std::move(files)),
      report_(std::move(report)),
      stamp_(stamp()),
      next_look_(Clock::now() + kBetweenLooks),
      next_look_at_rules_(Clock::now() + kBetweenLooksAtRules) {
  if (files_.writable) io::make_folders(files_.folder);
  if (!files_.folder.empty()) {
    const std::string site = collection::Layout{files_.folder}.site();
    std::error_code none;
    if (std::filesystem::is_regular_file(site, none)) site_ = read_site(site);
  }
  rules_stamp_ = rules_stamp();
  current_ = open(files_.folder.empty()
                      ? SubmittedRuns{}
                      : read_submitted(submitted_folder(files_.folder)));
  if (files_.writable) open_submitted_captures();
  try {
    preparer_ = std::async(std::launch::async,
                           [this, first = current_] { prepare(*first); });
  } catch (const std::system_error&) {
    // There is no thread: the searches make what they need.
  }
}

Collection::Collection(std::string name,
                       std::shared_ptr<const ShardServers> shards)
    : name_(std::move(name)),
      shards_(std::move(shards)),
      current_(std::make_shared<Generation>()) {}

std::string Collection::title(std::string_view language) const {
  const std::string_view title = site_.text("title", language);
  if (!title.empty()) return std::string(title);
  const bool is_of_folder =
      !files_.folder.empty() && served_name(files_.folder) == name_;
  return is_of_folder ? name_of_folder(files_.folder) : name_;
}

void Collection::open_submitted_captures() {
  SubmittedCaptures::Setting setting;
  setting.folder = submitted_folder(files_.folder);
  setting.format.json = true;
  setting.url_key = current_->url_key;
  // All files of a collection should have the same columns.
  Searchables files = open_cdx(*current_);
  if (!files.empty()) {
    const auto& model =
        current_->submitted.empty() ? files.front() : files.back();
    setting.format = cdx::format_of(*model);
  }
  setting.open_others = [this] {
    constexpr int kTries = 3;
    for (int tries = 1;; ++tries) {
      try {
        Searchables others;
        const std::shared_ptr<const Generation> generation = current();
        for (const std::string& path : generation->cdx) {
          others.push_back(cdx::open_searchable(path));
        }
        return others;
      } catch (const IoError&) {  // a build has replaced the files
        if (tries == kTries) throw;
        look_again();
      }
    }
  };
  setting.needs_run = files.empty();
  setting.report = report_;
  setting.on_change = [this](const SubmittedRuns& runs, bool changed) {
    take_runs(runs, changed);
  };
  submitted_ = std::make_unique<SubmittedCaptures>(std::move(setting));
  take_runs(submitted_->runs(), false);
}

void Collection::take_runs(const SubmittedRuns& runs, bool changed) {
  std::lock_guard changing(changing_);
  auto next = std::make_shared<Generation>(*shown());
  next->submitted = runs;
  if (changed) ++next->number;
  const bool done = !changed || leave_out_last(*next);
  std::lock_guard lock(mutex_);
  current_ = std::move(next);
  if (done) return;
  // A build has replaced the files that are looked at: the next look opens all
  // of the state that there is then.
  stamp_.clear();
  next_look_ = Clock::time_point();
}

std::shared_ptr<const Generation> Collection::shown() const {
  std::lock_guard lock(mutex_);
  return current_;
}

// Leaves out of the full text what the last run has deleted. False when files
// that it needs cannot be opened.
bool Collection::leave_out_last(Generation& next) const {
  const SubmittedRuns& runs = next.submitted;
  try {
    const bool all = adds_deleted_again(*runs.back(), runs);
    next.reader = all ? left_of(next.ruled_reader, runs, next)
                      : left_of(next.reader, {runs.back()}, next);
    return true;
  } catch (const std::exception& error) {
    if (report_) {
      report_("the full text of the collection " + name_ +
              " has captures that were just deleted, until it is opened "
              "again: " +
              error.what());
    }
    return false;
  }
}

std::string Collection::stamp() const {
  std::string text;
  std::vector<std::string> cdx = files_.cdx;
  if (!files_.folder.empty()) {
    append_folder_stamp(shards_of_folder(files_.folder), 2, text);
    if (cdx.empty()) cdx = collection::capture_files(files_.folder);
    if (!files_.writable) append_stamp(submitted_folder(files_.folder), text);
  }
  for (const std::string& path : cdx) append_stamp(path, text);
  return text;
}

std::shared_ptr<Generation> Collection::open(SubmittedRuns runs) {
  auto generation = std::make_shared<Generation>();
  generation->submitted = std::move(runs);
  generation->cdx = files_.cdx;
  std::error_code none;
  const std::string& folder = files_.folder;
  if (!folder.empty()) {
    if (!fs::is_directory(folder, none)) {
      throw UsageError(folder + " is not a folder that wax-build has made");
    }
    if (files_.cdx.empty()) generation->cdx = collection::capture_files(folder);
    bool only_captures = !generation->cdx.empty() || files_.writable ||
                         !generation->submitted.empty();
    if (!only_captures || shards_of_folder(folder) != folder) {
      ReportedProblems problems(report_, *generation->lost);
      index::OpenOptions how;
      how.all_shards = files_.all_shards;
      generation->whole_reader = std::make_shared<const index::IndexReader>(
          index::IndexReader::open_collection(folder, how, problems));
    }
  }
  Searchables cdx = open_whole_cdx(*generation);
  if (auto kind = cdx::key_kind(cdx)) generation->url_key = *kind;
  // After the files: the rules of a shard are there before the shard.
  restrict_generation(read_rules(), *generation);
  return generation;
}

void Collection::prepare(const Generation& generation) const {
  if (generation.reader == nullptr) return;
  index::prepare_values(
      *generation.reader,
      fields_of_search_page(index::field_names(*generation.reader)),
      [this] { return closing_.load(); });
}

std::shared_ptr<const Generation> Collection::current() {
  if (shards_ != nullptr) {
    auto generation = std::make_shared<Generation>();
    generation->shards = std::make_shared<ShardSession>(shards_);
    generation->url_key = shards_->known_kind();
    return generation;
  }
  std::unique_lock lock(mutex_);
  auto now = Clock::now();
  if (!reading_rules_ && now >= next_look_at_rules_) {
    next_look_at_rules_ = now + kBetweenLooksAtRules;
    look_at_rules(lock);
  }
  if (!opening_ && now >= next_look_) {
    next_look_ = now + kBetweenLooks;
    look_at_files(lock);
  }
  return current_;
}

// When there are others, another thread opens them.
void Collection::look_at_files(std::unique_lock<std::mutex>& lock) {
  opening_ = true;
  std::string before = stamp_;
  Retry retry = retry_;
  lock.unlock();
  std::string found;
  try {
    found = stamp();
  } catch (const std::exception& error) {
    found = error.what();  // open_next() meets it, too
  }
  if (found == before || retry.is_later(found)) {
    lock.lock();
    if (found == before) retry_ = {};
    opening_ = false;
    return;
  }
  try {
    opener_ =
        std::async(std::launch::async, [this, found] { open_next(found); });
  } catch (const std::system_error&) {  // there is no thread
    open_next(found);
  }
  lock.lock();
  opened_.wait_for(lock, kOpening, [this] { return !opening_; });
}

void Collection::open_next(const std::string& found) {
  std::shared_ptr<Generation> next;
  std::string failure;
  std::unique_lock lock(mutex_);
  std::string rules = rules_stamp_;
  const SubmittedRuns runs = current_->submitted;
  lock.unlock();
  std::unique_lock changing(changing_, std::defer_lock);
  try {
    next = open(!files_.folder.empty() && !files_.writable
                    ? read_submitted(submitted_folder(files_.folder))
                    : runs);
    prepare(*next);
    changing.lock();
    // Rules that were read and captures that were written meanwhile hold for
    // this state, too.
    lock.lock();
    const std::shared_ptr<const Generation> now = current_;
    const bool new_rules = rules != rules_stamp_;
    lock.unlock();
    next->number = now->number + 1;
    const bool new_runs = files_.writable && next->submitted != now->submitted;
    if (new_runs) next->submitted = now->submitted;
    if (new_rules || new_runs) {
      restrict_generation(new_rules ? now->access : next->access, *next);
    }
  } catch (const std::exception& error) {
    failure = error.what();
    next = nullptr;
  }
  lock.lock();
  if (next != nullptr && next->whole_reader == nullptr &&
      current_->whole_reader != nullptr) {
    failure = "its full text is gone";
    next = nullptr;
  }
  if (next != nullptr) {
    stamp_ = found;
    retry_ = {};
    current_ = std::move(next);
  }
  if (!failure.empty()) failure = retry_.failed(found, failure);
  lock.unlock();
  if (!failure.empty() && report_) {
    report_(
        "the collection " + name_ +
        " stays as it was, because its new state cannot be opened: " + failure);
  }
  lock.lock();
  opening_ = false;
  opened_.notify_all();
}

CollectionHealth Collection::health() const {
  std::lock_guard lock(mutex_);
  CollectionHealth health{current_->number, current_->lost->shards(),
                          incomplete_, current_->lost->reasons()};
  if (shards_ != nullptr) {
    health.reasons = shards_->reasons();
    health.lost_shards = health.reasons.size();
  }
  if (!retry_.told.empty()) {
    health.reasons.emplace_back("a newer state could not be opened");
  }
  if (!rules_retry_.told.empty()) {
    health.reasons.emplace_back("newer rules of access could not be read");
  }
  return health;
}

std::string Collection::rules_stamp() const {
  std::string stamp;
  if (!files_.folder.empty()) {
    append_stamp(collection::hidden_file(files_.folder), stamp);
  }
  std::string access = files_.access;
  if (access.empty() && !files_.folder.empty()) {
    access = collection::access_file(files_.folder);
  }
  append_stamp(access, stamp);
  return stamp;
}

// Throws IoError, FormatError, and Error when a file that had rules has none: a
// file that is being replaced must not open what was closed.
std::shared_ptr<const collection::AccessRules> Collection::read_rules() {
  auto rules = collection::read_access(files_.folder, files_.access);
  if (has_rules_ && !rules->has_lines()) {
    throw Error(
        "the file of rules is empty or gone; with the line \"allow all\" it "
        "says that there are none any more");
  }
  if (rules->has_lines()) has_rules_ = true;
  std::error_code none;
  const bool has_hidden =
      !files_.folder.empty() &&
      std::filesystem::exists(collection::hidden_file(files_.folder), none);
  if (has_hidden_ && !has_hidden) {
    throw Error(
        "the file of what is hidden is gone; its rules are kept until wax-hide "
        "writes others");
  }
  has_hidden_ = has_hidden;
  return rules;
}

std::string Collection::Retry::failed(const std::string& found,
                                      const std::string& why) {
  constexpr std::chrono::milliseconds kShortestWait{200};
  constexpr std::chrono::milliseconds kLongestWait{10'000};
  wait = std::clamp(found == stamp ? 2 * wait : wait * 0, kShortestWait,
                    kLongestWait);
  stamp = found;
  next = Clock::now() + wait;
  return std::exchange(told, why) == why ? "" : why;
}

void Collection::look_again() {
  std::lock_guard lock(mutex_);
  next_look_ = next_look_at_rules_ = Clock::time_point();
}

// Other threads get the state before meanwhile.
void Collection::look_at_rules(std::unique_lock<std::mutex>& lock) {
  reading_rules_ = true;
  std::string before = rules_stamp_;
  Retry retry = rules_retry_;
  auto access = current_->access;
  lock.unlock();
  std::string stamp = rules_stamp();
  bool other_day = access != nullptr && access->depends_on_day() &&
                   access->today() != collection::today_of_utc();
  bool due = (stamp != before || other_day) && !retry.is_later(stamp);
  std::string failure;
  std::shared_ptr<Generation> next;
  std::unique_lock changing(changing_, std::defer_lock);
  try {
    if (due) {
      access = read_rules();
      changing.lock();
      next = std::make_shared<Generation>(*shown());
      ++next->number;
      restrict_generation(access, *next);
    }
  } catch (const std::exception& error) {
    failure = error.what();
  }
  lock.lock();
  reading_rules_ = false;
  if (stamp == before && !other_day) rules_retry_ = {};
  if (!due) return;
  if (!failure.empty()) {
    failure = rules_retry_.failed(stamp, failure);
    if (!failure.empty() && report_) {
      report_("the rules of access of the collection " + name_ +
              " stay as they were: " + failure);
    }
    return;
  }
  rules_stamp_ = stamp;
  rules_retry_ = {};
  current_ = std::move(next);
}

}  // namespace wax::answers
