// wax-posts: the posts of social networks in archives.
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/output.h"
#include "posts/list/author_names.h"
#include "posts/list/post_list.h"
#include "posts/stream/post_reader.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::posts_tool {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-posts",
    "list the posts of social networks in archives, each once",
    "[OPTION]... ARCHIVE...",
    "wax-posts stream.warc.gz | wax-resolve --posts --cdx all.cdx | wax-shares",
    "wax-resolve wax-shares",
    "Posts"};

struct Options {
  std::vector<std::string> inputs;
  std::string files_from;
  posts::PostListOptions list;
  std::string shapes;
  std::string author_key;
  std::string output = "-";
  bool force = false;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_archives(table, options.inputs, options.files_from,
                        "ARC or WARC files, or files of posts as JSON, "
                        "compressed or not");
  table
      .option("author-key", options.author_key, "FILE",
              "hash authors with the bytes of FILE, so that they are the same "
              "in each list")
      .more =
      "When FILE is not there, a random key is made and written to it, for its "
      "owner alone. Without the option, the key is random and nobody keeps it: "
      "each run has other authors. Who has no key cannot find authors by "
      "trying names.";
  table.flag("author-names", options.list.author_names,
             "write authors as their networks give them");
  table.flag("texts", options.list.text,
             "add a column with the text of the post");
  table
      .flag("deletions", options.list.deletions,
            "also write a line of kind delete for each deletion, for "
            "posts in other lists")
      .more =
      "Where all posts of an author were deleted, the line has the author and "
      "no id. It needs --author-key, the same for all lists, or "
      "--author-names.";
  table.option("shapes", options.shapes, "FILE",
               "posts may also have these shapes, a JSON file that names their "
               "fields");
  cli::declare_line_output(table, options.output, options.force);
  table.group("Resources");
  cli::declare_sorting(table, options.list.sort.memory,
                       options.list.sort.tmpdir);
}

// Writes a new key, which only the owner of the file can read.
std::string made_key(const std::string& file) {
  std::string key = posts::random_author_key();
  const mode_t before = ::umask(S_IRWXG | S_IRWXO);
  auto output = io::open_output(file, false);
  output->write(key);
  output->finish();
  ::umask(before);
  return key;
}

std::string read_key(const std::string& file, cli::Console& console) {
  std::error_code none;
  if (!std::filesystem::exists(std::filesystem::symlink_status(file, none))) {
    console.message(file + ": a new key is written; keep it for other lists");
    return made_key(file);
  }
  constexpr uint64_t kLongestKey = 1 << 20;
  std::string key = io::read_all(*io::open_file(file), kLongestKey);
  if (key.empty()) throw UsageError(file + ": has no bytes for a key");
  return key;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  if (options.list.author_names && !options.author_key.empty()) {
    throw UsageError("--author-names excludes --author-key");
  }
  posts::PostListOptions list_options = options.list;
  list_options.sort.jobs = 1;
  if (!options.author_key.empty()) {
    list_options.author_key = read_key(options.author_key, console);
  }
  posts::PostShapes shapes;
  if (!options.shapes.empty()) shapes.read(options.shapes);
  auto output = console.open_line_output(options.output, options.force);
  posts::PostCounts counts;
  posts::PostListCounts list_counts;
  posts::PostList list(list_options, list_counts);
  const std::vector<std::string> archives =
      cli::find_archives(options.inputs, options.files_from, console);
  for (const std::string& archive : archives) {
    posts::read_posts(archive, shapes, list, counts, console);
  }
  const uint64_t written = list.lines()->copy_to(*output);
  output->finish();
  if (list_counts.unwritten_authors > 0) {
    console.report(
        {Severity::kLost, "post-deletion-without-key", archives.front(),
         std::nullopt,
         "other lists are not told that all posts of an author were deleted "
         "(authors: " +
             std::to_string(list_counts.unwritten_authors) +
             "): that needs --author-key"});
  }
  console.summary({{"streams", counts.streams},
                   {"messages", counts.messages},
                   {"posts", counts.posts},
                   {"deletions", counts.deletions},
                   {"written", written},
                   {"deleted", list_counts.deleted},
                   {"duplicates", list_counts.duplicates},
                   {"reposts found by text", list_counts.matched},
                   {"reposts of deleted posts", list_counts.of_deleted},
                   {"other messages", counts.other},
                   {"bad", counts.bad}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::posts_tool

int main(int argc, char** argv) {
  using namespace wax::tools::posts_tool;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
