#include "index/store/index_reader.h"

#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <set>

#include "cdx/format/identity_line.h"
#include "index/schema/fields.h"
#include "index/schema/rule_fields.h"
#include "index/schema/stems.h"
#include "index/store/date_places.h"
#include "index/store/open_shard.h"
#include "index/store/other_version.h"
#include "index/store/reader_state.h"
#include "index/store/shard_folder.h"
#include "io/error.h"
#include "text/number.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

std::string stems_of(const Shard& shard) {
  const auto& about = shard.columns.back().about;
  auto found = about.find("stems");
  return found == about.end() ? std::string() : found->second;
}

// A query would find more in one shard than in the other.
void check_same_stems(const Shard& shard, const Shard& first) {
  std::string its = stems_of(shard);
  std::string others = stems_of(first);
  if (its == others) return;
  auto shown = [](const std::string& stems) {
    return stems.empty() ? std::string("no stems") : "stems in " + stems;
  };
  throw UsageError(shard.columns.back().path() + ": has " + shown(its) +
                   ", but " + first.columns.back().path() + " has " +
                   shown(others) +
                   "; make both of their segments with the same wax-index "
                   "--stem again");
}

struct KeptProblems final : ProblemSink {
  std::vector<Problem> all;
  void report(Problem problem) override { all.push_back(std::move(problem)); }
};

// Returns the inode numbers of all folders of the collection that a build or a
// tool replaces; 0 for a folder that cannot be read.
std::vector<ino_t> folder_numbers(const std::string& collection) {
  std::vector<ino_t> numbers;
  auto add = [&](const std::string& path) {
    struct stat status {};
    numbers.push_back(::stat(path.c_str(), &status) == 0 ? status.st_ino : 0);
  };
  add(collection);
  if (!is_collection(collection)) return numbers;
  add(shards_folder(collection));
  try {
    for (const std::string& shard : shards_of(collection)) {
      add(shard);
      for (const std::string& index : parallel_indexes(shard)) add(index);
    }
  } catch (const IoError&) {
    numbers.push_back(0);
  }
  return numbers;
}

// Once, whatever the number of shards.
void report_other_words(const std::string& directory,
                        const std::vector<Shard>& shards,
                        ProblemSink& problems) {
  for (const Shard& shard : shards) {
    for (const Column& column : shard.columns) {
      auto problem = other_words(column.path(), column.about);
      if (!problem) continue;
      problem->file = directory;
      problems.report(std::move(*problem));
      return;
    }
  }
}

// Leaves out dates and places of captures that are not seen. The place of a
// document is that of one of its captures: it stays if that one is seen.
constexpr std::string_view kPlaceFields[] = {kDateField, kPlacesField,
                                             "filename", "offset"};
bool tells_of_captures(std::string_view field) {
  return std::find(std::begin(kPlaceFields), std::end(kPlaceFields), field) !=
         std::end(kPlaceFields);
}
void keep_seen_captures(const std::vector<std::string>& dates,
                        StoredDocument& values) {
  auto is_seen = [&dates](std::string_view date) {
    return std::find(dates.begin(), dates.end(), date) != dates.end();
  };
  const auto offset = text::whole_number(value_of(values, "offset"));
  std::string places;
  bool has_own = false;
  for (const DatePlace& place : date_places(value_of(values, kPlacesField))) {
    if (!is_seen(place.date)) continue;
    for (std::string_view part : {place.date, place.kind, place.offset}) {
      places.append(part).append(" ");
    }
    places.append(place.filename).append("\n");
    has_own = has_own || (place.filename == value_of(values, "filename") &&
                          text::whole_number(place.offset) == offset);
  }
  std::erase_if(values, [&](auto& value) {
    if (value.first == kDateField) return !is_seen(value.second);
    if (value.first == "filename" || value.first == "offset") return !has_own;
    if (value.first != kPlacesField) return false;
    value.second = places;
    return places.empty();
  });
}

}  // namespace

Problem unreadable_shard(const std::string& path, const Error& error) {
  std::string text = error.what();
  const auto* io = dynamic_cast<const IoError*>(&error);
  bool is_damaged = dynamic_cast<const FormatError*>(&error) != nullptr ||
                    (io != nullptr && io->code() == ENOENT);
  if (is_damaged && dynamic_cast<const IndexToMakeAgain*>(&error) == nullptr) {
    text += "; make this index again, or restore it from a copy";
  }
  return {Severity::kLost, "unreadable-shard", path, std::nullopt,
          std::move(text)};
}

IndexReader::IndexReader(std::unique_ptr<State> state)
    : state_(std::move(state)) {
  for (Shard& shard : state_->shards) {
    shard.base = state_->documents;
    state_->documents += shard.documents;
  }
}
IndexReader::~IndexReader() = default;
IndexReader::IndexReader(IndexReader&&) noexcept = default;
IndexReader& IndexReader::operator=(IndexReader&&) noexcept = default;

IndexReader IndexReader::open(const std::vector<std::string>& paths,
                              const OpenOptions& options) {
  if (paths.empty()) throw UsageError("no index is given");
  auto state = std::make_unique<State>();
  state->engine = options.engine;
  state->shards.push_back(open_shard(paths, options));
  return IndexReader(std::move(state));
}

IndexReader IndexReader::open_collection(const std::string& directory,
                                         const OpenOptions& options,
                                         ProblemSink& problems) {
  constexpr int kMostTries = 100;
  for (int left = kMostTries;; --left) {
    KeptProblems found;
    std::vector<ino_t> before = folder_numbers(directory);
    auto replaced = [&] {
      return left > 0 && folder_numbers(directory) != before;
    };
    try {
      IndexReader reader = open_once(directory, options, found);
      if (replaced()) continue;
      for (Problem& problem : found.all) problems.report(std::move(problem));
      return reader;
    } catch (const Error&) {
      if (replaced()) continue;
      for (Problem& problem : found.all) problems.report(std::move(problem));
      throw;
    }
  }
}

IndexReader IndexReader::open_once(const std::string& directory,
                                   const OpenOptions& options,
                                   ProblemSink& problems) {
  fs::path path(directory);
  std::error_code code;
  if (!fs::exists(path, code)) throw IoError(directory, "open", ENOENT);
  auto state = std::make_unique<State>();
  state->engine = options.engine;
  cdx::OneIdentity identity;
  if (is_index(directory)) {
    state->shards.push_back(open_shard({directory}, options));
  } else if (is_collection(directory)) {
    for (const std::string& shard : shards_of(directory)) {
      try {
        std::vector<std::string> paths = indexes_of_shard(shard);
        Shard opened = open_shard(paths, options);
        const auto& about = opened.columns.back().about;
        if (auto found = about.find("identity"); found != about.end()) {
          identity.check(found->second, paths.back());
        }
        if (!state->shards.empty()) {
          check_same_stems(opened, state->shards.front());
        }
        opened.path = shard;
        state->shards.push_back(std::move(opened));
      } catch (const Error& error) {
        if (options.all_shards) throw;
        ++state->unreadable_shards;
        problems.report(unreadable_shard(shard, error));
      }
    }
  } else if (fs::is_directory(path, code)) {
    std::vector<std::string> paths = parallel_indexes(directory);
    if (!paths.empty()) {
      state->shards.push_back(open_shard(paths, options));
    }
  }
  if (state->shards.empty() && state->unreadable_shards > 0) {
    throw Error(directory + ": no shard of this index can be opened");
  }
  if (state->shards.empty()) {
    throw UsageError(
        directory +
        ": there is no index here; indexes are at pindexes/SHARD/main");
  }
  report_other_words(directory, state->shards, problems);
  return IndexReader(std::move(state));
}

IndexReader IndexReader::restricted(const DocumentRules& rules) const {
  auto state = std::make_unique<State>();
  state->shards = state_->shards;
  state->unreadable_shards = state_->unreadable_shards;
  state->engine = state_->engine;
  for (Shard& shard : state->shards) restrict_documents(rules, shard);
  return IndexReader(std::move(state));
}

IndexReader IndexReader::joined(
    const std::vector<const IndexReader*>& readers) {
  if (readers.empty()) throw UsageError("no index is given");
  auto state = std::make_unique<State>();
  state->engine = readers.front()->state_->engine;
  for (const IndexReader* reader : readers) {
    const State& one = *reader->state_;
    if (one.engine != state->engine) {
      throw UsageError("indexes that are joined are read by one engine");
    }
    state->shards.insert(state->shards.end(), one.shards.begin(),
                         one.shards.end());
    state->unreadable_shards += one.unreadable_shards;
  }
  return IndexReader(std::move(state));
}

uint64_t IndexReader::documents() const { return state_->documents; }

uint64_t IndexReader::deleted() const {
  uint64_t count = 0;
  for (const Shard& shard : state_->shards) {
    for (uint64_t word : shard.deleted) {
      count += static_cast<uint64_t>(std::popcount(word));
    }
  }
  return count;
}

bool IndexReader::is_deleted(uint64_t n) const {
  const Shard& shard = state_->shard_of(n);
  return shard.is_deleted(n - shard.base);
}

std::string IndexReader::about(const std::string& name) const {
  const auto& about = state_->shards.front().columns.back().about;
  auto found = about.find(name);
  return found == about.end() ? std::string() : found->second;
}

std::unique_ptr<const KeyFile> IndexReader::keys() const {
  return state_->shards.front().columns.back().index->keys();
}

std::vector<std::string> IndexReader::all_fields() const {
  std::set<std::string> present;
  for (const Shard& shard : state_->shards) {
    for (const auto& [name, owner] : shard.owners) present.insert(name);
  }
  return in_order_of_fields(std::move(present));
}

ColumnNames IndexReader::columns() const {
  std::map<std::string, ColumnKind> found;
  for (const Shard& shard : state_->shards) {
    for (const Column& column : shard.columns) {
      for (const auto& [name, text] : column.about) {
        if (!name.starts_with(kColumnMark)) continue;
        if (auto kind = kind_of_name(text)) {
          found.emplace(name.substr(kColumnMark.size()), *kind);
        }
      }
    }
  }
  ColumnNames names;
  for (const auto& [name, kind] : found) names.push_back({name, kind});
  return names;
}

std::vector<std::string> IndexReader::stems() const {
  std::set<std::string> languages;
  for (const Shard& shard : state_->shards) {
    for (std::string& one : stems_of_text(stems_of(shard))) {
      languages.insert(std::move(one));
    }
  }
  return {languages.begin(), languages.end()};
}

bool IndexReader::has_term(std::string_view field,
                           const std::string& term) const {
  std::vector<TermSource> sources;
  for (const Shard& shard : state_->shards) {
    const IndexDirectory* index = shard.owner(field);
    try {
      if (index != nullptr && index->find(field, term, sources) > 0) {
        return true;
      }
    } catch (const Error&) {
      return true;
    }
  }
  return false;
}

std::vector<std::string> IndexReader::stored_fields() const {
  std::vector<std::string> names = all_fields();
  std::erase_if(names, [](const std::string& name) {
    const Field* field = find_field(name);
    return is_of_rules(name) ||
           (field != nullptr && field->stored == Stored::kNo);
  });
  return names;
}

void IndexReader::document(uint64_t n, const std::vector<std::string>& wanted,
                           StoredDocument& values, KeptDocuments* kept) const {
  values.clear();
  const Shard& shard = state_->shard_of(n);
  auto position = static_cast<uint32_t>(n - shard.base);
  auto is_wanted = [&](std::string_view name) {
    return wanted.empty() ||
           std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  const std::vector<std::string>* seen =
      std::any_of(std::begin(kPlaceFields), std::end(kPlaceFields), is_wanted)
          ? shard.seen_dates_of(position)
          : nullptr;
  for (size_t i = shard.columns.size(); i-- > 0;) {
    const IndexDirectory& index = *shard.columns[i].index;
    const IndexDirectory::Part& part = index.part_of(position);
    const std::vector<LuceneField>& fields = part.segment->fields();
    const std::vector<bool>& owned =
        shard.owned[i][static_cast<size_t>(&part - index.parts().data())];
    part.segment->stored(
        position - part.base,
        [&](uint32_t field) {
          return owned[field] &&
                 (is_wanted(fields[field].name) ||
                  (seen != nullptr && tells_of_captures(fields[field].name)));
        },
        [&](uint32_t field, std::string value) {
          values.emplace_back(fields[field].name, std::move(value));
        },
        kept);
  }
  if (seen == nullptr) return;
  keep_seen_captures(*seen, values);
  std::erase_if(values,
                [&](const auto& value) { return !is_wanted(value.first); });
}

const std::string& value_of(const StoredDocument& document,
                            std::string_view field) {
  static const std::string kEmpty;
  for (const auto& [name, value] : document) {
    if (name == field) return value;
  }
  return kEmpty;
}

}  // namespace wax::index
