#include "serve/words/catalogue.h"

#include <cstdint>
#include <stdexcept>
#include <utility>

#include "text/ascii.h"

namespace wax::serve {
namespace {

// Reads one file. A line names what the text in quotes is a part of, or goes on
// with the text of the line before.
class CatalogueReader {
 public:
  [[nodiscard]] Catalogue read(std::string_view text) {
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      take(text::trim(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    finish();
    return std::move(found_);
  }

 private:
  void take(std::string_view line) {
    if (line.empty()) return;
    if (line.starts_with('#')) {
      // Comments stand before their entry.
      if (!forms_.empty()) finish();
      if (line.starts_with("#,") && line.find("fuzzy") != line.npos) {
        is_fuzzy_ = true;
      }
      return;
    }
    const size_t quote = line.find('"');
    if (quote == line.npos || quote + 1 >= line.size() ||
        !line.ends_with('"')) {
      fail();
    }
    const std::string_view name = text::trim(line.substr(0, quote));
    if (!name.empty()) begin(name);
    if (part_ == nullptr) fail();
    append(line.substr(quote + 1, line.size() - quote - 2));
  }

  void begin(std::string_view name) {
    if (name == "msgid") {
      if (!forms_.empty()) finish();
      part_ = &id_;
    } else if (name == "msgid_plural") {
      part_ = &plural_;
    } else if (name.starts_with("msgstr")) {
      forms_.emplace_back();
      part_ = &forms_.back();
    } else {
      fail();
    }
  }

  void append(std::string_view quoted) {
    for (size_t i = 0; i < quoted.size(); ++i) {
      char c = quoted[i];
      if (c == '\\' && i + 1 < quoted.size()) {
        c = quoted[++i];
        if (c == 'n') c = '\n';
      }
      *part_ += c;
    }
  }

  void finish() {
    bool is_whole = !id_.empty() && !is_fuzzy_ && !forms_.empty();
    for (const std::string& form : forms_) is_whole &= !form.empty();
    if (is_whole) found_.insert_or_assign(id_, forms_);
    id_.clear();
    plural_.clear();
    forms_.clear();
    part_ = nullptr;
    is_fuzzy_ = false;
  }

  [[noreturn]] void fail() const {
    throw std::logic_error("a catalogue of words, line " +
                           std::to_string(line_) + ": no entry");
  }

  Catalogue found_;
  uint64_t line_ = 0;
  std::string id_;
  std::string plural_;
  std::vector<std::string> forms_;
  std::string* part_ = nullptr;
  bool is_fuzzy_ = false;
};

}  // namespace

Catalogue parse_catalogue(std::string_view text) {
  return CatalogueReader().read(text);
}

}  // namespace wax::serve
