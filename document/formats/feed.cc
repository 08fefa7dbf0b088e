#include <algorithm>
#include <string>
#include <vector>

#include "document/charset/charset.h"
#include "document/formats/readers.h"
#include "document/formats/xml_reader.h"
#include "document/html/xml_text.h"
#include "document/page/field_reader.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

// A text of a feed: in RSS always HTML, in Atom what its type says.
struct FeedText {
  std::string text;
  bool html = false;
};

class FeedHandler final : public XmlHandler {
 public:
  FeedHandler(std::string_view url, DocumentBuilder& builder)
      : builder_(&builder), base_(url) {}

  void begin(std::string_view name, const XmlAttributes& attributes) override {
    if (open_.empty()) atom_ = name == "feed";
    if (target_ != nullptr) {
      // Elements inside a text are XHTML: their words stand apart.
      *target_ += ' ';
      ++inside_;
      open_.emplace_back(name);
      return;
    }
    bool in_item = !open_.empty() && is_item(open_.back());
    bool in_feed =
        !open_.empty() && (open_.back() == "channel" || open_.back() == "feed");
    if (is_item(name)) {
      begin_items();
      item_ = {};
    } else if (in_item || in_feed) {
      begin_field(name, attributes, in_item ? item_ : feed_);
    } else if (name == "name" && open_.size() > 1 && open_.back() == "author") {
      begin_text(&author_);
    }
    if (open_.empty() || in_feed) {
      std::string_view language = attributes.find("lang");
      if (!language.empty() && builder_->document().language.empty()) {
        builder_->document().language = language;
      }
    }
    open_.emplace_back(name);
  }

  void end(std::string_view name) override {
    if (!open_.empty()) open_.pop_back();
    if (target_ != nullptr) {
      if (inside_ > 0) {
        --inside_;
        *target_ += ' ';
        return;
      }
      end_field(name);
      target_ = nullptr;
    }
    if (is_item(name)) finish_item();
  }

  void text(std::string_view utf8) override {
    if (target_ != nullptr && target_->size() <= builder_->room()) {
      *target_ += utf8;
    }
  }

  // The title and the description of the feed, when it had no item.
  void finish() { begin_items(); }

 private:
  struct Fields {
    FeedText title;
    FeedText summary;
    FeedText content;
    std::string link;
    std::string guid;
    std::vector<std::string> enclosures;
  };

  static bool is_item(std::string_view name) {
    return name == "item" || name == "entry";
  }

  void begin_text(std::string* target) {
    target->clear();
    target_ = target;
    inside_ = 0;
  }

  void begin_text(FeedText& target, const XmlAttributes& attributes) {
    // Text of the type "xhtml" is elements, whose text is plain.
    target.html = !atom_ || attributes.find("type") == "html";
    begin_text(&target.text);
  }

  void begin_field(std::string_view name, const XmlAttributes& attributes,
                   Fields& fields) {
    if (name == "title" && fields.title.text.empty()) {
      begin_text(fields.title, attributes);
    } else if (name == "description" || name == "summary" ||
               name == "subtitle") {
      begin_text(fields.summary, attributes);
    } else if (name == "encoded" || name == "content") {
      begin_text(fields.content, attributes);
    } else if (name == "link") {
      std::string_view rel = attributes.find("rel");
      std::string_view href = attributes.find("href");
      if (href.empty() && !atom_) {
        begin_text(&link_);
      } else if (rel.empty() || rel == "alternate") {
        if (fields.link.empty()) fields.link = href;
      } else if (rel == "enclosure" && fields.enclosures.size() < 100) {
        fields.enclosures.emplace_back(href);
      }
    } else if (name == "enclosure" && fields.enclosures.size() < 100) {
      fields.enclosures.emplace_back(attributes.find("url"));
    } else if (name == "guid" && attributes.find("isPermaLink") != "false") {
      begin_text(&fields.guid);
    } else if (name == "creator" || name == "managingEditor" ||
               (name == "author" && !atom_)) {
      begin_text(&author_);
    } else if (name == "language" || name == "pubDate" ||
               name == "lastBuildDate" || name == "date" || name == "updated" ||
               name == "published") {
      begin_text(&value_);
    }
  }

  void end_field(std::string_view name) {
    DocumentText& document = builder_->document();
    bool in_item = !open_.empty() && is_item(open_.back());
    if (name == "link") {
      std::string& link = in_item ? item_.link : feed_.link;
      if (link.empty()) link = collapsed(link_);
    } else if (target_ == &author_) {
      if (!in_item || document.author.empty()) {
        add_name(author_, document.author);
      }
    } else if (target_ == &value_ && !in_item) {
      std::string value = collapsed(value_);
      if (name == "language") {
        document.language = value;
      } else if (document.published.empty()) {
        bool iso = value.size() >= 10 && text::all_digits(value.substr(0, 4));
        document.published = iso ? value : iso_date_of_mail(value);
      }
    }
  }

  void add(std::string_view text, bool html) {
    if (html) {
      builder_->html(text, base_);
    } else {
      builder_->line();
      builder_->text(text);
      builder_->line();
    }
  }

  static std::string plain(const FeedText& text) {
    return text.html ? text_of_html(text.text) : collapsed(text.text);
  }

  // What is said of the feed stands before its items.
  void begin_items() {
    DocumentText& document = builder_->document();
    if (document.title.empty()) document.title = plain(feed_.title);
    add(feed_.summary.text, feed_.summary.html);
    feed_.summary.text.clear();
  }

  void finish_item() {
    builder_->line();
    std::string title = plain(item_.title);
    builder_->text(title);
    builder_->line();
    const std::string& link = item_.link.empty() ? item_.guid : item_.link;
    builder_->link(link, title, base_, "item");
    for (const std::string& enclosure : item_.enclosures) {
      builder_->link(enclosure, title, base_, "enclosure");
    }
    const FeedText& body = item_.content.text.size() > item_.summary.text.size()
                               ? item_.content
                               : item_.summary;
    add(body.text, body.html);
    item_ = {};
  }

  DocumentBuilder* builder_;
  std::string base_;
  bool atom_ = false;
  std::vector<std::string> open_;  // elements, from the root on
  std::string* target_ = nullptr;  // what text goes to
  size_t inside_ = 0;              // elements that are open inside it
  Fields feed_;
  Fields item_;
  std::string author_;
  std::string link_;
  std::string value_;
};

}  // namespace

void read_feed(std::string_view bytes, std::string_view url,
               DocumentBuilder& builder) {
  std::string buffer;
  std::string_view feed =
      to_utf8(bytes, sniff_charset(bytes, "", true), buffer);
  // Expat takes white space in front of the XML declaration for an error.
  feed.remove_prefix(std::min(feed.find('<'), feed.size()));
  io::MemorySource source(feed);
  FeedHandler handler(url, builder);
  bool whole = read_xml(source, handler, XmlNames::kPrefixes, true);
  handler.finish();
  if (whole) return;
  if (builder.document().content.empty()) {
    // Not well-formed from the start: its text as it stands.
    std::string title;
    std::string content;
    read_xml_text(feed, title, content);
    builder.lines(content);
  }
  throw Unreadable{NoText::kDamaged, "the feed is no well-formed XML"};
}

}  // namespace wax::document
