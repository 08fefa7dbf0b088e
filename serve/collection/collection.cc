#include "serve/collection/collection.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "cdx/lookup/lookup.h"
#include "cdx/lookup/range_captures.h"
#include "index/store/hidden.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "serve/collection/shown_cdx.h"
#include "text/ascii.h"

namespace wax::serve {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kBetweenLooks{1};
constexpr std::chrono::milliseconds kBetweenLooksAtRules{100};

class ReportedProblems final : public ProblemSink {
 public:
  explicit ReportedProblems(const Collection::Report& report)
      : report_(&report) {}
  void report(Problem problem) override {
    if (*report_) (*report_)(problem.file + ": " + problem.text);
  }

 private:
  const Collection::Report* report_;
};

void append_stamp(const std::string& path, std::string& out) {
  struct stat status {};
  out += path;
  if (::stat(path.c_str(), &status) == 0) {
    for (uint64_t value : {uint64_t{status.st_dev}, uint64_t{status.st_ino},
                           static_cast<uint64_t>(status.st_size),
                           static_cast<uint64_t>(status.st_mtim.tv_sec),
                           static_cast<uint64_t>(status.st_mtim.tv_nsec)}) {
      out += ' ' + std::to_string(value);
    }
  }
  out += '\n';
}

// Of a folder and the folders in it, to the depth of pindexes/SHARD/INDEX.
void append_folder_stamp(const std::string& folder, int depth,
                         std::string& out) {
  append_stamp(folder, out);
  std::error_code none;
  if (depth == 0 || !fs::is_directory(folder, none)) return;
  for (const std::string& entry : io::entries_of(folder)) {
    if (fs::is_directory(entry, none)) {
      append_folder_stamp(entry, depth - 1, out);
    }
  }
}

// The file that somebody put there, or those that wax-build lists.
std::vector<std::string> captures_of(const std::string& folder) {
  std::error_code none;
  if (std::string one = folder + "/captures.cdx"; fs::exists(one, none)) {
    return {one};
  }
  std::vector<std::string> paths;
  if (std::string list = folder + "/captures.list"; fs::exists(list, none)) {
    for (const std::string& path : io::read_path_list(list)) {
      paths.push_back(folder + '/' + path);
    }
  }
  return paths;
}

std::string read_rules_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw IoError(path, "open", errno);
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) throw IoError(path, "read", EIO);
  return std::move(text).str();
}

// What rules say of documents.
index::DocumentRules document_rules(
    const std::shared_ptr<const AccessRules>& rules, cdx::UrlKeyKind kind) {
  using Seen = index::DocumentRules::Seen;
  bool surt = kind == cdx::UrlKeyKind::kSurt;
  auto find = [rules, surt](const std::string& key, const std::string& digest) {
    std::vector<const AccessRules::Rule*> found;
    rules->find(surt ? key : surt_of_legacy_key(key), digest, found);
    return found;
  };
  index::DocumentRules answer;
  answer.key_prefixes = rules->key_prefixes();
  if (!surt && !answer.key_prefixes.empty()) answer.key_prefixes = {""};
  answer.digests = rules->digests();
  answer.seen = [find](const std::string& key, const std::string& digest) {
    auto found = find(key, digest);
    if (found.empty()) return Seen::kAlways;
    if (!found.front()->is_for_all_dates()) return Seen::kByDate;
    return found.front()->access == AccessAction::kAllow ? Seen::kAlways
                                                         : Seen::kNever;
  };
  answer.is_seen = [find](const std::string& key, const std::string& digest,
                          const std::string& date) {
    // What has no date is as new as it can be.
    return AccessRules::decide(find(key, digest), date.empty() ? "9" : date) ==
           AccessAction::kAllow;
  };
  return answer;
}

void restrict_generation(std::shared_ptr<const AccessRules> rules,
                         Generation& generation) {
  if (rules != nullptr && rules->empty() && !rules->depends_on_day()) {
    rules = nullptr;
  }
  generation.access = rules;
  generation.reader = generation.whole_reader;
  if (rules == nullptr || generation.reader == nullptr) return;
  auto kind = cdx::url_key_kind(generation.reader->about("urlkey"))
                  .value_or(cdx::UrlKeyKind::kSurt);
  generation.reader = std::make_shared<const index::IndexReader>(
      generation.reader->restricted(document_rules(rules, kind)));
}

std::string shards_of_folder(const std::string& folder) {
  std::error_code none;
  std::string shards = folder + "/pindexes";
  return fs::is_directory(shards, none) ? shards : folder;
}

}  // namespace

Searchables IdleCdx::take() {
  std::lock_guard lock(mutex_);
  if (idle_.empty()) return {};
  Searchables files = std::move(idle_.back());
  idle_.pop_back();
  return files;
}

void IdleCdx::give(Searchables files) {
  std::lock_guard lock(mutex_);
  if (idle_.size() < kMostIdle) idle_.push_back(std::move(files));
}

Searchables open_cdx(const Generation& generation) {
  Searchables files = generation.idle.take();
  if (!files.empty()) return files;
  files = open_whole_cdx(generation);
  if (generation.access == nullptr) return files;
  MakeLineFilter filter =
      without_blocked(generation.access, generation.url_key);
  for (auto& file : files) file = filtered_cdx(std::move(file), filter);
  return files;
}

Searchables open_whole_cdx(const Generation& generation) {
  Searchables files;
  MakeLineFilter filter = without_deleted(generation.written);
  for (const std::string& path : generation.cdx) {
    files.push_back(cdx::open_searchable(path));
    if (filter) files.back() = filtered_cdx(std::move(files.back()), filter);
  }
  open_written(generation.written, files);
  if (generation.hidden == nullptr) return files;
  for (auto& file : files) {
    filter = without_hidden(generation.hidden, generation.url_key, *file);
    file = filtered_cdx(std::move(file), filter);
  }
  return files;
}

Collection::Collection(std::string name, CollectionFiles files, Report report)
    : name_(std::move(name)),
      files_(std::move(files)),
      report_(std::move(report)),
      stamp_(stamp()),
      looked_(Clock::now()),
      looked_at_rules_(Clock::now()) {
  if (files_.writable) io::make_folders(files_.folder);
  append_stamp(access_file(), rules_stamp_);
  auto generation =
      open(files_.folder.empty() ? WrittenRuns{}
                                 : read_written(written_folder(files_.folder)));
  restrict_generation(read_rules(), *generation);
  current_ = std::move(generation);
  if (files_.writable) open_written_captures();
}

void Collection::open_written_captures() {
  WrittenCaptures::Setting setting;
  setting.folder = written_folder(files_.folder);
  setting.format.json = true;
  setting.url_key = current_->url_key;
  // All files of a collection should have the same columns.
  Searchables files = open_cdx(*current_);
  if (!files.empty()) {
    const auto& model =
        current_->written.empty() ? files.front() : files.back();
    setting.format = cdx::format_of(*model);
  }
  setting.open_others = [this] {
    std::unique_lock lock(mutex_);
    std::vector<std::string> paths = current_->cdx;
    lock.unlock();
    Searchables others;
    for (const std::string& path : paths) {
      others.push_back(cdx::open_searchable(path));
    }
    return others;
  };
  setting.needs_run = files.empty();
  setting.report = report_;
  setting.on_change = [this](const WrittenRuns& runs, bool written) {
    take_runs(runs, written);
  };
  written_ = std::make_unique<WrittenCaptures>(std::move(setting));
  take_runs(written_->runs(), false);
}

void Collection::take_runs(const WrittenRuns& runs, bool written) {
  std::lock_guard lock(mutex_);
  auto next = std::make_shared<Generation>(*current_);
  next->written = runs;
  if (written) ++next->number;
  current_ = std::move(next);
}

std::string Collection::stamp() const {
  std::string text;
  std::vector<std::string> cdx = files_.cdx;
  if (!files_.folder.empty()) {
    append_folder_stamp(shards_of_folder(files_.folder), 2, text);
    if (cdx.empty()) cdx = captures_of(files_.folder);
    append_stamp(index::hidden_file(files_.folder), text);
    if (!files_.writable) append_stamp(written_folder(files_.folder), text);
  }
  for (const std::string& path : cdx) append_stamp(path, text);
  return text;
}

std::shared_ptr<Generation> Collection::open(WrittenRuns runs) const {
  auto generation = std::make_shared<Generation>();
  generation->written = std::move(runs);
  generation->cdx = files_.cdx;
  std::error_code none;
  const std::string& folder = files_.folder;
  if (!folder.empty()) {
    if (!fs::is_directory(folder, none)) {
      throw UsageError(folder + " is not a folder that wax-build has made");
    }
    if (files_.cdx.empty()) generation->cdx = captures_of(folder);
    bool only_captures = !generation->cdx.empty() || files_.writable ||
                         !generation->written.empty();
    if (!only_captures || shards_of_folder(folder) != folder) {
      ReportedProblems problems(report_);
      index::OpenOptions how;
      how.all_shards = files_.all_shards;
      generation->whole_reader = std::make_shared<const index::IndexReader>(
          index::IndexReader::open_collection(folder, how, problems));
    }
  }
  generation->reader = generation->whole_reader;
  Searchables cdx = open_whole_cdx(*generation);
  if (auto kind = cdx::key_kind(cdx)) generation->url_key = *kind;
  if (!folder.empty()) {
    auto rules = index::read_hidden(index::hidden_file(folder));
    if (!rules.empty()) {
      generation->hidden = std::make_shared<const index::HiddenCaptures>(
          rules, generation->url_key);
    }
  }
  return generation;
}

std::shared_ptr<const Generation> Collection::current() {
  std::unique_lock lock(mutex_);
  auto now = Clock::now();
  if (opening_) return current_;
  if (look_at_rules(lock)) return current_;
  if (now - looked_ < kBetweenLooks) return current_;
  looked_ = now;
  opening_ = true;
  std::string before = stamp_;
  auto rules = current_->access;
  lock.unlock();
  std::string found;
  std::shared_ptr<Generation> next;
  std::string failure;
  try {
    found = stamp();
    if (found != before) {
      next = open(!files_.folder.empty() && !files_.writable
                      ? read_written(written_folder(files_.folder))
                      : WrittenRuns{});
      restrict_generation(rules, *next);
    }
  } catch (const std::exception& error) {
    failure = error.what();
  }
  lock.lock();
  opening_ = false;
  stamp_ = found.empty() ? before : found;
  if (next != nullptr) {
    next->number = current_->number + 1;
    if (files_.writable) next->written = current_->written;
    current_ = std::move(next);
  }
  auto answer = current_;
  lock.unlock();
  if (!failure.empty() && report_) {
    report_(
        "the collection " + name_ +
        " stays as it was, because its new state cannot be opened: " + failure);
  }
  return answer;
}

std::string Collection::access_file() const {
  if (!files_.access.empty()) return files_.access;
  return files_.folder.empty() ? "" : files_.folder + "/access";
}

// Null when there is no file. Throws IoError, FormatError.
std::shared_ptr<const AccessRules> Collection::read_rules() const {
  std::string path = access_file();
  std::error_code none;
  bool optional = files_.access.empty();
  if (path.empty() || (optional && !fs::exists(path, none))) return nullptr;
  return std::make_shared<const AccessRules>(read_rules_file(path), path,
                                             today_of_utc());
}

void Collection::look_again() {
  std::lock_guard lock(mutex_);
  looked_ = looked_at_rules_ = Clock::time_point();
}

// True when there is a new state with other rules. Other threads get the state
// before meanwhile.
bool Collection::look_at_rules(std::unique_lock<std::mutex>& lock) {
  if (Clock::now() - looked_at_rules_ < kBetweenLooksAtRules) return false;
  looked_at_rules_ = Clock::now();
  std::string stamp;
  append_stamp(access_file(), stamp);
  bool other_day = current_->access != nullptr &&
                   current_->access->depends_on_day() &&
                   current_->access->today() != today_of_utc();
  if (stamp == rules_stamp_ && !other_day) return false;
  rules_stamp_ = stamp;
  opening_ = true;
  auto next = std::make_shared<Generation>(*current_);
  lock.unlock();
  std::string failure;
  try {
    restrict_generation(read_rules(), *next);
  } catch (const std::exception& error) {
    failure = error.what();
  }
  lock.lock();
  opening_ = false;
  if (!failure.empty()) {
    if (report_) {
      report_("the rules of access of the collection " + name_ +
              " stay as they were: " + failure);
    }
    return false;
  }
  next->written = current_->written;
  next->number = current_->number + 1;
  current_ = std::move(next);
  return true;
}

void Collections::add(std::unique_ptr<Collection> collection) {
  const std::string& name = collection->name();
  bool good =
      !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return text::is_alphanumeric(c) || text::is_one_of(c, "-_.");
      });
  if (!good) {
    throw UsageError("'" + name +
                     "' is no name for a collection: only letters, digits, "
                     "'-', '_' and '.' are allowed");
  }
  for (std::string_view path :
       {"api", "cdx", "files", "healthz", "metrics", "opensearch", "raw",
        "robots.txt", "search", "static", "timegate", "timemap", "url"}) {
    if (name != path) continue;
    throw UsageError("a collection cannot have the name '" + name +
                     "', which begins other paths of the server; serve a link "
                     "to the folder with another name");
  }
  if (find(name) != nullptr) {
    throw UsageError("two collections have the name '" + name + "'");
  }
  all_.push_back(std::move(collection));
}

Collection* Collections::find(std::string_view name) const {
  for (const auto& one : all_) {
    if (one->name() == name) return one.get();
  }
  return nullptr;
}

std::string name_of_folder(const std::string& folder) {
  fs::path path = fs::absolute(folder).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

}  // namespace wax::serve
