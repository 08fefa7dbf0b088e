#include "rank/sitelinks.h"

#include <utility>
#include <vector>

#include "rank/line_blocks.h"
#include "text/ascii.h"
#include "text/json.h"

namespace wax::rank {
namespace {

constexpr std::string_view kSitelinks = "\"sitelinks\":";

// The id near the front: {"type":"item","id":"Q42",...
std::string_view id_of(std::string_view entity) {
  text::JsonMembers members(entity);
  for (text::JsonMemberText member; members.next(member);) {
    if (member.name == "id" && member.is_string) return member.value;
    if (!member.is_string) break;  // what is long comes after it
  }
  return {};
}

// The object of the links, searched from the end, where it stands. Quotes in
// texts have a "\" before them, so no text looks like the name.
std::string_view links_of(std::string_view entity) {
  for (size_t at = entity.rfind(kSitelinks); at != std::string_view::npos;
       at = at == 0 ? std::string_view::npos
                    : entity.rfind(kSitelinks, at - 1)) {
    if (at > 0 && entity[at - 1] == '\\') continue;
    return entity.substr(at + kSitelinks.size());
  }
  return {};
}

// Whether an object ends where the text of an entity does.
bool is_whole(std::string_view entity) {
  return entity.starts_with('{') && entity.ends_with('}');
}

struct LinkBlock {
  std::string links;
  std::vector<uint64_t> bad;  // lines, from 0
  uint64_t lines = 0;
  bool ended = false;  // has the "]"
};

void parse_entities(std::string_view lines, WikiKeys keys, LinkBlock& block) {
  for_each_line(lines, [&](std::string_view line) {
    line = text::trim(line);
    if (line == "]") {
      block.ended = true;
    } else if (!line.empty() && line != "[" &&
               !append_sitelinks(line, block.links, keys)) {
      block.bad.push_back(block.lines);
    }
    ++block.lines;
  });
}

class Sitelinks final : public lines::LineStream {
 public:
  Sitelinks(const InputFile& dump, WikiKeys keys, uint64_t jobs,
            ProblemSink& problems)
      : name_(dump.name),
        problems_(problems),
        blocks_({dump}, jobs, [keys](std::string_view lines, LinkBlock& block) {
          parse_entities(lines, keys, block);
        }) {}

  bool next(std::string_view& line) override {
    while (rest_.empty()) {
      auto* block = blocks_.next();
      if (block == nullptr) {
        if (!ended_ && !reported_) {
          reported_ = true;
          problems_.report({Severity::kLost,
                            "rank-cut-dump",
                            name_,
                            {},
                            "the dump ends without its \"]\""});
        }
        return false;
      }
      for (uint64_t bad : block->result.bad) {
        problems_.report({Severity::kLost,
                          "rank-bad-entity",
                          name_,
                          {},
                          "line " + std::to_string(lines_ + bad + 1) +
                              " is not an entity as Wikidata's dumps have it"});
      }
      lines_ += block->result.lines;
      ended_ = ended_ || block->result.ended;
      rest_ = block->result.links;
    }
    line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(line.size() + 1);
    return true;
  }

 private:
  std::string name_;
  ProblemSink& problems_;
  ParsedBlocks<LinkBlock> blocks_;
  std::string_view rest_;
  uint64_t lines_ = 0;
  bool ended_ = false;
  bool reported_ = false;
};

}  // namespace

bool append_sitelinks(std::string_view line, std::string& out, WikiKeys keys) {
  line = text::trim(line);
  if (line.ends_with(',')) line.remove_suffix(1);
  const std::string_view id = id_of(line);
  if (!is_whole(line) || id.empty()) return false;
  std::string title;
  text::JsonMembers links(links_of(line));
  for (text::JsonMemberText link; links.next(link);) {
    const std::string site = site_of_wiki(link.name, keys);
    if (site.empty()) continue;
    text::JsonMembers members(link.value);
    for (text::JsonMemberText member; members.next(member);) {
      if (member.name != "title") continue;
      title.clear();
      text::append_unescaped(member.value, title);
      if (append_wiki_key(site, title, out, keys)) {
        out += ' ';
        out += id;
        out += '\n';
      }
      break;
    }
  }
  return true;
}

std::unique_ptr<lines::LineStream> sitelinks(const InputFile& dump,
                                             WikiKeys keys, uint64_t jobs,
                                             ProblemSink& problems) {
  return std::make_unique<Sitelinks>(dump, keys, jobs, problems);
}

}  // namespace wax::rank
