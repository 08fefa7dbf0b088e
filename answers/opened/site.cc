#include "answers/opened/site.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "io/byte_source.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::answers {
namespace {

constexpr std::array<std::string_view, 10> kKeys = {
    "title",      "description", "imprint", "contact",    "takedown",
    "taken-away", "logo",        "color",   "dark-color", "language"};
// Texts, which may have a language.
constexpr std::array<std::string_view, 6> kTexts = {
    "title", "description", "imprint", "contact", "takedown", "taken-away"};
constexpr uint64_t kMostText = 64 << 10;
constexpr uint64_t kMostLogo = 256 << 10;

std::string small_file(const std::string& path, uint64_t most) {
  std::string bytes = io::read_all(*io::open_file(path), most + 1);
  if (bytes.size() > most) {
    throw UsageError(path + ": has more than " + std::to_string(most >> 10) +
                     " KiB");
  }
  return bytes;
}

std::string type_of_logo(const std::string& name) {
  constexpr std::array<std::array<std::string_view, 2>, 6> kTypes = {
      {{".svg", "image/svg+xml"},
       {".png", "image/png"},
       {".jpg", "image/jpeg"},
       {".jpeg", "image/jpeg"},
       {".gif", "image/gif"},
       {".webp", "image/webp"}}};
  std::string ending = std::filesystem::path(name).extension().string();
  text::lower_case(ending);
  for (const auto& [known, type] : kTypes) {
    if (ending == known) return std::string(type);
  }
  return {};
}

// A code of ISO 639, as catalogues of words have it.
bool is_language(std::string_view tag) {
  return (tag.size() == 2 || tag.size() == 3) &&
         std::all_of(tag.begin(), tag.end(),
                     [](char c) { return c >= 'a' && c <= 'z'; });
}

bool is_color(std::string_view value) {
  return value.size() == 7 && value.front() == '#' &&
         std::all_of(value.begin() + 1, value.end(),
                     [](char c) { return text::hex_value(c) >= 0; });
}

// Reads the lines of one file.
class SiteReader {
 public:
  explicit SiteReader(const std::string& path) : path_(path) {}

  [[nodiscard]] Site read() {
    const std::string bytes = small_file(path_, kMostText);
    std::string_view rest = bytes;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      ++line_;
      take(text::trim(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::move(site_);
  }

 private:
  void take(std::string_view line) {
    if (line.empty() || line.starts_with('#')) return;
    const size_t colon = line.find(':');
    if (colon == line.npos) fail("it has no ':'; write KEY: VALUE");
    std::string_view key = text::trim(line.substr(0, colon));
    const std::string value(text::sane(text::trim(line.substr(colon + 1))));
    std::string language;
    if (key.ends_with(']')) {
      const size_t bracket = key.find('[');
      if (bracket == key.npos) fail("it has a ']' without a '['");
      language = key.substr(bracket + 1, key.size() - bracket - 2);
      key = text::trim(key.substr(0, bracket));
      if (!is_language(language)) {
        fail("'" + language + "' is not a code of a language such as de");
      }
      if (std::find(kTexts.begin(), kTexts.end(), key) == kTexts.end()) {
        fail("'" + std::string(key) + "' is the same in all languages");
      }
    }
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
      fail("'" + std::string(key) + "' is not a key; keys are " + all_keys());
    }
    if (value.empty()) fail("it has no value");
    if (key.ends_with("color") && !is_color(value)) {
      fail("'" + value + "' is not a color such as #14557a");
    }
    if (key == "language" && !is_language(value)) {
      fail("'" + value + "' is not a code of a language such as de");
    }
    if (key == "logo") return read_logo(value);
    site_.texts[std::string(key)][language] = value;
  }

  void read_logo(const std::string& name) {
    site_.logo_type = type_of_logo(name);
    if (site_.logo_type.empty()) {
      fail("'" + name + "' is not a picture; use SVG, PNG, JPEG, GIF or WebP");
    }
    const auto folder = std::filesystem::path(path_).parent_path();
    site_.logo = small_file((folder / name).string(), kMostLogo);
  }

  static std::string all_keys() {
    std::string all;
    for (std::string_view key : kKeys) {
      if (!all.empty()) all += ", ";
      all += key;
    }
    return all;
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw UsageError(path_ + ", line " + std::to_string(line_) + ": " + why);
  }

  const std::string& path_;
  uint64_t line_ = 0;
  Site site_;
};

}  // namespace

std::string_view Site::text(std::string_view key,
                            std::string_view language) const {
  const auto found = texts.find(key);
  if (found == texts.end()) return {};
  const auto& values = found->second;
  auto in = values.find(std::string(language));
  if (in == values.end()) in = values.find("");
  if (in == values.end() && key != "language") {
    in = values.find(std::string(text("language", "")));
  }
  return in == values.end() ? values.begin()->second : in->second;
}

std::string_view Site::taken_away() const {
  return text("taken-away", text("language", ""));
}

Site read_site(const std::string& path) { return SiteReader(path).read(); }

}  // namespace wax::answers
