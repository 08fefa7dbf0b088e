// The forms in which networks write posts as JSON, and what each field of a
// post is called there.
#pragma once

#include <simdjson.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "posts/stream/field_path.h"
#include "posts/stream/post.h"

namespace wax::posts {

// A form of messages. Paths of which several are given are tried in order,
// but for links, of which all count.
struct PostShape {
  struct Condition {
    FieldPath path;
    std::optional<std::string> value;
    FieldText same;  // its text; without this and a value, it is there
  };
  std::string name;
  std::vector<Condition> conditions;  // all hold
  // The messages in it. Without an id, it is no post itself.
  std::vector<FieldPath> inside;
  // The id of a post that was deleted: it is no post itself.
  FieldText deleted;
  // The same, as the server that sent it names it.
  FieldText deleted_local;
  // The author all of whose posts were deleted: it is no post itself.
  FieldText deleted_author;

  FieldText id;
  FieldText local_id;
  FieldText date;
  FieldText author;
  FieldText author_name;
  FieldText language;
  FieldText text;
  FieldText html;          // the text as HTML
  FieldText escaped_text;  // the text with &amp;, &lt; and &gt;
  FieldText escaped_more;  // another one, whose links count, too
  std::vector<FieldPath> links;
  FieldText reply_to;     // the id of another post
  FieldText quoted;       // the same
  FieldText repeated;     // the same
  FieldPath quoted_post;  // that message
  FieldPath repeated_post;
};

// Takes what a message says.
class PostSink {
 public:
  virtual ~PostSink() = default;
  virtual void post(Post&& post) = 0;
  virtual void deletion(std::string_view id) = 0;
  // The post with that local_id is deleted.
  virtual void local_deletion(std::string_view id) = 0;
  virtual void author_deletion(std::string_view author) = 0;
};

class PostShapes {
 public:
  // Knows the shapes of classic statuses (Twitter 1.0 to 2), ActivityPub and
  // Mastodon, Bluesky and Reddit.
  PostShapes();

  // Reads more, which are tried before those: a JSON array of objects with the
  // names of man/wax-posts.1 ("Shapes"). Throws IoError, and UsageError for
  // what is no such file.
  void read(const std::string& file);

  // Gives posts, those first which others repeat or quote, and deletions. False
  // when the message has none of the shapes. Throws what `sink` throws. Any
  // thread.
  bool give(simdjson::dom::element message, PostSink& sink) const;

 private:
  bool give(simdjson::dom::element message, unsigned level,
            PostSink& sink) const;
  // The id and the links of the post.
  struct Given {
    std::string id;
    std::vector<std::string> links;
  };
  std::optional<Given> give_post(const PostShape& shape,
                                 simdjson::dom::element message, unsigned level,
                                 PostSink& sink) const;
  const PostShape* shape_of(simdjson::dom::element message) const;

  std::vector<PostShape> shapes_;
};

}  // namespace wax::posts
