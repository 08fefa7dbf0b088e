#include "serve/words/words.h"

#include <unicode/datefmt.h>
#include <unicode/dtfmtsym.h>
#include <unicode/locid.h>
#include <unicode/numberformatter.h>
#include <unicode/plurrule.h>
#include <unicode/timezone.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <vector>

#include "answers/shown/found_page.h"
#include "index/schema/language_names.h"
#include "serve/words/catalogue.h"
#include "serve/words/catalogues.h"
#include "text/ascii.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace wax::serve {
namespace {

// `text` with `value` in place of "%NAME%".
void put(std::string_view name, std::string_view value, std::string& text) {
  const std::string mark = '%' + std::string(name) + '%';
  const size_t at = text.find(mark);
  if (at != text.npos) text.replace(at, mark.size(), value);
}

class English final : public Words {
 public:
  [[nodiscard]] std::string_view tag() const override { return "en"; }
  [[nodiscard]] std::string_view name() const override { return "English"; }
  [[nodiscard]] bool is_right_to_left() const override { return false; }
  [[nodiscard]] std::string_view of(std::string_view english) const override {
    return english;
  }
  [[nodiscard]] std::string counted(uint64_t number, std::string_view one,
                                    std::string_view many) const override {
    std::string text(number == 1 ? one : many);
    put("n", text::grouped(number), text);
    return text;
  }
  [[nodiscard]] std::string number(uint64_t number) const override {
    return text::grouped(number);
  }
  [[nodiscard]] std::string decimal(double number, int digits) const override {
    std::array<char, 64> text;
    std::snprintf(text.data(), text.size(), "%.*f", digits, number);
    return text.data();
  }
  [[nodiscard]] std::string day(std::string_view date) const override {
    return answers::shown_date(date).day;
  }
  [[nodiscard]] std::string month(int month, bool is_short) const override {
    constexpr std::array<std::string_view, 12> kMonths = {
        "January", "February", "March",     "April",   "May",      "June",
        "July",    "August",   "September", "October", "November", "December"};
    const std::string_view name = kMonths[static_cast<size_t>(month - 1)];
    return std::string(is_short ? name.substr(0, 3) : name);
  }
  [[nodiscard]] std::string language(const std::string& code) const override {
    return index::language_name(code);
  }
};

std::string utf8_of(const icu::UnicodeString& text) {
  std::string out;
  return text.toUTF8String(out);
}

// A language with a catalogue; ICU knows its numbers, dates and forms.
class Translated final : public Words {
 public:
  explicit Translated(const CatalogueFile& file)
      : file_(&file),
        texts_(parse_catalogue(file.text)),
        locale_(std::string(file.tag).c_str()),
        numbers_(icu::number::NumberFormatter::withLocale(locale_)) {
    UErrorCode error = U_ZERO_ERROR;
    rules_.reset(icu::PluralRules::forLocale(locale_, error));
    if (U_FAILURE(error)) rules_ = nullptr;
    find_forms();
    icu::UnicodeString name;
    locale_.getDisplayLanguage(locale_, name);
    name_ = utf8_of(name.toTitle(nullptr, locale_));
  }

  [[nodiscard]] std::string_view tag() const override { return file_->tag; }
  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] bool is_right_to_left() const override {
    return locale_.isRightToLeft() != 0;
  }

  [[nodiscard]] std::string_view of(std::string_view english) const override {
    const auto found = texts_.find(english);
    return found == texts_.end() ? english
                                 : std::string_view(found->second.front());
  }

  [[nodiscard]] std::string counted(uint64_t number, std::string_view one,
                                    std::string_view many) const override {
    const auto found = texts_.find(one);
    std::string text =
        found == texts_.end()
            ? std::string(number == 1 ? one : many)
            : found->second[form_of(number, found->second.size())];
    put("n", this->number(number), text);
    return text;
  }

  [[nodiscard]] std::string number(uint64_t number) const override {
    UErrorCode error = U_ZERO_ERROR;
    const auto shown =
        numbers_.formatInt(static_cast<int64_t>(number), error).toString(error);
    return U_FAILURE(error) ? text::grouped(number) : utf8_of(shown);
  }

  [[nodiscard]] std::string decimal(double number, int digits) const override {
    UErrorCode error = U_ZERO_ERROR;
    const auto shown =
        numbers_.precision(icu::number::Precision::fixedFraction(digits))
            .formatDouble(number, error)
            .toString(error);
    return utf8_of(shown);
  }

  [[nodiscard]] std::string day(std::string_view date) const override {
    // A format of ICU is for one thread.
    thread_local std::map<const Translated*, std::unique_ptr<icu::DateFormat>>
        formats;
    auto& format = formats[this];
    UErrorCode error = U_ZERO_ERROR;
    if (format == nullptr) {
      format.reset(
          icu::DateFormat::createInstanceForSkeleton("yMMMd", locale_, error));
      if (format != nullptr)
        format->adoptTimeZone(icu::TimeZone::getGMT()->clone());
    }
    const auto seconds = warc::seconds_of_date(date);
    if (format == nullptr || !seconds) return answers::shown_date(date).day;
    icu::UnicodeString shown;
    format->format(static_cast<UDate>(*seconds) * 1000, shown);
    return utf8_of(shown);
  }

  [[nodiscard]] std::string month(int month, bool is_short) const override {
    UErrorCode error = U_ZERO_ERROR;
    const icu::DateFormatSymbols symbols(locale_, error);
    int32_t count = 0;
    const icu::UnicodeString* months =
        symbols.getMonths(count, icu::DateFormatSymbols::STANDALONE,
                          is_short ? icu::DateFormatSymbols::ABBREVIATED
                                   : icu::DateFormatSymbols::WIDE);
    return month <= count ? utf8_of(months[month - 1]) : std::string();
  }

  [[nodiscard]] std::string language(const std::string& code) const override {
    icu::UnicodeString name;
    icu::Locale(code.c_str()).getDisplayName(locale_, name);
    return utf8_of(name);
  }

 private:
  // The forms of gettext stand in the order in which Unicode names those that
  // the language has; where a catalogue has fewer, the last one is for all
  // others.
  [[nodiscard]] size_t form_of(uint64_t number, size_t forms) const {
    if (forms <= 1 || rules_ == nullptr) return 0;
    const std::string name =
        utf8_of(rules_->select(static_cast<double>(number)));
    const auto place = std::find(names_.begin(), names_.end(), name);
    return std::min<size_t>(static_cast<size_t>(place - names_.begin()),
                            forms - 1);
  }

  // The names of the forms that the language has.
  void find_forms() {
    if (rules_ == nullptr) return;
    for (const char* name : {"zero", "one", "two", "few", "many", "other"}) {
      if (rules_->isKeyword(icu::UnicodeString::fromUTF8(name))) {
        names_.emplace_back(name);
      }
    }
  }

  const CatalogueFile* file_;
  Catalogue texts_;
  icu::Locale locale_;
  icu::number::LocalizedNumberFormatter numbers_;
  std::unique_ptr<icu::PluralRules> rules_;
  std::vector<std::string> names_;  // of forms
  std::string name_;
};

struct AllWords {
  English english;
  std::vector<std::unique_ptr<Translated>> others;
  std::vector<const Words*> all = {&english};

  AllWords() {
    for (const CatalogueFile& file : catalogue_files()) {
      others.push_back(std::make_unique<Translated>(file));
      all.push_back(others.back().get());
    }
  }
};

}  // namespace

std::string Words::with(
    std::string_view english,
    std::initializer_list<std::pair<std::string_view, std::string_view>> values)
    const {
  std::string text(of(english));
  for (const auto& [name, value] : values) put(name, value, text);
  return text;
}

std::span<const Words* const> all_words() {
  static const AllWords words;
  return words.all;
}

const Words* find_words(std::string_view tag) {
  for (const Words* words : all_words()) {
    if (words->tag() == tag) return words;
  }
  return nullptr;
}

const Words& preferred_words(std::string_view accepted,
                             std::string_view other) {
  const Words* best = nullptr;
  double best_weight = 0;
  while (!accepted.empty()) {
    const size_t end = std::min(accepted.find(','), accepted.size());
    const std::string_view one = text::trim(accepted.substr(0, end));
    accepted.remove_prefix(std::min(end + 1, accepted.size()));
    const size_t semicolon = std::min(one.find(';'), one.size());
    double weight = 1;
    const size_t q = one.find("q=", semicolon);
    if (q != one.npos) {
      weight = std::strtod(std::string(one.substr(q + 2, 5)).c_str(), nullptr);
    }
    std::string tag(text::trim(one.substr(0, semicolon)));
    text::lower_case(tag);
    tag = tag.substr(0, tag.find('-'));
    const Words* words = find_words(tag == "*" ? other : tag);
    if (words != nullptr && weight > best_weight) {
      best = words;
      best_weight = weight;
    }
  }
  if (best == nullptr) best = find_words(other);
  return best == nullptr ? *all_words().front() : *best;
}

}  // namespace wax::serve
