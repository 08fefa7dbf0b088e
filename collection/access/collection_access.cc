#include "collection/access/collection_access.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "collection/access/access_rule.h"
#include "collection/access/derived.h"
#include "collection/access/rule_day.h"
#include "collection/layout.h"
#include "index/store/restricted.h"
#include "io/byte_source.h"
#include "io/error.h"

namespace wax::collection {
namespace {

using Version = index::DocumentRules::Version;

void add_file(const std::string& file, bool optional, AccessRules& rules) {
  std::string text;
  try {
    text = io::read_all(*io::open_file(file), UINT64_MAX);
  } catch (const IoError& error) {
    bool missing = error.code() == ENOENT || error.code() == ENOTDIR;
    if (optional && missing) return;
    throw;
  }
  rules.add_lines(text, file);
}

// Asks rules about the documents of an index.
class DocumentAccess {
 public:
  DocumentAccess(std::shared_ptr<const AccessRules> rules, cdx::UrlKeyKind kind)
      : rules_(rules), key_(kind), gate_(std::move(rules), kind) {}

  index::DocumentRules::Seen seen(const Version& version) {
    using Seen = index::DocumentRules::Seen;
    find(version);
    if (found_.empty()) return Seen::kAlways;
    if (!found_.rules.front()->period.is_open()) return Seen::kByDate;
    return found_.rules.front()->visibility == Visibility::kShown
               ? Seen::kAlways
               : Seen::kNever;
  }

  // The date of the original is not in the index: any may be it.
  bool hides_revisits_of(std::string_view url) { return !gate_.shows_url(url); }
  bool hides_what_says(std::string_view source) {
    return !gate_.shows_source(source);
  }

  bool keep_dates(const Version& version, std::vector<std::string>& dates) {
    find(version);
    if (dates.empty()) {
      return AccessRules::decide(found_, "") == Visibility::kShown;
    }
    bool is_hidden = false;
    std::erase_if(dates, [&](const std::string& date) {
      Visibility visibility = AccessRules::decide(found_, date);
      is_hidden = is_hidden || visibility == Visibility::kHidden;
      return visibility != Visibility::kShown;
    });
    return !is_hidden && !dates.empty();
  }

 private:
  void find(const Version& version) {
    rules_->find({key_.of(version.urlkey), version.digest, version.url},
                 found_);
  }

  std::shared_ptr<const AccessRules> rules_;
  SurtKey key_;
  DerivedGate gate_;
  AccessRules::Found found_;
};

}  // namespace

std::string access_file(const std::string& path) {
  std::filesystem::path folder =
      std::filesystem::path(hidden_file(path)).parent_path();
  return Layout{folder.string()}.access_rules();
}

bool has_rule_files(const std::string& path) {
  std::error_code none;
  return std::filesystem::exists(access_file(path), none) ||
         std::filesystem::exists(hidden_file(path), none);
}

std::shared_ptr<const AccessRules> read_access(const std::string& path,
                                               const std::string& access) {
  auto rules = std::make_shared<AccessRules>(today_of_utc());
  if (!access.empty()) add_file(access, false, *rules);
  if (path.empty()) return rules;
  if (access.empty()) add_file(access_file(path), true, *rules);
  for (AccessRule& rule : read_hidden(hidden_file(path))) {
    rules->add(std::move(rule));
  }
  return rules;
}

index::IndexReader shown_index(const index::IndexReader& reader,
                               std::shared_ptr<const AccessRules> rules) {
  auto kind = cdx::url_key_kind(reader.about("urlkey"))
                  .value_or(cdx::UrlKeyKind::kSurt);
  index::DocumentRules documents;
  documents.key_prefixes = rules->key_prefixes();
  if (kind != cdx::UrlKeyKind::kSurt && !documents.key_prefixes.empty()) {
    documents.key_prefixes = {""};  // keys of other kinds have another order
  }
  documents.digests = rules->digests();
  documents.url_prefixes = rules->url_prefixes();
  documents.periods = rules->hidden_periods();
  auto access = std::make_shared<DocumentAccess>(std::move(rules), kind);
  documents.seen = [access](const Version& version) {
    return access->seen(version);
  };
  documents.derived = {{"revisit_of",
                        [access](std::string_view url) {
                          return access->hides_revisits_of(url);
                        },
                        false},
                       {"said_by",
                        [access](std::string_view source) {
                          return access->hides_what_says(source);
                        },
                        true}};
  documents.keep_dates = [access](const Version& version,
                                  std::vector<std::string>& dates) {
    return access->keep_dates(version, dates);
  };
  return reader.restricted(documents);
}

index::IndexReader open_shown_index(const std::vector<std::string>& paths,
                                    const index::OpenOptions& options) {
  index::IndexReader reader = index::IndexReader::open(paths, options);
  std::shared_ptr<const AccessRules> rules = read_access(paths.back());
  if (rules->empty()) return reader;
  return shown_index(reader, std::move(rules));
}

index::IndexReader open_shown_index(const std::string& directory,
                                    const index::OpenOptions& options,
                                    ProblemSink& problems) {
  index::IndexReader reader =
      index::IndexReader::open_collection(directory, options, problems);
  // After the index: the rules of a shard are there before the shard.
  std::shared_ptr<const AccessRules> rules = read_access(directory);
  if (rules->empty()) return reader;
  return shown_index(reader, std::move(rules));
}

}  // namespace wax::collection
