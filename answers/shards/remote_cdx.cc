#include "answers/shards/remote_cdx.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "answers/shards/cbor.h"
#include "io/error.h"
#include "lines/line_stream.h"

namespace wax::answers {
namespace {

using nlohmann::json;

// Most look-ups want few lines.
constexpr uint64_t kFirstPiece = 16 * 1024;
constexpr uint64_t kLargestPiece = 1024 * 1024;

// A file of a shard. Copies ask the same server.
struct RemoteFile {
  std::shared_ptr<ShardSession> session;
  size_t shard = 0;
  std::shared_ptr<const ShardFacts> facts;
  uint64_t file = 0;
  bool listed = false;

  // Nothing when the shard is gone now. An answer of another state than `facts`
  // counts when `may_renew`, and the files are those that they were.
  [[nodiscard]] std::optional<ShardAnswer> ask(const std::string& path,
                                               LinesQuestion question,
                                               bool may_renew) {
    constexpr int kTries = 3;
    const ShardServers& servers = session->servers();
    const auto no_limit = ShardServers::Clock::time_point::max();
    question.file = file;
    question.listed = listed;
    try {
      for (int tries = 1; !session->is_gone(shard); ++tries) {
        question.state = facts->state;
        ShardAnswer answer = servers.ask(
            shard,
            {path, encoded(question), {{"Content-Type", std::string(kCbor)}}},
            no_limit);
        if (answer.status == 200) return answer;
        if (answer.status != 409) {
          throw ShardGone("the shard " + servers.name(shard) +
                          " answered with the HTTP status " +
                          std::to_string(answer.status));
        }
        auto renewed = servers.ask_for_facts(shard, no_limit);
        if (!may_renew || tries == kTries ||
            renewed->cdx_heads != facts->cdx_heads) {
          throw ShardGone("the shard " + servers.name(shard) +
                          " changed while it was read");
        }
        facts = std::move(renewed);
      }
    } catch (const ShardGone& gone) {
      session->set_gone(shard, gone.what());
    }
    return std::nullopt;
  }
};

class RemoteLines final : public lines::LineStream {
 public:
  RemoteLines(RemoteFile file, cdx::SearchRange range, bool backwards)
      : file_(std::move(file)), range_(std::move(range)) {
    question_.backwards = backwards;
    question_.most = kFirstPiece;
  }

  bool next(std::string_view& line) override {
    while (at_ >= piece_.size()) {
      if (ended_) return false;
      fetch();
    }
    const size_t end = std::min(piece_.find('\n', at_), piece_.size());
    line = std::string_view(piece_).substr(at_, end - at_);
    at_ = end + 1;
    return true;
  }

 private:
  void fetch() {
    question_.range = range_;
    auto answer =
        file_.ask("/api/shard/lines", question_, std::exchange(first_, false));
    at_ = 0;
    piece_ = answer ? std::move(answer->body) : std::string();
    ended_ = !answer || !answer->more() || piece_.empty();
    if (ended_) return;
    question_.most = std::min(4 * question_.most, kLargestPiece);
    const std::string_view all =
        std::string_view(piece_).substr(0, piece_.size() - 1);
    const std::string last(all.substr(all.rfind('\n') + 1));
    if (question_.backwards) {
      range_.end = last;
    } else {
      range_.first = last + '\0';
    }
  }

  RemoteFile file_;
  cdx::SearchRange range_;
  LinesQuestion question_;
  std::string piece_;
  size_t at_ = 0;
  bool first_ = true;
  bool ended_ = false;
};

class RemoteCdx final : public cdx::Searchable {
 public:
  explicit RemoteCdx(RemoteFile file)
      : file_(std::move(file)),
        name_(file_.session->servers().name(file_.shard)) {}

  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] std::unique_ptr<Searchable> again() const override {
    return std::make_unique<RemoteCdx>(file_);
  }
  [[nodiscard]] std::string head() override {
    return file_.facts->cdx_heads[file_.file];
  }
  [[nodiscard]] std::unique_ptr<lines::LineStream> keys() override {
    return lines({"", "\xff"});
  }
  [[nodiscard]] std::unique_ptr<lines::LineStream> lines(
      const cdx::SearchRange& range) override {
    return std::make_unique<RemoteLines>(file_, range, false);
  }
  [[nodiscard]] std::unique_ptr<lines::LineStream> lines_backwards(
      const cdx::SearchRange& range) override {
    return std::make_unique<RemoteLines>(file_, range, true);
  }
  [[nodiscard]] std::unique_ptr<lines::LineStream> lines_of_blocks(
      const cdx::SearchRange&, uint64_t, uint64_t) override {
    throw_no_blocks();
  }
  [[nodiscard]] std::unique_ptr<lines::LineStream> blocks(
      const cdx::SearchRange&) override {
    throw_no_blocks();
  }
  [[nodiscard]] uint64_t parts(const cdx::SearchRange& range,
                               const Tick&) override {
    return ask_for_parts(range, 0).parts;
  }
  [[nodiscard]] std::string part_start(const cdx::SearchRange& range,
                                       uint64_t n) override {
    const PartsAnswer answer = ask_for_parts(range, n);
    return answer.parts == 0 ? range.end : answer.start;
  }

 private:
  [[noreturn]] static void throw_no_blocks() {
    throw UsageError(
        "the blocks of a ZipNum are told by the servers of the shards alone");
  }

  PartsAnswer ask_for_parts(const cdx::SearchRange& range, uint64_t n) {
    LinesQuestion question;
    question.range = range;
    question.part = n;
    auto answer = file_.ask("/api/shard/parts", question, true);
    return answer ? decoded_parts(answer->body) : PartsAnswer();
  }

  RemoteFile file_;
  std::string name_;
};

}  // namespace

std::string encoded(const LinesQuestion& question) {
  return cbor_of({question.state, question.file, question.range.first,
                  question.range.end, question.listed, question.backwards,
                  question.most, question.part});
}

LinesQuestion decoded_lines(std::string_view bytes) {
  return read_cbor(bytes, [](const json& message) {
    LinesQuestion question;
    message.at(0).get_to(question.state);
    message.at(1).get_to(question.file);
    message.at(2).get_to(question.range.first);
    message.at(3).get_to(question.range.end);
    message.at(4).get_to(question.listed);
    message.at(5).get_to(question.backwards);
    message.at(6).get_to(question.most);
    message.at(7).get_to(question.part);
    question.most = std::min(question.most, kLargestPiece);
    return question;
  });
}

std::string encoded(const PartsAnswer& answer) {
  return cbor_of({answer.parts, answer.start});
}

PartsAnswer decoded_parts(std::string_view bytes) {
  return read_cbor(bytes, [](const json& message) {
    return PartsAnswer{message.at(0).get<uint64_t>(),
                       message.at(1).get<std::string>()};
  });
}

std::vector<std::unique_ptr<cdx::Searchable>> open_remote_cdx(
    const std::shared_ptr<ShardSession>& session, bool listed,
    std::optional<size_t> shard) {
  std::vector<std::unique_ptr<cdx::Searchable>> files;
  const ShardSession::AllFacts all =
      session->facts_of_some(ShardServers::Clock::time_point::max());
  for (size_t n = 0; n < all.size(); ++n) {
    if (all[n] == nullptr || (shard && n != *shard)) continue;
    for (size_t file = 0; file < all[n]->cdx_heads.size(); ++file) {
      files.push_back(std::make_unique<RemoteCdx>(
          RemoteFile{session, n, all[n], file, listed}));
    }
  }
  return files;
}

}  // namespace wax::answers
