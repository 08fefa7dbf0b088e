#include "posts/stream/post_shapes.h"

#include <algorithm>
#include <utility>

#include "document/page/written_date.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "posts/stream/post_text.h"
#include "text/ascii.h"
#include "text/json_tree.h"

namespace wax::posts {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kKnownShapes =
#include "posts/stream/known_shapes.inc"
    ;

constexpr uint64_t kMostShapeBytes = uint64_t{1} << 20;
// Messages that are within others: a list, a view, a repost, its original, a
// quote, replies to replies. Not all levels that JSON may have, for the stack.
constexpr unsigned kMostLevels = 64;
constexpr size_t kMostLinks = 200;
constexpr size_t kLongestLink = 16 * 1024;

void read_field(const nlohmann::json& value, FieldText& field) {
  field = FieldText(value.get<std::string>());
}
void read_field(const nlohmann::json& value, FieldPath& field) {
  field = FieldPath(value.get<std::string>());
}
void read_field(const nlohmann::json& value, std::vector<FieldPath>& field) {
  for (const std::string& path : value.get<std::vector<std::string>>()) {
    field.emplace_back(path);
  }
}
void read_field(const nlohmann::json& value,
                std::vector<PostShape::Condition>& field) {
  for (const auto& [path, wanted] : value.items()) {
    PostShape::Condition& condition = field.emplace_back();
    condition.path = FieldPath(path);
    if (wanted.is_null()) continue;
    const auto text = wanted.get<std::string>();
    if (text.starts_with('{')) {
      condition.same = FieldText(text);
    } else {
      condition.value = text;
    }
  }
}
void read_field(const nlohmann::json& value, std::string& field) {
  field = value.get<std::string>();
}

PostShape read_shape(const nlohmann::json& object) {
  PostShape shape;
  for (const auto& item : object.items()) {
    bool is_known = false;
    auto field = [&](std::string_view name, auto& target) {
      if (item.key() != name) return;
      is_known = true;
      read_field(item.value(), target);
    };
    field("name", shape.name);
    field("when", shape.conditions);
    field("inside", shape.inside);
    field("deleted", shape.deleted);
    field("deleted_local", shape.deleted_local);
    field("deleted_author", shape.deleted_author);
    field("id", shape.id);
    field("local_id", shape.local_id);
    field("date", shape.date);
    field("author", shape.author);
    field("author_name", shape.author_name);
    field("language", shape.language);
    field("text", shape.text);
    field("html", shape.html);
    field("escaped_text", shape.escaped_text);
    field("escaped_more", shape.escaped_more);
    field("links", shape.links);
    field("reply_to", shape.reply_to);
    field("quoted", shape.quoted);
    field("repeated", shape.repeated);
    field("quoted_post", shape.quoted_post);
    field("repeated_post", shape.repeated_post);
    if (!is_known)
      throw UsageError("no field is called \"" + item.key() + "\"");
  }
  if (shape.conditions.empty()) {
    throw UsageError("a shape needs \"when\": what its messages have");
  }
  if (shape.inside.empty() && shape.deleted.empty() &&
      shape.deleted_local.empty() && shape.deleted_author.empty() &&
      shape.id.empty()) {
    throw UsageError(
        "a shape needs \"id\", \"inside\", \"deleted\", \"deleted_local\" or "
        "\"deleted_author\"");
  }
  return shape;
}

std::vector<PostShape> read_shapes(std::string_view json) {
  const nlohmann::json shapes = text::parse_json(json);
  if (!shapes.is_array()) throw UsageError("is no JSON array of shapes");
  std::vector<PostShape> read;
  for (const nlohmann::json& shape : shapes) read.push_back(read_shape(shape));
  return read;
}

// The language as BCP 47 writes it; empty for "und" and for texts that are not
// a language tag.
std::string language_of(std::string tag) {
  const bool is_tag = tag.size() <= 35 && tag != "und" &&
                      std::all_of(tag.begin(), tag.end(), [](char c) {
                        return text::is_alphanumeric(c) || c == '-';
                      });
  return is_tag ? std::move(tag) : std::string();
}

void add_link(std::string_view link, std::vector<std::string>& links) {
  const std::string_view url = text::trim(link, text::kAllSpace);
  if (url.empty() || url.size() > kLongestLink || links.size() == kMostLinks) {
    return;
  }
  if (!is_link(url)) return;
  if (std::find(links.begin(), links.end(), url) == links.end()) {
    links.emplace_back(url);
  }
}

}  // namespace

std::string_view name(PostKind kind) {
  switch (kind) {
    case PostKind::kReply:
      return "reply";
    case PostKind::kQuote:
      return "quote";
    case PostKind::kRepost:
      return "repost";
    default:
      return "post";
  }
}

PostShapes::PostShapes() : shapes_(read_shapes(kKnownShapes)) {}

void PostShapes::read(const std::string& file) {
  auto source = io::open_file(file);
  try {
    auto shapes = read_shapes(io::read_all(*source, kMostShapeBytes));
    std::move(shapes_.begin(), shapes_.end(), std::back_inserter(shapes));
    shapes_ = std::move(shapes);
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(file + ": " + error.what());
  } catch (const UsageError& error) {
    throw UsageError(file + ": " + error.what());
  }
}

bool PostShapes::give(dom::element message, PostSink& sink) const {
  return give(message, 0, sink);
}

const PostShape* PostShapes::shape_of(dom::element message) const {
  auto holds = [&](const PostShape::Condition& condition) {
    if (!condition.same.empty()) {
      const std::string text = condition.path.text_of(message);
      return !text.empty() && text == condition.same.of(message);
    }
    return condition.value ? condition.path.text_of(message) == *condition.value
                           : condition.path.is_in(message);
  };
  for (const PostShape& shape : shapes_) {
    if (std::all_of(shape.conditions.begin(), shape.conditions.end(), holds)) {
      return &shape;
    }
  }
  return nullptr;
}

bool PostShapes::give(dom::element message, unsigned level,
                      PostSink& sink) const {
  if (level == kMostLevels || !message.is_object()) return false;
  const PostShape* shape = shape_of(message);
  if (shape == nullptr) return false;
  bool given = false;
  for (const FieldPath& path : shape->inside) {
    path.each_of(message, [&](dom::element inner) {
      given = give(inner, level + 1, sink) || given;
    });
  }
  if (!shape->deleted.empty()) {
    const std::string id = plain_text(shape->deleted.of(message));
    if (!id.empty()) sink.deletion(id);
    return !id.empty();
  }
  if (!shape->deleted_local.empty()) {
    const std::string id = plain_text(shape->deleted_local.of(message));
    if (!id.empty()) sink.local_deletion(id);
    return !id.empty();
  }
  if (!shape->deleted_author.empty()) {
    const std::string author = plain_text(shape->deleted_author.of(message));
    if (!author.empty()) sink.author_deletion(author);
    return !author.empty();
  }
  if (shape->id.empty()) return given;
  return give_post(*shape, message, level, sink).has_value() || given;
}

std::optional<PostShapes::Given> PostShapes::give_post(const PostShape& shape,
                                                       dom::element message,
                                                       unsigned level,
                                                       PostSink& sink) const {
  Post post;
  post.id = plain_text(shape.id.of(message));
  if (post.id.empty() || post.id == "-") return {};
  post.local_id = plain_text(shape.local_id.of(message));
  post.date = document::written_date(shape.date.of(message));
  post.author = plain_text(shape.author.of(message));
  post.author_name = plain_text(shape.author_name.of(message));
  post.language = language_of(shape.language.of(message));
  auto add = [&](std::string&& url) { add_link(url, post.links); };
  for (const FieldPath& path : shape.links) {
    path.each_of(message, [&](dom::element link) { add(text_of(link)); });
  }
  if (const std::string html = shape.html.of(message); !html.empty()) {
    post.text = plain_text(read_html_post(html, add));
    if (post.links.empty()) each_url(post.text, add);
  } else {
    std::string text = shape.text.of(message);
    if (text.empty()) text = unescaped_text(shape.escaped_text.of(message));
    if (post.links.empty()) each_url(text, add);
    post.text = plain_text(text);
  }
  if (!shape.escaped_more.empty()) {
    each_url(unescaped_text(shape.escaped_more.of(message)), add);
  }
  // What others wrote, and the id of theirs.
  auto give_inner = [&](const FieldPath& path) {
    std::optional<Given> given;
    path.each_of(message, [&](dom::element inner) {
      if (given || level + 1 == kMostLevels || !inner.is_object()) return;
      const PostShape* inner_shape = shape_of(inner);
      if (inner_shape == nullptr || inner_shape->id.empty()) return;
      given = give_post(*inner_shape, inner, level + 1, sink);
    });
    return given;
  };
  const auto repeated = give_inner(shape.repeated_post);
  const auto quoted = give_inner(shape.quoted_post);
  auto set_parent = [&](PostKind kind, const std::string& id) {
    if (!post.parent.empty() || id.empty()) return;
    post.kind = kind;
    post.parent = plain_text(id);
  };
  if (repeated) {
    // The network cuts the text of a repost, and with it its last link.
    for (const std::string& link : repeated->links) add_link(link, post.links);
    set_parent(PostKind::kRepost, repeated->id);
  }
  set_parent(PostKind::kRepost, shape.repeated.of(message));
  set_parent(PostKind::kReply, shape.reply_to.of(message));
  if (quoted) set_parent(PostKind::kQuote, quoted->id);
  set_parent(PostKind::kQuote, shape.quoted.of(message));
  Given given{post.id, post.links};
  sink.post(std::move(post));
  return given;
}

}  // namespace wax::posts
