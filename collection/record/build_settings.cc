#include "collection/record/build_settings.h"

#include "cdx/profile/identity.h"
#include "collection/record/command.h"
#include "io/error.h"

namespace wax::collection {
namespace {

using Words = std::vector<std::string>;

std::string words_or_defaults(const Words& words) {
  return words.empty() ? "the defaults" : shell_line(words);
}

// An option with a value, if it has one.
Words option_words(const char* option, const std::string& value) {
  if (value.empty()) return {};
  return {option, value};
}

Words number_words(const char* option, uint64_t value) {
  return {option, std::to_string(value)};
}

Words robots_words(bool ignore_robots) {
  if (!ignore_robots) return {};
  return {"--ignore-robots"};
}

}  // namespace

void apply_settings(const BuildSettings& settings, const std::string& out,
                    BuildRecord& record) {
  if (record.batches.empty()) {
    record.identity = settings.identity;
    record.ignore_robots = settings.ignore_robots;
    record.collection = settings.collection;
    record.import_rules = settings.import_rules;
    record.tika = settings.tika;
    record.max_body = settings.max_body;
    record.stem = settings.stem.empty() ? "all" : settings.stem;
    record.merge_shards = settings.merge_shards;
    record.shard_documents = settings.shard_documents;
    return;
  }
  auto check = [&](const Words& given, const Words& unless,
                   const Words& made_with) {
    if (given == unless || given == made_with) return;
    throw UsageError(out + ": was built with " + words_or_defaults(made_with) +
                     ", but this build has " + words_or_defaults(given) +
                     "; give the same options or none, or build another "
                     "folder");
  };
  const BuildSettings usual;
  check(settings.import_rules, {}, record.import_rules);
  check(settings.identity, cdx::tool_options(cdx::identity_of({})),
        record.identity);
  check(robots_words(settings.ignore_robots), {},
        robots_words(record.ignore_robots));
  check(option_words("--collection", settings.collection), {},
        option_words("--collection", record.collection));
  check(option_words("--tika", settings.tika), {},
        option_words("--tika", record.tika));
  check(number_words("--max-body", settings.max_body),
        number_words("--max-body", 0),
        number_words("--max-body", record.max_body));
  check(option_words("--stem", settings.stem), {},
        option_words("--stem", record.stem));
  check(number_words("--merge-shards", settings.merge_shards),
        number_words("--merge-shards", usual.merge_shards),
        number_words("--merge-shards", record.merge_shards));
  check(number_words("--shard-docs", settings.shard_documents),
        number_words("--shard-docs", usual.shard_documents),
        number_words("--shard-docs", record.shard_documents));
}

}  // namespace wax::collection
