#include "tools/pipeline/build_record.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/output.h"

namespace wax::tools::pipeline {
namespace {

constexpr int kVersion = 1;

using Json = nlohmann::json;

Json to_json(const Ran& ran) {
  return {{"command", ran.command}, {"inputs", ran.inputs},
          {"output", ran.output},   {"exit_code", ran.exit_code},
          {"unread", ran.unread},   {"state", ran.state}};
}

Ran ran_of(const Json& json) {
  Ran ran;
  json.at("command").get_to(ran.command);
  json.at("inputs").get_to(ran.inputs);
  json.at("output").get_to(ran.output);
  json.at("exit_code").get_to(ran.exit_code);
  if (json.contains("unread")) json.at("unread").get_to(ran.unread);
  ran.state = json.value("state", std::string());
  return ran;
}

BuildRecord record_of(const Json& json) {
  BuildRecord record;
  // A record without it names only the kind of keys.
  if (json.contains("identity")) {
    json.at("identity").get_to(record.identity);
  } else {
    record.identity = {"--urlkey", json.at("urlkey")};
  }
  record.ignore_robots = json.value("ignore_robots", false);
  json.at("collection").get_to(record.collection);
  record.import_rules = json.value("import_rules", std::vector<std::string>());
  record.tika = json.value("tika", std::string());
  for (const Json& batch : json.at("batches")) {
    record.batches.push_back({batch.at("name"), batch.at("archives")});
  }
  record.merge_shards = json.value("merge_shards", record.merge_shards);
  for (const Json& shard : json.value("merged", Json::array())) {
    record.merged.push_back({shard.at("first"), shard.at("count")});
    const MergedShard& last = record.merged.back();
    if (last.count == 0 || last.first > record.batches.size() ||
        last.count > record.batches.size() - last.first) {
      throw Json::other_error::create(500, "merged", nullptr);
    }
  }
  for (const auto& [name, ran] : json.at("steps").items()) {
    record.steps[name] = ran_of(ran);
  }
  return record;
}

}  // namespace

BuildRecord load_build_record(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return {};
  std::string text = io::read_all(*io::open_file(path), UINT64_MAX);
  try {
    Json json = Json::parse(text);
    if (json.at("version") != kVersion) {
      throw FormatError(path, 0, "made by another version of wax-build");
    }
    return record_of(json);
  } catch (const Json::parse_error& error) {
    throw FormatError(path, error.byte,
                      "this record of a build is damaged; give a new folder");
  } catch (const Json::exception&) {
    throw FormatError(path, 0,
                      "this is no record of a build; give a new folder");
  }
}

void save_build_record(const BuildRecord& record, const std::string& path) {
  Json json = {{"version", kVersion},
               {"identity", record.identity},
               {"ignore_robots", record.ignore_robots},
               {"collection", record.collection},
               {"import_rules", record.import_rules},
               {"tika", record.tika},
               {"batches", Json::array()},
               {"merge_shards", record.merge_shards},
               {"merged", Json::array()},
               {"steps", Json::object()}};
  for (const Batch& batch : record.batches) {
    json["batches"].push_back(
        {{"name", batch.name}, {"archives", batch.archives}});
  }
  for (const MergedShard& shard : record.merged) {
    json["merged"].push_back({{"first", shard.first}, {"count", shard.count}});
  }
  for (const auto& [name, ran] : record.steps)
    json["steps"][name] = to_json(ran);
  auto output = io::open_output(path, /*force=*/true);
  // A path may hold any bytes; JSON cannot.
  output->write(json.dump(1, ' ', false, Json::error_handler_t::replace));
  output->write("\n");
  output->finish();
}

}  // namespace wax::tools::pipeline
