// Everything that a server shows.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "answers/opened/archives.h"
#include "answers/opened/collections.h"
#include "answers/opened/site.h"
#include "answers/requests/message.h"
#include "index/store/kept_documents.h"
#include "index/store/limits.h"
#include "io/problem.h"

namespace wax::answers {

// Where pages are shown with their scripts: by a server of another port, which
// browsers take for another origin.
struct ScriptedPlace {
  uint16_t port = 0;  // 0: there is no such server
  // Where readers find it: "https://scripts.example.org". Empty: at `port` of
  // the host that they ask.
  std::string url;
  uint16_t main_port = 0;  // of the server that has all else
  std::string main_url;    // Request::public_url of its requests
};

// Handlers hold a reference; it is the same as long as the server runs.
struct Holdings {
  Collections collections;
  // Links to captures are this, the date, "/" and the URL: the prefix of a
  // replay system such as pywb. Empty: none.
  std::string replay;
  ScriptedPlace scripted;
  // What is said of pages whose captures rules hide or block, in the words of
  // the library. Empty: hidden ones are as if they were not there.
  std::string taken_away;
  Site site;  // of the whole server
  // The folder of the manual as HTML, at /help/; empty: none is at hand.
  std::string manual;
  // The archives that the captures name; null: none are at hand.
  std::unique_ptr<const Archives> archives;
  // Whether hits have the pictures of pages that crawlers keep beside them.
  bool shows_page_pictures = false;
  // Takes sentences for the administrator, from any thread.
  std::function<void(std::string_view)> report;
  // Stored values of the hits that were shown last; null: none are kept.
  std::unique_ptr<index::KeptDocuments> kept;
  // Shards over which queries were evaluated since the start.
  mutable std::atomic<uint64_t> evaluations{0};

  // Other servers have archives: those of the shards that are joined here.
  bool has_other_archives = false;

  // What the library says of itself: `site`, or else that of the only
  // collection.
  [[nodiscard]] const Site& house() const {
    const auto& all = collections.all();
    return site.is_empty() && all.size() == 1 ? all.front()->site() : site;
  }
  [[nodiscard]] bool has_archives() const {
    return archives != nullptr && archives->any();
  }
  // Whether captures can be shown.
  [[nodiscard]] bool shows_captures() const {
    return has_archives() || has_other_archives;
  }
};

// The URL of a capture in the replay system; empty when the server knows no
// such system.
[[nodiscard]] inline std::string replay_url(const Holdings& holdings,
                                            std::string_view date,
                                            std::string_view url) {
  if (holdings.replay.empty()) return {};
  std::string link = holdings.replay;
  return link.append(date).append("/").append(url);
}

// What the paths of one collection begin with: "/NAME"; of all (null), nothing.
[[nodiscard]] inline std::string path_before(const Collection* collection) {
  return collection == nullptr ? std::string() : '/' + collection->name();
}

struct Scope {
  const Holdings* holdings = nullptr;
  const Collection* collection = nullptr;  // null: all of them
  std::shared_ptr<const Generation> generation;
  // What an answer may cost; null memory: no limit.
  std::chrono::steady_clock::time_point deadline =
      std::chrono::steady_clock::time_point::max();
  std::shared_ptr<index::MemoryBudget> memory = nullptr;
  // If all: each one that has full text, in the order of its documents.
  std::vector<Scope> members = {};
  // What was asked for, without "in", for the same of another collection:
  // "/search?query=heron"; may be empty.
  std::string target = {};
  std::string languages = {};  // of the reader: asked_languages()

  [[nodiscard]] bool is_all() const { return collection == nullptr; }
  // The name of the collection, or kAllCollections.
  [[nodiscard]] std::string name() const {
    return is_all() ? std::string(kAllCollections) : collection->name();
  }
  // The scope of the collection that has the document.
  [[nodiscard]] const Scope& of_document(uint64_t document) const;
  // Counts an answer that may lack something.
  void count_incomplete() const;
  // Whether links must name the collection.
  [[nodiscard]] bool is_one_of_many() const {
    return holdings->collections.all().size() > 1;
  }
};

// What was asked for, without the collection and the page of the result.
[[nodiscard]] std::string target_of(const Request& request);

// The languages that the reader wants, in the form of the header
// Accept-Language: what the cookie kLanguageCookie has, else that header.
inline constexpr std::string_view kLanguageCookie = "wax-language";
[[nodiscard]] std::string asked_languages(const Request& request);

// The collection that the parameter "in" names, else the first one, in its last
// state, with the limits of the request. Throws NotFound, also for
// kAllCollections when there are several.
[[nodiscard]] Scope scope_of(const Holdings& holdings, const Request& request);
// The same for searches, which kAllCollections may be asked for.
[[nodiscard]] Scope search_scope_of(const Holdings& holdings,
                                    const Request& request);

// Tells Holdings::report what is odd about the data, and remembers what of the
// collection is lost. `scope` outlives it.
class ReportedData final : public ProblemSink {
 public:
  explicit ReportedData(const Scope& scope) : scope_(&scope) {}
  void report(Problem problem) override;

 private:
  const Scope* scope_;
};

}  // namespace wax::answers
