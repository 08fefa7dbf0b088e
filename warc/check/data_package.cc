#include "warc/check/data_package.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/inputs/wacz.h"
#include "io/inputs/zip.h"
#include "text/json_tree.h"
#include "text/number.h"
#include "warc/check/needed_files.h"
#include "warc/check/package_demands.h"
#include "warc/check/package_signature.h"
#include "warc/record/digest.h"
#include "warc/record/named_original.h"

namespace wax::warc {
namespace {

constexpr std::string_view kPackageDigest = "datapackage-digest.json";
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
        value.is_string() ? value.get<std::string>() : text::json_text(value);
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
  auto entry = std::find_if(
      entries.begin(), entries.end(),
      [&](const io::ZipEntry& e) { return e.name == io::kDataPackage; });
  if (entry == entries.end()) return std::nullopt;
  auto file = io::open_zip_entry(std::move(zip), *entry, path);
  return io::read_all(*file, io::kMostDataPackage);
}

class Faults final : public ProblemSink {
 public:
  void report(Problem problem) override {
    if (problem.severity != Severity::kNote) all.push_back(std::move(problem));
  }
  std::vector<Problem> all;
};

// One package and the files that it lists.
class PackageCheck {
 public:
  PackageCheck(const std::string& path, ProblemSink& problems)
      : path_(path), problems_(&problems) {}

  // Throws FormatError, IoError.
  void run(const std::vector<std::string>& given) {
    auto file = io::open_input(path_);
    is_zip_ = file->peek(4).starts_with("PK\3\4");
    std::string json;
    if (is_zip_) {
      entries_ = io::read_zip_directory(*file);
      if (find(io::kDataPackage) == nullptr) {
        warn("wacz-bad-package", "the file holds no datapackage.json");
        return;
      }
      json = text_of(io::kDataPackage);
      check_digest_of(json);
    } else {
      json = io::read_all(*file, io::kMostDataPackage);
    }
    auto package = io::parse_data_package(json);
    if (!package) {
      warn("wacz-bad-package", "datapackage.json cannot be read");
      return;
    }
    for (const io::PackedFile& listed : package->files) check(listed);
    note_unlisted(*package);
    if (is_zip_ && !package->is_multi) {
      check_package_demands(path_, entries_, json, *problems_);
    }
    for (const io::PackedFile& needed : package->required) {
      check_required(container_name(needed.path), given);
    }
  }

  // Throws likewise.
  void run_on_claims() {
    is_zip_ = true;
    entries_ = io::read_zip_directory(*io::open_input(path_));
    if (find(io::kDataPackage) == nullptr) return;
    const std::string json = text_of(io::kDataPackage);
    check_digest_of(json);
    const auto package = io::parse_data_package(json);
    if (!package) {
      warn("wacz-bad-package", "datapackage.json cannot be read");
      return;
    }
    for (const io::PackedFile& listed : package->files) {
      const io::ZipEntry* entry = find(listed.path);
      if (entry == nullptr ? !io::is_wacz_name(listed.path)
                           : listed.path.starts_with("pages/")) {
        check(listed);
      } else if (entry != nullptr) {
        compare_size(listed, entry->size);
      }
    }
    check_package_version(path_, json, *problems_);
  }

 private:
  void report(Severity severity, const char* id, std::string text) {
    problems_->report({severity, id, path_, std::nullopt, std::move(text)});
  }
  void warn(const char* id, std::string text) {
    report(Severity::kWarning, id, std::move(text));
  }

  [[nodiscard]] const io::ZipEntry* find(std::string_view name) const {
    auto found =
        std::find_if(entries_.begin(), entries_.end(),
                     [&](const io::ZipEntry& e) { return e.name == name; });
    return found == entries_.end() ? nullptr : &*found;
  }

  [[nodiscard]] std::string inside(std::string_view name) const {
    return path_ + "!/" + std::string(name);
  }
  [[nodiscard]] std::string text_of(std::string_view name) const {
    return io::read_all(*io::open_input(inside(name)), io::kMostDataPackage);
  }

  void check_digest_of(const std::string& json) {
    if (find(kPackageDigest) == nullptr) return;
    auto text = text::try_parse_json(text_of(kPackageDigest));
    auto stated = text.is_object() ? text.find("hash") : text.end();
    if (!text.is_object() || stated == text.end() || !stated->is_string()) {
      warn("wacz-bad-package", "datapackage-digest.json states no hash");
      return;
    }
    io::MemorySource bytes(json);
    io::PackedFile package;
    package.path = io::kDataPackage;
    package.digest = stated->get<std::string>();
    compare(package, bytes);
    auto of = text.find("path");
    if (of == text.end() || !of->is_string() ||
        of->get_ref<const std::string&>() != io::kDataPackage) {
      report(Severity::kNote, "wacz-not-conforming",
             "the path in datapackage-digest.json is not datapackage.json");
    }
    if (auto found = text.find("signedData"); found != text.end()) {
      check_package_signature(path_, *found, json, *problems_);
    }
  }

  void check(const io::PackedFile& listed) {
    std::string place;
    if (find(listed.path) != nullptr) {
      place = inside(listed.path);
    } else if (auto elsewhere = io::place_of_packed(path_, listed.path);
               elsewhere &&
               (!is_zip_ || listed.path.find(".wacz") != std::string::npos)) {
      place = *elsewhere;
      if (std::string why = io::refusal_of_place(path_, place); !why.empty()) {
        report(Severity::kLost, "wacz-missing-resource", std::move(why));
        return;
      }
    } else {
      report(Severity::kLost, "wacz-missing-resource",
             "there is no " + listed.path);
      return;
    }
    try {
      compare(listed, *io::open_input(place));
    } catch (const IoError& error) {
      report(Severity::kLost, "wacz-missing-resource",
             listed.path + ": " + error.what());
    }
  }

  void compare(const io::PackedFile& listed, io::ByteSource& bytes) {
    std::optional<Digest> stated;
    if (!listed.digest.empty()) {
      stated = parse_digest(listed.digest);
      if (!stated) {
        warn("wacz-bad-package",
             listed.path + ": '" + listed.digest + "' is not a digest");
      }
    }
    Digester digester(stated ? stated->algorithm : DigestAlgorithm::kSha256);
    uint64_t size = 0;
    for (;;) {
      std::string_view piece = bytes.peek();
      if (piece.empty()) break;
      if (stated) digester.update(piece);
      size += piece.size();
      bytes.consume(piece.size());
    }
    compare_size(listed, size);
    const Digest found = digester.finish();
    if (stated && *stated != found) {
      std::string text = listed.path + " has the digest ";
      text.append(name(stated->algorithm)).append(":");
      warn("wacz-resource-mismatch",
           text + text::to_hex(found.bytes()) + ", not " + listed.digest);
    }
  }

  void compare_size(const io::PackedFile& listed, uint64_t size) {
    if (!listed.size || *listed.size == size) return;
    warn("wacz-resource-mismatch", listed.path + " has " +
                                       std::to_string(size) + " bytes, not " +
                                       std::to_string(*listed.size));
  }

  void check_required(const std::string& name,
                      const std::vector<std::string>& given) {
    const bool is_given =
        std::ranges::any_of(given, [&](const std::string& file) {
          return is_named_by(file, name);
        });
    if (name.empty() || is_given || needed_file_beside(path_, name)) return;
    problems_->report(missing_file(name, path_, 0));
  }

  void note_unlisted(const io::DataPackage& package) {
    for (const io::ZipEntry& entry : entries_) {
      bool listed = std::any_of(
          package.files.begin(), package.files.end(),
          [&](const io::PackedFile& file) { return file.path == entry.name; });
      if (listed || entry.name == io::kDataPackage ||
          entry.name == kPackageDigest) {
        continue;
      }
      report(Severity::kNote, "wacz-unlisted-file",
             "datapackage.json does not list " + entry.name);
    }
  }

  const std::string& path_;
  ProblemSink* problems_;
  bool is_zip_ = false;
  std::vector<io::ZipEntry> entries_;
};

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
  auto json = text::try_parse_json(*text, kDeepest);
  if (json.is_discarded()) {
    return bad_zip({}, "datapackage.json is not valid JSON");
  }
  if (form == PackageForm::kJson) {
    return text::json_text(json, -1, text::JsonCharacters::kAscii) + "\n";
  }
  std::string leaves;
  append_leaves(path, json, "", leaves);
  return leaves;
}

std::optional<io::DataPackage> read_data_package(const std::string& path) {
  std::string json;
  {
    auto file = io::open_input(path);
    if (!file->peek(4).starts_with("PK\3\4")) {
      json = io::read_all(*file, io::kMostDataPackage);
    }
  }
  if (json.empty()) json = package_text(path).value_or("");
  return io::parse_data_package(json);
}

void check_data_package(const std::string& path,
                        const std::vector<std::string>& given,
                        ProblemSink& problems) {
  try {
    PackageCheck(path, problems).run(given);
  } catch (const FormatError& error) {
    problems.report(
        {Severity::kLost, "bad-zip", path, error.offset(), error.text()});
  } catch (const IoError& error) {
    problems.report({Severity::kLost, "unreadable-archive", path, std::nullopt,
                     error.what()});
  }
}

void check_claims_of_package(const std::string& path, ProblemSink& problems) {
  Faults met;
  try {
    PackageCheck(path, met).run_on_claims();
  } catch (const FormatError& error) {
    met.report({Severity::kWarning, "bad-zip", path, error.offset(),
                "of what it says of itself: " + error.text()});
  } catch (const IoError& error) {
    met.report({Severity::kWarning, "wacz-bad-package", path, std::nullopt,
                error.what()});
  }
  if (met.all.empty()) return;
  // What is lost is told before what is odd.
  Problem first = *std::ranges::max_element(met.all, {}, &Problem::severity);
  if (met.all.size() > 1) {
    first.text += "; wax-warc-check tells this and " +
                  std::to_string(met.all.size() - 1) + " more";
  }
  problems.report(std::move(first));
}

}  // namespace wax::warc
