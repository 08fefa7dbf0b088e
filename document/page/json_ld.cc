#include "document/page/json_ld.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/json.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

struct LdTypeName {
  std::string_view name;
  LdType type;
};

constexpr LdTypeName kLdTypeNames[] = {
    {"APIReference", LdType::kDocumentation},
    {"AggregateOffer", LdType::kOffer},
    {"AggregateRating", LdType::kReview},
    {"AnalysisNewsArticle", LdType::kArticle},
    {"Answer", LdType::kQuestion},
    {"Article", LdType::kArticle},
    {"BackgroundNewsArticle", LdType::kArticle},
    {"BlogPosting", LdType::kArticle},
    {"BreadcrumbList", LdType::kBreadcrumbs},
    {"CollectionPage", LdType::kCollectionPage},
    {"Comment", LdType::kForumPost},
    {"Corporation", LdType::kOrganization},
    {"DiscussionForumPosting", LdType::kForumPost},
    {"Event", LdType::kEvent},
    {"FAQPage", LdType::kQuestion},
    {"HowTo", LdType::kDocumentation},
    {"ItemList", LdType::kItemList},
    {"LiveBlogPosting", LdType::kArticle},
    {"LocalBusiness", LdType::kOrganization},
    {"NewsArticle", LdType::kArticle},
    {"Offer", LdType::kOffer},
    {"OpinionNewsArticle", LdType::kArticle},
    {"Organization", LdType::kOrganization},
    {"Product", LdType::kProduct},
    {"ProductGroup", LdType::kProduct},
    {"QAPage", LdType::kQuestion},
    {"Question", LdType::kQuestion},
    {"Recipe", LdType::kRecipe},
    {"Report", LdType::kArticle},
    {"Review", LdType::kReview},
    {"ReportageNewsArticle", LdType::kArticle},
    {"ReviewNewsArticle", LdType::kArticle},
    {"ScholarlyArticle", LdType::kArticle},
    {"SearchAction", LdType::kWebSite},
    {"Service", LdType::kService},
    {"SocialMediaPosting", LdType::kForumPost},
    {"SoftwareApplication", LdType::kService},
    {"SoftwareSourceCode", LdType::kDocumentation},
    {"TechArticle", LdType::kDocumentation},
    {"VideoObject", LdType::kVideo},
    {"WebSite", LdType::kWebSite},
};

constexpr uint32_t ld_bit(LdType type) {
  return uint32_t{1} << static_cast<int>(type);
}

// Types may be written as URLs: "http://schema.org/Article".
std::string_view ld_type_name(std::string_view written) {
  return written.substr(written.find_last_of("/#:") + 1);
}

uint32_t ld_type_bit(std::string_view name) {
  for (const LdTypeName& known : kLdTypeNames) {
    if (known.name == name) return ld_bit(known.type);
  }
  return 0;
}

constexpr uint32_t kLdArticles =
    ld_bit(LdType::kArticle) | ld_bit(LdType::kDocumentation) |
    ld_bit(LdType::kForumPost) | ld_bit(LdType::kRecipe) |
    ld_bit(LdType::kQuestion);

enum class LdName : uint8_t {
  kOther,
  kType,
  kId,
  kBody,
  kDescription,
  kHeadline,
  kName,
  kAuthor,
  kDatePublished,
  kDateModified,
  kSection,
  kImage,
  kUrl,
  kMainEntity,
  kGraph,
  kAside,  // of something else than what the object is about
};

LdName ld_name(std::string_view name) {
  constexpr std::pair<std::string_view, LdName> kNames[] = {
      {"@type", LdName::kType},
      {"@id", LdName::kId},
      {"articleBody", LdName::kBody},
      {"text", LdName::kBody},
      {"reviewBody", LdName::kBody},
      {"description", LdName::kDescription},
      {"headline", LdName::kHeadline},
      {"name", LdName::kName},
      {"author", LdName::kAuthor},
      {"datePublished", LdName::kDatePublished},
      {"dateModified", LdName::kDateModified},
      {"articleSection", LdName::kSection},
      {"image", LdName::kImage},
      {"url", LdName::kUrl},
      {"mainEntity", LdName::kMainEntity},
      {"mainEntityOfPage", LdName::kMainEntity},
      {"@graph", LdName::kGraph},
      {"about", LdName::kAside},
      {"acceptedAnswer", LdName::kAside},
      {"associatedMedia", LdName::kAside},
      {"blogPost", LdName::kAside},
      {"citation", LdName::kAside},
      {"comment", LdName::kAside},
      {"hasPart", LdName::kAside},
      {"isBasedOn", LdName::kAside},
      {"isPartOf", LdName::kAside},
      {"isRelatedTo", LdName::kAside},
      {"itemListElement", LdName::kAside},
      {"liveBlogUpdate", LdName::kAside},
      {"mentions", LdName::kAside},
      {"publisher", LdName::kAside},
      {"review", LdName::kAside},
      {"suggestedAnswer", LdName::kAside},
      {"subjectOf", LdName::kAside},
      {"video", LdName::kAside},
  };
  for (const auto& [known, value] : kNames) {
    if (known == name) return value;
  }
  return LdName::kOther;
}

class JsonLdReader {
 public:
  JsonLdReader(std::string_view script, JsonLd& data)
      : text_(script), data_(&data) {}

  void run() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '"') {
        string();
        continue;
      }
      ++at_;
      if (c == '{' || c == '[') {
        open(c == '{');
      } else if (c == '}' || c == ']') {
        close(c == '}');
      } else if (c == ':') {
        value_next_ = true;
      } else if (c == ',') {
        value_next_ = false;
        if (!stack_.empty() && stack_.back().is_object) {
          stack_.back().name = LdName::kOther;
        }
      }
    }
    while (!stack_.empty()) close(stack_.back().is_object);
    if (!data_->author.empty() || author_id_.empty()) return;
    for (const auto& [id, name] : names_) {
      if (id == author_id_) data_->author = name;
    }
  }

 private:
  // An open object or array. The values of an array are named as the array.
  struct Level {
    bool is_object = false;
    LdName name = LdName::kOther;  // of the value that comes next
    bool is_aside = false;
    bool is_reply = false;
    size_t depth = 0;  // the objects around it, without those of a graph
    uint32_t types = 0;
    std::string body, description, headline, title, author;
    std::string date_published, date_modified, section, image, url;
    std::string id, author_id;
    // What the main entity said.
    std::string main_headline, main_author, main_published, main_modified;
  };
  static constexpr size_t kMostLevels = 64;

  void open(bool is_object) {
    ++depth_;
    if (depth_ > kMostLevels) return;
    LdName name = stack_.empty() ? LdName::kOther : stack_.back().name;
    Level level;
    level.is_object = is_object;
    if (!is_object) level.name = name;
    if (!stack_.empty()) {
      const Level& around = stack_.back();
      level.is_aside = around.is_aside || name == LdName::kAside;
      level.depth =
          around.depth + (around.is_object && name != LdName::kGraph ? 1 : 0);
    }
    stack_.push_back(std::move(level));
    value_next_ = !is_object;
  }

  // Mistaken pairs of brackets close what is open.
  void close(bool) {
    if (depth_ == 0) return;
    --depth_;
    value_next_ = false;
    if (depth_ >= kMostLevels || stack_.empty()) return;
    Level level = std::move(stack_.back());
    stack_.pop_back();
    if (level.is_object) finish(level);
  }

  // What an object said, when its type is known.
  void finish(Level& level) {
    data_->types |= level.types;
    bool product = (level.types & ld_bit(LdType::kProduct)) != 0;
    bool article = (level.types & kLdArticles) != 0;
    if (!level.body.empty()) data_->bodies.push_back(std::move(level.body));
    if (!level.description.empty()) {
      data_->descriptions.push_back({std::move(level.description), product});
    }
    auto keep = [](std::string& to, std::string& from) {
      if (to.empty()) to.swap(from);
    };
    keep(level.headline, level.main_headline);
    keep(level.author, level.main_author);
    keep(level.date_published, level.main_published);
    keep(level.date_modified, level.main_modified);
    // A reply says something of the page only where nothing else does.
    if (level.is_reply) level.depth += kMostLevels;
    if (article && !level.is_aside && level.depth <= data_->depth) {
      if (level.depth < data_->depth) forget_article();
      data_->depth = level.depth;
      if (Level* around = object_around(LdName::kMainEntity)) {
        around->main_headline = level.headline;
        around->main_author = level.author;
        around->main_published = level.date_published;
        around->main_modified = level.date_modified;
      }
      keep(data_->headline, level.headline);
      if (data_->author.empty()) keep(author_id_, level.author_id);
      keep(data_->author, level.author);
      keep(data_->date_published, level.date_published);
      keep(data_->date_modified, level.date_modified);
      keep(data_->section, level.section);
      keep(data_->image, level.image);
    }
    // The name of an author's object and the URL of an image's go to the object
    // that it is in.
    if (Level* around = object_around(LdName::kAuthor)) {
      if (level.title.empty()) keep(around->author_id, level.id);
      keep(around->author, level.title);
    } else if (!level.id.empty() && !level.title.empty()) {
      names_.emplace_back(std::move(level.id), std::move(level.title));
    }
    if (Level* around = object_around(LdName::kImage)) {
      keep(around->image, level.url);
    }
  }

  // The object in which the one that ends is the value of this name, alone or
  // in an array.
  [[nodiscard]] Level* object_around(LdName name) {
    for (size_t i = stack_.size(); i-- > 0;) {
      if (!stack_[i].is_object) continue;
      return stack_[i].name == name ? &stack_[i] : nullptr;
    }
    return nullptr;
  }

  void forget_article() {
    for (std::string* one :
         {&data_->headline, &data_->author, &data_->date_published,
          &data_->date_modified, &data_->section, &data_->image, &author_id_}) {
      one->clear();
    }
  }

  // At a quote.
  void string() {
    size_t begin = ++at_;
    bool escaped = false;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\') {
        escaped = true;
        ++at_;
      }
      ++at_;
    }
    size_t end = std::min(at_, text_.size());
    at_ = end + 1;
    if (stack_.empty() || depth_ > kMostLevels) return;
    std::string_view written = text_.substr(begin, end - begin);
    if (stack_.back().is_object && !value_next_) {
      stack_.back().name = ld_name(written);
    } else {
      value(written, escaped);
    }
  }

  void value(std::string_view written, bool escaped) {
    LdName name = stack_.back().name;
    if (name == LdName::kOther) return;
    // A string in an array belongs to the object around it.
    size_t i = stack_.size() - 1;
    while (i > 0 && !stack_[i].is_object) --i;
    Level& object = stack_[i];
    if (!object.is_object) return;
    if (name == LdName::kType) {
      const std::string_view type = ld_type_name(written);
      object.types |= ld_type_bit(type);
      object.is_reply |= type == "Comment" || type == "Answer";
      return;
    }
    std::string* to = place(object, name);
    if (to == nullptr || !to->empty()) return;
    if (!escaped) {
      *to = written;
      return;
    }
    unescaped_.clear();
    text::append_unescaped(written, unescaped_);
    text::append_well_formed(unescaped_, *to);
  }

  static std::string* place(Level& object, LdName name) {
    switch (name) {
      case LdName::kId:
        return &object.id;
      case LdName::kBody:
        return &object.body;
      case LdName::kDescription:
        return &object.description;
      case LdName::kHeadline:
        return &object.headline;
      case LdName::kName:
        return &object.title;
      case LdName::kAuthor:
        return &object.author;
      case LdName::kDatePublished:
        return &object.date_published;
      case LdName::kDateModified:
        return &object.date_modified;
      case LdName::kSection:
        return &object.section;
      case LdName::kImage:
        return &object.image;
      case LdName::kUrl:
        return &object.url;
      case LdName::kOther:
      case LdName::kType:
      case LdName::kMainEntity:
      case LdName::kGraph:
      case LdName::kAside:
        break;
    }
    return nullptr;
  }

  std::string_view text_;
  size_t at_ = 0;
  JsonLd* data_;
  std::vector<Level> stack_;
  size_t depth_ = 0;
  std::string unescaped_;
  bool value_next_ = false;
  std::string author_id_;  // of the article's author, who has no name there
  // Names of objects by their identifiers.
  std::vector<std::pair<std::string, std::string>> names_;
};

}  // namespace

void read_json_ld(std::string_view script, JsonLd& data) {
  JsonLdReader(script, data).run();
}

}  // namespace wax::document
