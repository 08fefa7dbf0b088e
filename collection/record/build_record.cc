#include "collection/record/build_record.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "collection/layout.h"
#include "io/byte_source.h"
#include "io/crc32.h"
#include "io/error.h"
#include "io/output.h"
#include "text/json_tree.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::collection {
namespace {

constexpr int kVersion = 1;

using Json = nlohmann::json;

// A path may hold any bytes but NUL; a string of JSON only UTF-8. So a byte
// that is none is written as NUL and two hexadecimal digits.
constexpr char kByteMark = '\0';
constexpr std::string_view kWrittenByteMark = "\\u0000";

std::string as_json_text(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    size_t good = text::utf8_prefix(bytes);
    text.append(bytes.substr(0, good));
    bytes.remove_prefix(good);
    if (bytes.empty()) break;
    text += kByteMark;
    text::append_hex(bytes.substr(0, 1), text);
    bytes.remove_prefix(1);
  }
  return text;
}

std::string bytes_of(std::string_view text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != kByteMark || i + 2 >= text.size()) {
      bytes += text[i];
      continue;
    }
    bytes += static_cast<char>(text::hex_value(text[i + 1]) * 16 +
                               text::hex_value(text[i + 2]));
    i += 2;
  }
  return bytes;
}

// With each string and name changed.
template <typename Change>
Json changed(const Json& json, Change change) {
  if (json.is_string()) return change(json.get_ref<const std::string&>());
  if (json.is_array()) {
    Json array = Json::array();
    for (const Json& item : json) array.push_back(changed(item, change));
    return array;
  }
  if (!json.is_object()) return json;
  Json object = Json::object();
  for (const auto& [name, value] : json.items()) {
    object[change(name)] = changed(value, change);
  }
  return object;
}

std::string text_of(const Json& json, int indent) {
  return text::json_text(changed(json, as_json_text), indent);
}

// Throws Json::exception.
Json parse(std::string_view text) {
  Json json = text::parse_json(text);
  if (text.find(kWrittenByteMark) == text.npos) return json;
  return changed(json, bytes_of);
}

Json to_json(const StepRecord& ran) {
  return {{"command", ran.command}, {"inputs", ran.inputs},
          {"output", ran.output},   {"exit_code", ran.exit_code},
          {"unread", ran.unread},   {"state", ran.state}};
}

StepRecord ran_of(const Json& json) {
  StepRecord ran;
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

TierRecord tiers_of(const Json& json, size_t batches) {
  TierRecord tiers;
  json.at("batches").get_to(tiers.batches);
  json.at("state").get_to(tiers.state);
  json.at("anew").get_to(tiers.anew);
  tiers.files = groups_of(json.at("files"), batches);
  if (tiers.batches > batches) {
    throw Json::other_error::create(500, "files of batches", nullptr);
  }
  return tiers;
}

Json to_json(const TierRecord& tiers) {
  return {{"batches", tiers.batches},
          {"state", tiers.state},
          {"anew", tiers.anew},
          {"files", to_json(tiers.files)}};
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
  record.max_body = json.value("max_body", uint64_t{0});
  record.stem = json.value("stem", record.stem);
  record.links = json.value("links", false);
  record.ranks = json.value("ranks", std::string());
  for (const Json& batch : json.at("batches")) {
    record.batches.push_back(
        {batch.at("name"), batch.at("archives"),
         batch.value("read_whole", false),
         batch.value("left_out", std::vector<std::string>())});
  }
  const Json copies = json.value("copies", Json::object());
  for (const auto& [path, copy] : copies.items()) {
    record.copies[path] = {copy.at("of"), copy.at("state")};
  }
  record.merge_shards = json.value("merge_shards", record.merge_shards);
  record.shard_documents =
      json.value("shard_documents", record.shard_documents);
  record.merged =
      groups_of(json.value("merged", Json::array()), record.batches.size());
  for (auto [name, tiers] : {std::pair("lists", &record.lists),
                             std::pair("originals", &record.originals)}) {
    if (json.contains(name)) {
      *tiers = tiers_of(json.at(name), record.batches.size());
    }
  }
  return record;
}

std::string steps_path(const std::string& out) {
  return Layout{out}.build_steps();
}

FormatError damaged_steps(const std::string& path, uint64_t at) {
  return {path, at,
          "this record of a build is damaged; put back a copy of it, or, when "
          "all archives are there, remove the file to run all steps again"};
}

std::string json_of(const StepRecord& ran) { return text_of(to_json(ran), -1); }

// An object begins with a checksum of its name and of its other members, so
// that check_build() finds any damage.
constexpr std::string_view kSumBegin = "{\"sum\":\"";
constexpr size_t kSumDigits = 8;
constexpr std::string_view kSumEnd = "\",";

std::string sum_of(std::string_view name, std::string_view members) {
  std::string digits;
  text::append_hex_number(io::crc32(members, io::crc32(name)), kSumDigits,
                          digits);
  return digits;
}

std::string with_sum(std::string_view name, std::string_view object) {
  const std::string_view members = object.substr(1);
  return std::string(kSumBegin)
      .append(sum_of(name, members))
      .append(kSumEnd)
      .append(members);
}

// False for a sum that is another; one without a sum has the right one.
bool has_right_sum(std::string_view name, std::string_view object) {
  if (!object.starts_with(kSumBegin)) return true;
  object.remove_prefix(kSumBegin.size());
  const std::string_view digits = object.substr(0, kSumDigits);
  object.remove_prefix(digits.size());
  return object.starts_with(kSumEnd) &&
         digits == sum_of(name, object.substr(kSumEnd.size()));
}

// Whether a line of steps is as it was written.
bool is_undamaged(const std::string& name, const std::string& json) {
  try {
    (void)ran_of(parse(json));
  } catch (const Json::exception&) {
    return false;
  }
  return has_right_sum(name, json);
}

}  // namespace

void merge_tiers(std::vector<MergedShard>& files,
                 const std::function<void(const std::vector<MergedShard>& ten,
                                          const MergedShard& one)>& merge) {
  for (size_t i = 0; i + kTierWidth <= files.size(); ++i) {
    auto begin = files.begin() + static_cast<ptrdiff_t>(i);
    std::vector<MergedShard> ten(begin, begin + kTierWidth);
    size_t size = begin->count;
    if (begin->first % (size * kTierWidth) != 0 ||
        !std::all_of(ten.begin(), ten.end(), [&](const MergedShard& group) {
          return group.count == size;
        })) {
      continue;
    }
    MergedShard one{begin->first, size * kTierWidth};
    merge(ten, one);
    *begin = one;
    files.erase(begin + 1, begin + kTierWidth);
    i = SIZE_MAX;  // from the first one on again
  }
}

const StepRecord* StepRecords::find(const std::string& name) const {
  auto found = steps_.find(name);
  if (found == steps_.end()) return nullptr;
  Remembered& step = found->second;
  if (!step.ran) {
    try {
      step.ran = ran_of(parse(step.json));
    } catch (const Json::exception&) {
      throw damaged_steps(path_, 0);
    }
  }
  return &*step.ran;
}

void StepRecords::set(const std::string& name, StepRecord ran) {
  std::string json = json_of(ran);
  steps_[name] = {std::move(json), std::move(ran)};
}

void StepRecords::erase_if(
    const std::function<bool(const std::string& name)>& condition) {
  std::erase_if(steps_,
                [&](const auto& step) { return condition(step.first); });
}

// Lines "NAME JSON".
void load_steps(const std::string& out, StepRecords& steps,
                ProblemSink* problems) {
  const std::string path = steps_path(out);
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return;
  std::string text = io::read_all(*io::open_file(path), UINT64_MAX);
  steps.path_ = path;
  for (size_t at = 0; at < text.size(); ++steps.lines_) {
    size_t end = text.find('\n', at);
    std::string_view line(text.data() + at, std::min(end, text.size()) - at);
    if (end == text.npos && problems == nullptr) break;
    size_t space = line.find(' ');
    std::string name(line.substr(0, space));
    std::string json(space == line.npos ? "" : line.substr(space + 1));
    bool is_whole = end != text.npos && json.ends_with('}');
    if (problems != nullptr && (!is_whole || !is_undamaged(name, json))) {
      problems->report({Severity::kLost, "build-damaged", path, at,
                        "line " + std::to_string(steps.lines_ + 1) +
                            " is not as it was written; put back a copy of "
                            "the file, or, when all archives are there, "
                            "remove it and run wax-build to run all steps "
                            "again"});
    } else if (!is_whole) {
      throw damaged_steps(path, at);
    } else {
      steps.steps_[std::move(name)] = {std::move(json), std::nullopt};
    }
    at = end == text.npos ? text.size() : end + 1;
  }
}

namespace {

// Without its steps.
BuildRecord read_build_record(const std::string& out) {
  const std::string path = Layout{out}.build_record();
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return {};
  std::string text = io::read_all(*io::open_file(path), UINT64_MAX);
  BuildRecord record;
  try {
    Json json = parse(text);
    if (json.at("version") != kVersion) {
      throw FormatError(path, 0, "made by another version of wax-build");
    }
    if (!has_right_sum({}, text)) {
      throw FormatError(path, 0,
                        "this record of a build is damaged; give a new folder");
    }
    record = record_of(json);
  } catch (const Json::parse_error& error) {
    throw FormatError(path, error.byte,
                      "this record of a build is damaged; give a new folder");
  } catch (const Json::exception&) {
    throw FormatError(path, 0,
                      "this is no record of a build; give a new folder");
  }
  return record;
}

}  // namespace

BuildRecord load_build_record(const std::string& out, ProblemSink* problems) {
  BuildRecord record = read_build_record(out);
  std::error_code none;
  if (std::filesystem::exists(Layout{out}.build_record(), none)) {
    load_steps(out, record.steps, problems);
  }
  return record;
}

std::vector<std::string> recorded_archives(const std::string& out) {
  std::vector<std::string> archives;
  for (Batch& batch : read_build_record(out).batches) {
    std::move(batch.archives.begin(), batch.archives.end(),
              std::back_inserter(archives));
  }
  return archives;
}

void save_build_record(const BuildRecord& record, const std::string& out) {
  Json json = {{"version", kVersion},
               {"identity", record.identity},
               {"ignore_robots", record.ignore_robots},
               {"collection", record.collection},
               {"import_rules", record.import_rules},
               {"tika", record.tika},
               {"stem", record.stem},
               {"links", record.links},
               {"ranks", record.ranks},
               {"batches", Json::array()},
               {"merge_shards", record.merge_shards},
               {"shard_documents", record.shard_documents},
               {"merged", to_json(record.merged)},
               {"lists", to_json(record.lists)},
               {"originals", to_json(record.originals)}};
  if (record.max_body > 0) json["max_body"] = record.max_body;
  for (const Batch& batch : record.batches) {
    json["batches"].push_back(
        {{"name", batch.name}, {"archives", batch.archives}});
    if (batch.read_whole) json["batches"].back()["read_whole"] = true;
    if (!batch.left_out.empty()) {
      json["batches"].back()["left_out"] = batch.left_out;
    }
  }
  for (const auto& [path, copy] : record.copies) {
    json["copies"][path] = {{"of", copy.of}, {"state", copy.state}};
  }
  auto output = io::open_output(Layout{out}.build_record(), /*force=*/true);
  output->write(with_sum({}, text_of(json, 1) + '\n'));
  output->finish();
}

void save_step(const BuildRecord& record, const std::string& name,
               const std::string& out) {
  const std::string path = steps_path(out);
  const std::string line =
      name + ' ' + with_sum(name, json_of(*record.steps.find(name))) + '\n';
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

void shorten_steps(const StepRecords& steps, const std::string& out) {
  if (steps.lines_ > 2 * steps.size() + 100) save_steps(steps, out);
}

void save_steps(const StepRecords& steps, const std::string& out) {
  auto output = io::open_output(steps_path(out), /*force=*/true);
  for (const auto& [name, step] : steps.steps_) {
    bool has_sum = step.json.starts_with(kSumBegin);
    output->write(name + ' ' +
                  (has_sum ? step.json : with_sum(name, step.json)) + '\n');
  }
  output->finish();
}

}  // namespace wax::collection
