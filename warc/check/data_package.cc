#include "warc/check/data_package.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "io/error.h"
#include "io/input_files.h"
#include "io/zip.h"

namespace wax::warc {
namespace {

constexpr std::string_view kName = "datapackage.json";
constexpr uint64_t kMostDataPackage = 64 << 20;
constexpr int kDeepest = 100;

void append_leaves(const std::string& file, const nlohmann::json& value,
                   const std::string& name, std::string& out) {
  auto below = [&](const std::string& key, const nlohmann::json& child) {
    append_leaves(file, child, name.empty() ? key : name + "." + key, out);
  };
  if (value.is_object()) {
    for (const auto& [key, child] : value.items()) below(key, child);
  } else if (value.is_array()) {
    for (size_t i = 0; i < value.size(); ++i) {
      below(std::to_string(i), value[i]);
    }
  } else {
    std::string text =
        value.is_string() ? value.get<std::string>() : value.dump();
    std::replace_if(
        text.begin(), text.end(),
        [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    out += file + "\t" + name + "\t" + text + "\n";
  }
}

// Throws FormatError, IoError.
std::optional<std::string> package_text(const std::string& path) {
  auto zip = io::open_input(path);
  auto entries = io::read_zip_directory(*zip);
  auto entry =
      std::find_if(entries.begin(), entries.end(),
                   [&](const io::ZipEntry& e) { return e.name == kName; });
  if (entry == entries.end()) return std::nullopt;
  auto file = io::open_zip_entry(std::move(zip), *entry, path);
  return io::read_all(*file, kMostDataPackage);
}

}  // namespace

std::optional<std::string> data_package(const std::string& path,
                                        PackageForm form,
                                        ProblemSink& problems) {
  auto bad_zip = [&](std::optional<uint64_t> offset, std::string why) {
    problems.report({Severity::kLost, "bad-zip", path, offset, std::move(why)});
    return std::nullopt;
  };
  std::optional<std::string> text;
  try {
    text = package_text(path);
  } catch (const FormatError& error) {
    return bad_zip(error.offset(), error.text());
  } catch (const IoError& error) {
    problems.report({Severity::kLost, "unreadable-archive", path, std::nullopt,
                     error.what()});
    return std::nullopt;
  }
  if (!text) return bad_zip({}, "the file holds no datapackage.json");
  auto shallow = [](int depth, auto, auto&) { return depth < kDeepest; };
  auto json = nlohmann::json::parse(*text, shallow, false);
  if (json.is_discarded()) {
    return bad_zip({}, "datapackage.json is not valid JSON");
  }
  if (form == PackageForm::kJson) {
    constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
    return json.dump(-1, ' ', true, kReplace) + "\n";
  }
  std::string leaves;
  append_leaves(path, json, "", leaves);
  return leaves;
}

}  // namespace wax::warc
