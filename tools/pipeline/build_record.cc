#include "tools/pipeline/build_record.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

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

std::vector<MergedShard> groups_of(const Json& json, size_t batches) {
  std::vector<MergedShard> groups;
  for (const Json& group : json) {
    groups.push_back({group.at("first"), group.at("count")});
    const MergedShard& last = groups.back();
    if (last.count == 0 || last.first > batches ||
        last.count > batches - last.first) {
      throw Json::other_error::create(500, "group of batches", nullptr);
    }
  }
  return groups;
}

Json to_json(const std::vector<MergedShard>& groups) {
  Json json = Json::array();
  for (const MergedShard& group : groups) {
    json.push_back({{"first", group.first}, {"count", group.count}});
  }
  return json;
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
  record.merged =
      groups_of(json.value("merged", Json::array()), record.batches.size());
  if (json.contains("lists")) {
    const Json& lists = json.at("lists");
    lists.at("batches").get_to(record.lists.batches);
    lists.at("state").get_to(record.lists.state);
    lists.at("anew").get_to(record.lists.anew);
    record.lists.files = groups_of(lists.at("files"), record.batches.size());
    if (record.lists.batches > record.batches.size()) {
      throw Json::other_error::create(500, "lists", nullptr);
    }
  }
  return record;
}

std::string steps_path(const std::string& out) { return out + "/build.steps"; }

std::string step_line(const std::string& name, const Ran& ran) {
  Json json = to_json(ran);
  json["step"] = name;
  // A path may hold any bytes; JSON cannot.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

// The number of lines.
size_t load_steps(const std::string& out, BuildRecord* record) {
  std::string path = steps_path(out);
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return 0;
  std::string text = io::read_all(*io::open_file(path), UINT64_MAX);
  if (record == nullptr) {
    return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  size_t lines = 0;
  for (size_t at = 0; at < text.size(); ++lines) {
    size_t end = text.find('\n', at);
    if (end == text.npos) break;
    std::string_view line(text.data() + at, end - at);
    try {
      Json json = Json::parse(line);
      record->steps[json.at("step")] = ran_of(json);
    } catch (const Json::exception&) {
      throw FormatError(path, at,
                        "this record of a build is damaged; remove the file "
                        "to run all steps again");
    }
    at = end + 1;
  }
  return lines;
}

}  // namespace

BuildRecord load_build_record(const std::string& out) {
  const std::string path = out + "/build.json";
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return {};
  std::string text = io::read_all(*io::open_file(path), UINT64_MAX);
  BuildRecord record;
  try {
    Json json = Json::parse(text);
    if (json.at("version") != kVersion) {
      throw FormatError(path, 0, "made by another version of wax-build");
    }
    record = record_of(json);
  } catch (const Json::parse_error& error) {
    throw FormatError(path, error.byte,
                      "this record of a build is damaged; give a new folder");
  } catch (const Json::exception&) {
    throw FormatError(path, 0,
                      "this is no record of a build; give a new folder");
  }
  load_steps(out, &record);
  return record;
}

void save_build_record(const BuildRecord& record, const std::string& out) {
  Json json = {{"version", kVersion},
               {"identity", record.identity},
               {"ignore_robots", record.ignore_robots},
               {"collection", record.collection},
               {"import_rules", record.import_rules},
               {"tika", record.tika},
               {"batches", Json::array()},
               {"merge_shards", record.merge_shards},
               {"merged", to_json(record.merged)},
               {"lists",
                {{"batches", record.lists.batches},
                 {"state", record.lists.state},
                 {"anew", record.lists.anew},
                 {"files", to_json(record.lists.files)}}}};
  for (const Batch& batch : record.batches) {
    json["batches"].push_back(
        {{"name", batch.name}, {"archives", batch.archives}});
  }
  auto output = io::open_output(out + "/build.json", /*force=*/true);
  output->write(json.dump(1, ' ', false, Json::error_handler_t::replace));
  output->write("\n");
  output->finish();
}

void save_step(const BuildRecord& record, const std::string& name,
               const std::string& out) {
  const std::string path = steps_path(out);
  const std::string line = step_line(name, record.steps.at(name));
  int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) throw IoError(path, "open", errno);
  // What a build that was killed left of a line is replaced.
  off_t size = ::lseek(fd, 0, SEEK_END);
  char last = '\n';
  while (size > 0 && ::pread(fd, &last, 1, size - 1) == 1 && last != '\n') {
    --size;
  }
  bool done = ::ftruncate(fd, size) == 0;
  for (size_t at = 0; done && at < line.size();) {
    ssize_t n = ::pwrite(fd, line.data() + at, line.size() - at,
                         size + static_cast<off_t>(at));
    done = n > 0 || (n < 0 && errno == EINTR);
    if (n > 0) at += static_cast<size_t>(n);
  }
  done = done && ::fdatasync(fd) == 0;
  int code = errno;
  ::close(fd);
  if (!done) throw IoError(path, "write", code);
}

void shorten_steps(const BuildRecord& record, const std::string& out) {
  if (load_steps(out, nullptr) <= 2 * record.steps.size() + 100) return;
  auto output = io::open_output(steps_path(out), /*force=*/true);
  for (const auto& [name, ran] : record.steps) {
    output->write(step_line(name, ran));
  }
  output->finish();
}

}  // namespace wax::tools::pipeline
