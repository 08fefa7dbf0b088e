#include "document/page/field_candidates.h"

#include <algorithm>

#include "document/text/language.h"
#include "document/text/text_builder.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

// The names and properties of meta elements, sorted.
constexpr FieldName kMetaNames[] = {
    {"article:author", PageField::kAuthor, 2},
    {"article:modified", PageField::kModified, 2},
    {"article:modified_time", PageField::kModified, 1},
    {"article:published", PageField::kPublished, 2},
    {"article:published_time", PageField::kPublished, 1,
     &PageHead::published_time},
    {"article:section", PageField::kSection, 0},
    {"article:tag", PageField::kKeywords, 2},
    {"article_date_original", PageField::kPublished, 3},
    {"author", PageField::kAuthor, 1},
    {"citation_author", PageField::kAuthor, 4},
    {"citation_date", PageField::kPublished, 5},
    {"citation_publication_date", PageField::kPublished, 4},
    {"content-language", PageField::kLanguage, 2},
    {"date", PageField::kPublished, 5},
    {"datemodified", PageField::kModified, 2},
    {"datepublished", PageField::kPublished, 2},
    {"dc.creator", PageField::kAuthor, 3},
    {"dc.date", PageField::kPublished, 4},
    {"dc.date.created", PageField::kPublished, 4},
    {"dc.date.issued", PageField::kPublished, 3},
    {"dc.date.modified", PageField::kModified, 3},
    {"dc.description", PageField::kDescription, 3},
    {"dc.language", PageField::kLanguage, 3},
    {"dc.title", PageField::kTitle, 3},
    {"dcterms.created", PageField::kPublished, 4},
    {"dcterms.creator", PageField::kAuthor, 3},
    {"dcterms.date", PageField::kPublished, 4},
    {"dcterms.issued", PageField::kPublished, 3},
    {"dcterms.modified", PageField::kModified, 3},
    {"dcterms.title", PageField::kTitle, 3},
    {"description", PageField::kDescription, 0, &PageHead::description},
    {"generator", PageField::kGenerator, 0},
    {"keywords", PageField::kKeywords, 0},
    {"language", PageField::kLanguage, 3},
    {"last-modified", PageField::kModified, 4},
    {"news_keywords", PageField::kKeywords, 1},
    {"og:article:modified_time", PageField::kModified, 1},
    {"og:article:published_time", PageField::kPublished, 1},
    {"og:article:section", PageField::kSection, 0},
    {"og:description", PageField::kDescription, 1, &PageHead::og_description},
    {"og:image", PageField::kImage, 0},
    {"og:image:secure_url", PageField::kImage, 1},
    {"og:image:url", PageField::kImage, 0},
    {"og:locale", PageField::kLanguage, 4},
    {"og:title", PageField::kTitle, 1, &PageHead::og_title},
    {"og:type", PageField::kCount, 0, &PageHead::og_type},
    {"og:updated_time", PageField::kModified, 2},
    {"og:url", PageField::kCanonical, 1},
    {"parsely-author", PageField::kAuthor, 4},
    {"parsely-pub-date", PageField::kPublished, 3},
    {"parsely-section", PageField::kSection, 1},
    {"pubdate", PageField::kPublished, 3},
    {"publish-date", PageField::kPublished, 3},
    {"publish_date", PageField::kPublished, 3},
    {"published_time", PageField::kPublished, 3},
    {"robots", PageField::kRobots, 0},
    {"sailthru.author", PageField::kAuthor, 4},
    {"sailthru.date", PageField::kPublished, 3},
    {"twitter:description", PageField::kDescription, 2},
    {"twitter:image", PageField::kImage, 2},
    {"twitter:image:src", PageField::kImage, 2},
    {"twitter:title", PageField::kTitle, 2},
};
static_assert(std::ranges::is_sorted(kMetaNames, {}, &FieldName::name));

// Item properties of schema.org.
constexpr FieldName kItemProperties[] = {
    {"articlesection", PageField::kSection, field_rank::kMicrodata},
    {"author", PageField::kAuthor, field_rank::kMicrodata},
    {"datemodified", PageField::kModified, field_rank::kMicrodata},
    {"datepublished", PageField::kPublished, field_rank::kMicrodata},
    {"image", PageField::kImage, field_rank::kMicrodata},
};
static_assert(std::ranges::is_sorted(kItemProperties, {}, &FieldName::name));

template <size_t N>
const FieldName* find_field_name(const FieldName (&names)[N],
                                 std::string_view written) {
  written = text::trim(written, text::kHtmlSpace);
  std::array<char, 32> lower;
  if (written.size() > lower.size()) return nullptr;
  std::ranges::transform(written, lower.begin(), text::to_lower);
  std::string_view name(lower.data(), written.size());
  const FieldName* found =
      std::ranges::lower_bound(names, name, {}, &FieldName::name);
  return found != std::end(names) && found->name == name ? found : nullptr;
}

bool is_date(PageField field) {
  return field == PageField::kPublished || field == PageField::kModified;
}

bool is_list(PageField field) {
  return field == PageField::kKeywords || field == PageField::kAuthor ||
         field == PageField::kRobots;
}

// Adds a text to a list, unless it is in it.
void add_to_list(std::string_view text, std::string& list) {
  if (list.size() + text.size() + 2 > kLongestField) return;
  for (size_t at = 0; at <= list.size();) {
    size_t end = std::min(list.find(", ", at), list.size());
    if (std::string_view(list).substr(at, end - at) == text) return;
    at = end + 2;
  }
  list.append(", ").append(text);
}

bool looks_like_url(std::string_view text) {
  return text.find("://") != std::string_view::npos || text.starts_with("//");
}

}  // namespace

const FieldName* find_meta_name(std::string_view name) {
  return find_field_name(kMetaNames, name);
}

const FieldName* find_item_property(std::string_view name) {
  return find_field_name(kItemProperties, name);
}

// Dates are compared by their days.
void FieldCandidates::offer(PageField field, uint8_t rank,
                            std::string_view value) {
  Candidate& best = best_[static_cast<size_t>(field)];
  if (rank > best.rank) return;
  if (rank == best.rank && rank < field_rank::kInBody && !is_list(field)) {
    return;
  }
  std::string text;
  if (is_date(field)) {
    text = iso_date(value);
  } else {
    append_collapsed(value, text);
    if (field == PageField::kLanguage) text = language_tag(text);
  }
  if (text.empty()) return;
  if (field == PageField::kAuthor && looks_like_url(text)) return;
  if (rank < best.rank) {
    best = {std::move(text), rank, false};
  } else if (rank >= field_rank::kInBody) {
    const bool same = is_date(field)
                          ? std::string_view(text).substr(0, 10) ==
                                std::string_view(best.text).substr(0, 10)
                          : text == best.text;
    best.disagree |= !same;
  } else {
    add_to_list(text, best.text);
  }
}

std::string FieldCandidates::choose(PageField field) {
  Candidate& best = best_[static_cast<size_t>(field)];
  return best.disagree ? std::string() : std::move(best.text);
}

void append_collapsed(std::string_view text, std::string& out) {
  TextBuilder(out).append(cut_text(text, kLongestField), false, false);
}

}  // namespace wax::document
