// Rules of access against a naive model: what a server with rules answers is
// what one answers that never had the captures that are not seen.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "answers/requests/escape.h"
#include "answers/requests/message.h"
#include "answers/shards/shard_servers.h"
#include "cdx/url/url_key.h"
#include "collection/access/collection_access.h"
#include "collection/access/derived.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "serve/api/api_routes.h"
#include "serve/api/memento.h"
#include "serve/pages/page_routes.h"
#include "tests/serve/test_server.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/record/date.h"

namespace wax::serve::access_model {
namespace {

using cdx::UrlKeyKind;

// A URL and the host that people would say it has.
struct HostedUrl {
  std::string url;
  std::string host;
};

const std::string kLong(17'000, 'x');

const std::vector<HostedUrl>& all_urls() {
  static const std::vector<HostedUrl> urls = {
      {"http://example.org/", "example.org"},
      {"http://www.example.org/a", "example.org"},
      {"https://example.org/a/b?q=1", "example.org"},
      {"http://EXAMPLE.org/Private/x", "example.org"},
      {"http://example.org./dot", "example.org"},
      {"http://example.org:8080/port", "example.org"},
      {"http://user:pw@example.org/user", "example.org"},
      {"http://sub.example.org/a", "sub.example.org"},
      {"http://example.org/?z=1&a=2", "example.org"},
      {"http://example.org/" + kLong, "example.org"},
      {"http://xn--bcher-kva.example/a", "xn--bcher-kva.example"},
      {"http://b\xC3\xBC"
       "cher.example/utf",
       "xn--bcher-kva.example"},
      {"http://www2.other.net/a", "other.net"},
      {"https://other.net:443/a/b", "other.net"},
      {"http://other.net/%61%62/" + kLong, "other.net"},
      {"ftp://other.net/file", "other.net"},
      {"http://192.168.0.1/a", "192.168.0.1"},
      {"http://exampleorg/a", "exampleorg"},
      {"http://notexample.org/a", "notexample.org"},
      {"http://org/", "org"},
      {"http://0xc0a80001/hex", "192.168.0.1"},
      {"http://[0:0:0:0:0:0:0:1]/a", "::1"},
      {"http://example.org:99999/port", "example.org"},
      {"urn:text:http://www.example.org/a", "example.org"},
      {"screenshot:http://sub.example.org/a", "sub.example.org"},
      {"dns:other.net", "other.net"},
  };
  return urls;
}

const std::vector<HostedUrl>& rule_hosts() {
  static const std::vector<HostedUrl> hosts = {
      {"example.org", "example.org"},
      {"www.Example.ORG.", "example.org"},
      {"sub.example.org", "sub.example.org"},
      {"b\xC3\xBC"
       "cher.example",
       "xn--bcher-kva.example"},
      {"xn--bcher-kva.example", "xn--bcher-kva.example"},
      {"other.net", "other.net"},
      {"192.168.0.1", "192.168.0.1"},
      {"[::1]", "::1"},
      {"org", "org"},
      {"ample.org", "ample.org"}};
  return hosts;
}

const std::vector<std::string> kRulePrefixes = {
    "org,example",    "org,example)/",     "org,example)/a",
    "org,example)/p", "org,example,sub)/", "net,other)/",
    "net,other)/ab",  "example,",          "org,"};

const std::vector<std::string> kRuleUrls = {
    "http://example.org/a", "http://example.org/?z=1",
    "http://example.org/",  "http://other.net/%61b/",
    "https://other.net/a/", "http://sub.example.org/a"};

enum class Action { kShow, kUnlist, kBlock, kHide };

struct ModelRule {
  Action action = Action::kBlock;
  std::string kind;   // "all", "surt", "host", "url", "digest"
  std::string value;  // of a host: without "www.", of a digest: bare
  std::string first = "00000000000000";
  std::string last = "99999999999999";
  std::string line;
};

struct ModelCapture {
  size_t n = 0;
  std::string url;
  std::string date;    // 14 digits, fewer, or "-"
  std::string digest;  // bare, or "-"
  std::string host;
  const ModelCapture* original = nullptr;  // of another URL: it is a revisit
  const ModelCapture* body = nullptr;     // what its text is of, if another one
  const ModelCapture* said_by = nullptr;  // an image: the page that says it

  [[nodiscard]] std::string key(UrlKeyKind kind) const {
    return cdx::url_key(kind, url);
  }
  [[nodiscard]] std::string archive() const {
    return "arc" + std::to_string(n) + ".warc";
  }
  [[nodiscard]] bool has_date() const { return date.size() == 14; }
};

std::string surt_of(const std::string& url) {
  return cdx::url_key(UrlKeyKind::kSurt, url);
}

// The URL that decides too: that of the page that a record is beside, and the
// usual spelling.
std::string other_url(const std::string& url) {
  static const std::map<std::string, std::string> others = {
      {"http://0xc0a80001/hex", "http://192.168.0.1/hex"},
      {"http://[0:0:0:0:0:0:0:1]/a", "http://[::1]/a"},
      {"http://example.org:99999/port", "http://example.org/port"},
      {"urn:text:http://www.example.org/a", "http://www.example.org/a"},
      {"screenshot:http://sub.example.org/a", "http://sub.example.org/a"},
      {"dns:other.net", "http://other.net/"}};
  const auto found = others.find(url);
  return found == others.end() ? "" : found->second;
}

bool fits_url(const ModelRule& rule, const std::string& url,
              const std::string& host, const std::string& digest) {
  const std::string key = surt_of(url);
  if (rule.kind == "all") return true;
  if (rule.kind == "surt") return key.starts_with(rule.value);
  if (rule.kind == "digest") return digest == rule.value;
  if (rule.kind == "host") {
    return host == rule.value || host.ends_with('.' + rule.value);
  }
  if (url.starts_with(rule.value)) return true;
  const std::string prefix = surt_of(rule.value);
  if (!key.starts_with(prefix)) return false;
  const std::string rest = key.substr(prefix.size());
  return !rule.value.ends_with('/') || rest.empty() || prefix.ends_with('/') ||
         rest[0] == '/' || rest[0] == '?';
}

bool model_fits(const ModelRule& rule, const std::string& url,
                const std::string& host, const std::string& digest) {
  const std::string other = other_url(url);
  return fits_url(rule, url, host, digest) ||
         (!other.empty() && fits_url(rule, other, host, digest));
}

size_t model_length(const ModelRule& rule) {
  if (rule.kind == "surt") return rule.value.size();
  if (rule.kind == "url") return surt_of(rule.value).size();
  if (rule.value == "::1") return rule.value.size();
  if (rule.kind == "host") return surt_of("http://" + rule.value).find(')');
  return 0;
}

bool is_beside_page(const std::string& url) {
  return url.starts_with("urn:") || url.starts_with("screenshot:") ||
         url.starts_with("dns:");
}

// The same time so many days later; a day of June, which has 30.
std::string days_later(const std::string& date, int days) {
  const auto day = std::clamp(std::stoi(date.substr(6, 2)), 1, 30);
  const std::chrono::year_month_day moved =
      std::chrono::sys_days(std::chrono::year(std::stoi(date.substr(0, 4))) /
                            6 / day) +
      std::chrono::days(days);
  const unsigned number = static_cast<unsigned>(int{moved.year()}) * 10000 +
                          unsigned{moved.month()} * 100 + unsigned{moved.day()};
  return std::to_string(number) + date.substr(8);
}

// The first rule in order that holds decides; of those that may hold for a date
// of which digits are missing, the strictest. A record beside a page may show a
// capture of 30 days before or after it.
Action model_of(const std::vector<ModelRule>& rules, const std::string& url,
                const std::string& host, const std::string& digest,
                const std::string& date) {
  const std::string digits = date == "-" ? "" : date;
  std::string first = digits + std::string(14 - digits.size(), '0');
  std::string last = digits + std::string(14 - digits.size(), '9');
  if (is_beside_page(url) && !digits.empty()) {
    first = days_later(first, -30);
    last = days_later(last, 30);
  }
  std::vector<ModelRule> fitting;
  for (const ModelRule& rule : rules) {
    if (model_fits(rule, url, host, digest)) fitting.push_back(rule);
  }
  auto order = [](const ModelRule& rule) {
    return std::tuple(rule.action == Action::kHide, rule.kind == "digest",
                      model_length(rule));
  };
  std::stable_sort(
      fitting.begin(), fitting.end(),
      [&](const auto& a, const auto& b) { return order(a) > order(b); });
  Action strictest = Action::kShow;
  for (const ModelRule& rule : fitting) {
    if (rule.last < first || rule.first > last) continue;
    strictest = std::max(strictest, rule.action);
    if (rule.first <= first && last <= rule.last) break;
  }
  return strictest;
}

// A document of the full text: a URL key and digest.
struct ModelDocument {
  std::vector<const ModelCapture*> captures;
};

struct World {
  std::vector<ModelCapture> captures;
  UrlKeyKind kind = UrlKeyKind::kSurt;

  [[nodiscard]] std::vector<ModelDocument> documents() const {
    std::map<std::pair<std::string, std::string>, ModelDocument> found;
    for (const ModelCapture& one : captures) {
      found[{one.key(kind), one.digest}].captures.push_back(&one);
    }
    std::vector<ModelDocument> all;
    for (auto& [identity, document] : found) {
      auto& of = document.captures;
      std::stable_sort(of.begin(), of.end(), [](const auto* a, const auto* b) {
        return std::pair(!a->has_date(), a->date) <
               std::pair(!b->has_date(), b->date);
      });
      all.push_back(std::move(document));
    }
    return all;
  }
};

World random_world(std::mt19937& random, UrlKeyKind kind) {
  World world;
  world.kind = kind;
  auto below = [&](size_t n) { return random() % n; };
  const std::string digits = "ABCDE";
  constexpr size_t kCaptures = 28;
  world.captures.reserve(kCaptures);
  for (size_t n = 0; n < kCaptures; ++n) {
    ModelCapture one;
    one.n = n + 10;
    const HostedUrl& place = all_urls()[below(all_urls().size())];
    one.url = place.url;
    one.host = place.host;
    // The second tells which one it is.
    one.date = std::to_string(2003 + below(5)) + "06" +
               std::to_string(10 + below(20)) + "1200" + std::to_string(one.n);
    if (below(9) == 0) one.date.resize(one.date.size() - 4 * (1 + below(2)));
    if (below(12) == 0) one.date = "-";
    one.digest = std::string(32, digits[below(digits.size())]);
    if (below(12) == 0) one.digest = "-";
    if (n > 4 && below(3) == 0) {
      const ModelCapture& original = world.captures[below(n)];
      if (original.original == nullptr && original.digest != "-" &&
          original.key(kind) != one.key(kind)) {
        one.original = &original;
        one.digest = original.digest;
      }
    }
    // The index knows of captures with a digest that they have the same body.
    if (one.original != nullptr && below(2) == 0) {
      one.body = &world.captures[below(n)];
    }
    if (one.original == nullptr && n > 4 && below(4) == 0) {
      const ModelCapture& page = world.captures[below(n)];
      // Texts of such long pages are not taken.
      if (page.url.size() < kLong.size()) one.said_by = &page;
    }
    world.captures.push_back(one);
  }
  return world;
}

std::vector<ModelRule> random_rules(std::mt19937& random) {
  auto below = [&](size_t n) { return random() % n; };
  std::vector<ModelRule> rules;
  const size_t count = 1 + below(5);
  for (size_t i = 0; i < count; ++i) {
    ModelRule rule;
    const std::pair<const char*, Action> actions[] = {
        {"block ", Action::kBlock},
        {"block ", Action::kBlock},
        {"allow ", Action::kShow},
        {"exclude-from-search ", Action::kUnlist},
        {"hide ", Action::kHide}};
    const auto& [word, action] = actions[below(5)];
    rule.action = action;
    rule.line = word;
    switch (below(5)) {
      case 0: {
        const HostedUrl& host = rule_hosts()[below(rule_hosts().size())];
        rule.kind = "host";
        rule.value = host.host;
        rule.line += "host " + host.url;
        break;
      }
      case 1:
        rule.kind = "surt";
        rule.value = kRulePrefixes[below(kRulePrefixes.size())];
        rule.line += "surt " + rule.value;
        if (rule.value.ends_with(',')) {  // a scope: the host and those below
          rule.kind = "host";
          rule.value.pop_back();
        }
        break;
      case 2:
        rule.kind = "url";
        rule.value = kRuleUrls[below(kRuleUrls.size())];
        rule.line += "url " + rule.value;
        break;
      case 3:
        rule.kind = "digest";
        rule.value = std::string(32, "ABCDE"[below(5)]);
        rule.line +=
            "digest " + std::string(below(2) == 0 ? "sha1:" : "") + rule.value;
        break;
      default:
        rule.kind = "all";
        rule.line += "all";
    }
    if (below(2) == 0) {
      std::string first = std::to_string(2003 + below(5));
      std::string last = std::to_string(std::stoi(first) + below(3));
      if (below(3) == 0) first += "06";
      if (below(3) == 0) last += "0615";
      rule.line += " captured " + first + '-' + last;
      rule.first = first + std::string(14 - first.size(), '0');
      rule.last = last + std::string(14 - last.size(), '9');
    }
    rules.push_back(rule);
  }
  return rules;
}

// What is seen, by the model.
struct Seen {
  std::set<size_t> captures;  // at their URLs
  std::set<size_t> dates;     // of captures, in searches
  std::vector<bool> documents;
  std::set<size_t> originals;  // captures that revisits of them may name
};

Seen seen_by_model(const World& world, const std::vector<ModelRule>& rules) {
  Seen seen;
  for (const ModelCapture& one : world.captures) {
    Action action = model_of(rules, one.url, one.host, one.digest, one.date);
    if (action < Action::kBlock) seen.captures.insert(one.n);
    if (action == Action::kShow && one.has_date()) seen.dates.insert(one.n);
    if (action == Action::kShow) seen.originals.insert(one.n);
  }
  for (const ModelDocument& document : world.documents()) {
    const ModelCapture& first = *document.captures.front();
    bool any = false;
    bool any_date = false;
    bool is_hidden = false;
    for (const ModelCapture* one : document.captures) {
      if (!one->has_date()) continue;
      any_date = true;
      any = any || seen.dates.contains(one->n);
      is_hidden = is_hidden || model_of(rules, one->url, one->host, one->digest,
                                        one->date) == Action::kHide;
    }
    if (!any_date) {
      any = model_of(rules, first.url, first.host, first.digest, "-") ==
            Action::kShow;
    }
    if (first.original != nullptr) {
      const ModelCapture& original = *first.original;
      is_hidden = is_hidden || model_of(rules, original.url, original.host, "",
                                        "-") != Action::kShow;
    }
    if (const ModelCapture* body = first.body) {
      is_hidden = is_hidden || model_of(rules, body->url, body->host, "",
                                        "-") != Action::kShow;
    }
    if (const ModelCapture* page = first.said_by) {
      is_hidden =
          is_hidden || model_of(rules, page->url, page->host, page->digest,
                                page->date) != Action::kShow;
    }
    seen.documents.push_back(any && !is_hidden);
  }
  return seen;
}

// Status, headers and body.
std::string answer_of(const Router& router, const std::string& target) {
  answers::Request request;
  request.method = "GET";
  EXPECT_TRUE(read_target(target, request));
  request.headers = {{"Host", "localhost"}};
  std::string out;
  try {
    answers::Response response = router.answer(request);
    out = std::to_string(response.status) + '\n';
    for (const answers::Header& header : response.headers) {
      out += header.name + ": " + header.value + '\n';
    }
    out += '\n' + response.body;
    std::string piece;
    while (response.stream != nullptr && response.stream->next(piece)) {
      out += piece;
      piece.clear();
    }
  } catch (const answers::NotFound&) {
    out = "404\n";
  } catch (const UsageError& error) {
    out = std::string("400\n") + error.what();
  } catch (const answers::BadArchive&) {
    out = "502\n";
  }
  return out;
}

void add_doors(const answers::Holdings& holdings, Router& router) {
  add_cdx_routes(holdings, router);
  add_memento_routes(holdings, router);
  add_shard_routes(holdings, router);
  add_search_api(holdings, router);
  add_export(holdings, router);
  add_opensearch(holdings, router);
  add_page_routes(holdings, router);
  add_raw_routes(holdings, router);
}

// A server of one collection.
class ModelSite {
 public:
  // With what is seen alone; null: with all.
  ModelSite(const World& world, const Seen* seen, const std::string& archives) {
    write_index(world, seen);
    std::vector<std::string> lines;
    for (const ModelCapture& one : world.captures) {
      if (seen != nullptr && !seen->captures.contains(one.n)) continue;
      const bool is_revisit = one.original != nullptr;
      lines.push_back(one.key(world.kind) + ' ' + one.date + ' ' + one.url +
                      (is_revisit ? " warc/revisit - " : " text/html 200 ") +
                      one.digest + " - - 100 0 " + one.archive() + '\n');
    }
    std::sort(lines.begin(), lines.end());
    std::string text = " CDX N b a m s k r M S V g\n";
    for (const std::string& line : lines) text += line;
    folder_.write("site/captures.cdx", text);
    site_.collections.add(std::make_unique<answers::Collection>(
        "site",
        answers::CollectionFiles{folder_ / "site", {}, false, false, ""},
        [this](std::string_view told) { reports_.append(told); }));
    NoProblems none;
    site_.archives = std::make_unique<const answers::Archives>(
        std::vector<std::string>{archives}, std::vector<std::string>(), nullptr,
        none);
    add_doors(site_, router_);
  }

  void set_rules(const std::string& text) {
    reports_.clear();
    folder_.write("site/access", text);
    for (const auto& one : site_.collections.all()) {
      one->look_again();
      (void)one->current();
    }
    EXPECT_EQ(reports_, "");
  }

  [[nodiscard]] std::string get(const std::string& target) const {
    return answer_of(router_, target);
  }
  // The port of a server with its answers, for one in front.
  [[nodiscard]] uint16_t port() {
    if (server_ == nullptr) server_ = std::make_unique<TestServer>(router_);
    return server_->port();
  }
  [[nodiscard]] std::string path() const { return folder_ / "site"; }

 private:
  void write_index(const World& world, const Seen* seen) {
    index::IndexWriter writer(folder_ / "site/pindexes/001/main", {});
    const std::vector<ModelDocument> documents = world.documents();
    for (size_t i = 0; i < documents.size(); ++i) {
      if (seen != nullptr && !seen->documents[i]) continue;
      const ModelCapture& first = *documents[i].captures.front();
      const std::string n = std::to_string(first.n);
      const std::string key = first.key(world.kind);
      const std::string digest =
          first.digest == "-" ? "-" : "sha1:" + first.digest;
      const std::string title = "Heron tok" + n + "end";
      const std::string content = "a grey heron of tok" + n + "end";
      const std::string type = first.said_by != nullptr ? "image/png"
                               : first.n % 2 == 0       ? "text/html"
                                                        : "text/plain";
      const std::string archive = first.archive();
      std::vector<index::FieldValue> values = {
          {"urlkey", key},      {"digest", digest}, {"url", first.url},
          {"site", first.host}, {"type", type},     {"title", title},
          {"content", content}};
      std::string places;
      for (const ModelCapture* one : documents[i].captures) {
        if (!one->has_date()) continue;
        if (seen != nullptr && !seen->dates.contains(one->n)) continue;
        values.push_back({"date", one->date});
        places += one->date + " capture 0 " + one->archive() + '\n';
      }
      const auto& of = documents[i].captures;
      const bool has_all =
          seen == nullptr || std::all_of(of.begin(), of.end(), [&](auto* one) {
            return !one->has_date() || seen->dates.contains(one->n);
          });
      if (has_all || (first.has_date() && seen->dates.contains(first.n))) {
        values.push_back({"filename", archive});
        values.push_back({"offset", "0"});
      }
      if (!places.empty()) values.push_back({"places", places});
      if (first.original != nullptr) {
        values.push_back({"revisit_of", first.original->url});
      }
      if (first.body != nullptr) {
        values.push_back({"revisit_of", first.body->url});
      }
      std::string source;
      if (const ModelCapture* page = first.said_by) {
        source = collection::print_source(page->key(world.kind), page->digest,
                                          page->date, page->url);
        values.push_back({"said_by", source});
      }
      writer.add(values);
    }
    writer.about("urlkey", std::string(cdx::name(world.kind)));
    writer.finish();
  }

  tests::TempDir folder_;
  std::string reports_;
  answers::Holdings site_;
  Router router_;
  std::unique_ptr<TestServer> server_;
};

// A server in front of others, each of which has a part of the world.
class FrontSite {
 public:
  explicit FrontSite(const std::vector<std::unique_ptr<ModelSite>>& parts) {
    answers::ShardOptions options;
    for (const auto& part : parts) {
      options.urls.push_back("http://127.0.0.1:" +
                             std::to_string(part->port()));
    }
    front_.collections.add(std::make_unique<answers::Collection>(
        "site", std::make_shared<const answers::ShardServers>(options)));
    front_.has_other_archives = true;
    add_doors(front_, router_);
  }
  [[nodiscard]] std::string get(const std::string& target) const {
    return answer_of(router_, target);
  }

 private:
  answers::Holdings front_;
  Router router_;
};

// Each record is an archive of its own, so that its name tells of it.
void write_archives(const World& world, const tests::TempDir& folder) {
  for (const ModelCapture& one : world.captures) {
    tests::WarcFields fields;
    fields.uri = one.url;
    fields.date = warc::iso_date(one.has_date() ? one.date : "20040101000000");
    if (one.original != nullptr) {
      fields.type = "revisit";
      fields.more =
          "WARC-Refers-To-Target-URI: " + one.original->url +
          "\r\nWARC-Refers-To-Date: " +
          warc::iso_date(one.original->has_date() ? one.original->date
                                                  : "20040101000000") +
          "\r\n";
    }
    fields.more += "WARC-Payload-Digest: sha1:" + one.digest + "\r\n";
    const std::string body =
        one.original != nullptr ? "" : "record" + std::to_string(one.n) + "end";
    folder.write(one.archive(),
                 tests::warc_record(tests::http_response(body), fields));
  }
}

// "/c/...": by a check of the key that is FNV-1a, its halves mixed, in
// hexadecimal digits from the lowest on.
std::string short_path(const ModelCapture& capture, UrlKeyKind kind) {
  uint32_t hash = 2166136261;
  for (const char c : capture.key(kind)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  }
  hash ^= hash >> 16;
  std::string check;
  for (int i = 0; i < 4; ++i, hash >>= 4) {
    check += "0123456789ABCDEF"[hash & 15];
  }
  return "/c/" + capture.date + '-' + capture.digest.substr(0, 8) + '-' + check;
}

std::vector<std::string> targets(const World& world) {
  std::set<std::string> all;
  for (const ModelCapture& one : world.captures) {
    const std::string url = answers::url_part(one.url);
    for (const char* more :
         {"", "&sort=reverse", "&closest=2005", "&output=json",
          "&collapse=digest", "&showNumPages=true", "&page=0",
          "&resolveRevisits=true", "&showDupeCount=true",
          "&limit=2&showResumeKey=true", "&matchType=host",
          "&matchType=host&showNumPages=true", "&matchType=prefix",
          "&matchType=prefix&output=link", "&limit=-2",
          "&fl=timestamp,filename", "&from=2004&to=2005"}) {
      for (const char* path : {"/cdx", "/site", "/cdx/search/cdx"}) {
        all.insert(std::string(path) + "?url=" + url + more);
      }
    }
    all.insert("/site?q=type:urlquery%20url:" + answers::url_part(url));
    all.insert("/site?q=type:prefixquery%20url:" + answers::url_part(url));
    all.insert("/timemap/link/" + one.url);
    all.insert("/timemap/json/" + one.url);
    all.insert("/timegate/" + one.url);
    all.insert("/api/captures?url=" + url);
    all.insert("/url?url=" + url);
    all.insert("/url/similar?url=" + url);
    all.insert("/url/capture?url=" + url + "&date=" + one.date);
    all.insert("/url/changes?url=" + url + "&from=" + one.digest +
               "&to=" + std::string(32, 'A'));
    if (one.has_date()) {
      for (const char* part : {"id_/", "hd_/", "rec_/"}) {
        all.insert("/raw/" + one.date + part + one.url);
      }
      for (const char* part : {"/", "fr_/", "im_/"}) {
        all.insert("/view/" + one.date + part + one.url);
      }
      for (const char* format : {"&format=bibtex", "&format=ris"}) {
        all.insert("/url/cite?url=" + url + "&date=" + one.date + format);
      }
      all.insert(short_path(one, world.kind));
      all.insert("/wayback/available?url=" + url + "&timestamp=" + one.date);
    }
    all.insert("/wayback/available?url=" + url);
    const std::string key = answers::url_part(one.key(world.kind));
    all.insert("/api/search?query=heron&collapse=none&urlkey=" + key);
    all.insert("/api/search?query=tok" + std::to_string(one.n) + "ende");
    all.insert("/search?query=tok" + std::to_string(one.n) + "enx");
    all.insert("/api/export?format=jsonl&query=tok" + std::to_string(one.n) +
               "end");
    all.insert("/api/export?format=cdx&urlkey=" + key);
  }
  if (world.kind == UrlKeyKind::kSurt) {
    for (const char* more : {"", "&showNumPages=true", "&page=0"}) {
      all.insert(std::string("/cdx?url=example.org&matchType=domain") + more);
      all.insert(std::string("/site?url=*.org") + more);
    }
  }
  for (const char* format : {"csv", "jsonl", "urls", "cdx"}) {
    all.insert("/api/export?query=heron&format=" + std::string(format));
  }
  all.insert("/api/search?query=&count=100&facet=type&facet=year&facet=site");
  all.insert("/api/search?query=heron&from=2004&to=2005&facet=month&count=50");
  all.insert("/api/search?query=heron&sort=newest&count=50&collapse=none");
  all.insert("/api/search?query=heron&sort=oldest&count=50&collapse=url");
  all.insert("/api/search?query=date:2005*&count=50&collapse=site");
  all.insert("/opensearch?query=heron&hitsPerSite=0&hitsPerPage=100");
  all.insert("/search?query=heron&collapse=none");
  all.insert("/trends?query=heron&query=grey&period=month");
  all.insert("/trends?query=heron&share=1");
  all.insert("/search?query=heron&type=image&collapse=none");
  all.insert("/api/search?query=type:image&count=100&collapse=none");
  for (const char* page :
       {"/collection", "/guide", "/advanced", "/sites", "/sites.svg", "/about",
        "/", "/api", "/advanced?query=heron&type=image"}) {
    all.insert(page);
  }
  return {all.begin(), all.end()};
}

void leave_out(std::string_view begin, std::string_view end,
               std::string& text) {
  for (size_t at = text.find(begin); at != text.npos;
       at = text.find(begin, at)) {
    text.erase(at, text.find(end, at) + end.size() - at);
  }
}

// Scores count words of all documents, times differ, and headers name originals
// unless rules hide them.
std::string comparable(std::string answer) {
  leave_out("\"score\":", ",", answer);
  leave_out("<nutch:score>", "</", answer);
  leave_out("<nutch:responseTime>", "</", answer);
  leave_out("WARC-Refers-To-", "\n", answer);
  leave_out("class=\"time\">", "</", answer);
  return answer;
}

std::string shortened(std::string text) {
  for (size_t at = text.find(kLong); at != text.npos; at = text.find(kLong)) {
    text.replace(at, kLong.size(), "LONG");
  }
  return text;
}

// Where two answers begin to differ.
std::string difference(const std::string& a, const std::string& b) {
  auto at = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  auto place = static_cast<size_t>(at.first - a.begin());
  size_t begin = place - std::min<size_t>(place, 200);
  return a.substr(begin, 400) + "\n--- expected:\n" + b.substr(begin, 400);
}

// What must not be told. Where the request has a date, answers have dates.
std::string leak_in(const std::string& answer, const World& world,
                    const Seen& seen, bool has_dates = false) {
  for (const ModelCapture& one : world.captures) {
    if (seen.captures.contains(one.n)) continue;
    for (const std::string& secret :
         {one.archive(), "record" + std::to_string(one.n) + "end"}) {
      if (answer.find(secret) != answer.npos) return secret;
    }
    if (has_dates) continue;
    if (one.has_date() && answer.find(one.date) != answer.npos) return one.date;
  }
  return "";
}

std::string text_of(const std::vector<ModelRule>& rules) {
  std::string text;
  for (const ModelRule& rule : rules) text += rule.line + '\n';
  return text;
}

// Asks both for some targets.
template <typename Site>
void compare_answers(const World& world, const std::vector<ModelRule>& rules,
                     const Site& ruled, const Site& twin, size_t count,
                     std::mt19937& random) {
  constexpr bool kIsFront = std::is_same_v<Site, FrontSite>;
  const Seen seen = seen_by_model(world, rules);
  const std::string text = text_of(rules);
  const bool has_unlisted = std::ranges::any_of(
      rules, [](const auto& rule) { return rule.action == Action::kUnlist; });
  std::vector<std::string> asked = targets(world);
  std::shuffle(asked.begin(), asked.end(), random);
  asked.resize(std::min(asked.size(), count));
  for (const std::string& target : asked) {
    std::string answer = comparable(ruled.get(target));
    std::string expected = comparable(twin.get(target));
    const bool resolves = target.find("resolveRevisits") != target.npos;
    const bool is_body = target.starts_with("/raw/") ||
                         target.starts_with("/view/") ||
                         target.starts_with("/url/capture");
    // The twin has captures that searches do not find as any others, and
    // counts them. Shards name no original that is not shown, so a front may
    // take another one.
    const bool counts = target.starts_with("/collection");
    const bool differs =
        (has_unlisted &&
         (counts || resolves || target.find("format=cdx") != target.npos)) ||
        (kIsFront && (is_body || resolves));
    const bool has_date = std::ranges::any_of(
        std::array{"/raw/", "/view/", "/url/cite", "/c/", "/wayback/available",
                   "/url/capture"},
        [&](const char* path) { return target.starts_with(path); });
    if (answer.starts_with("451")) {
      EXPECT_TRUE(has_date) << target;
      continue;
    }
    if (!differs || counts || kIsFront) {
      EXPECT_EQ(leak_in(answer, world, seen, has_date), "")
          << text << shortened(target) << '\n'
          << shortened(answer);
    }
    // A record is the same but for lines that name an original that is not
    // shown.
    if (target.starts_with("/raw/") && target.find("id_/") == target.npos &&
        !answer.starts_with("404")) {
      continue;
    }
    if (differs) continue;
    EXPECT_TRUE(answer == expected)
        << text << shortened(target) << '\n'
        << difference(shortened(answer), shortened(expected)) << "\n--- ends\n"
        << answer.substr(answer.size() - std::min<size_t>(answer.size(), 200));
  }
}

void compare(const World& world, const std::vector<ModelRule>& rules,
             ModelSite& ruled, const std::string& archives,
             std::mt19937& random) {
  const Seen seen = seen_by_model(world, rules);
  ruled.set_rules(text_of(rules));
  // Files without a line, or with one of a host without a dot, do not tell of
  // which kind their keys are.
  const bool tells_kind =
      std::ranges::any_of(world.captures, [&](const auto& c) {
        const std::string key = c.key(world.kind);
        return seen.captures.contains(c.n) && key.find('.') < key.find('/');
      });
  if (!tells_kind && world.kind != UrlKeyKind::kSurt) return;
  const ModelSite twin(world, &seen, archives);
  compare_answers(world, rules, ruled, twin, 60, random);
}

// Parts of a world, which must outlive them: a document is in one of them.
std::vector<World> parts_of(const World& world) {
  std::vector<World> parts(2);
  for (World& part : parts) part.kind = world.kind;
  for (const ModelCapture& one : world.captures) {
    const size_t part = std::hash<std::string>()(one.key(world.kind)) % 2;
    parts[part].captures.push_back(one);
  }
  return parts;
}

// Tools open indexes this way.
void compare_tools(const World& world, const std::vector<ModelRule>& rules,
                   const ModelSite& ruled) {
  tests::Problems problems;
  index::IndexReader reader =
      collection::open_shown_index(ruled.path(), {}, problems);
  const Seen seen = seen_by_model(world, rules);
  const std::vector<ModelDocument> documents = world.documents();
  for (size_t i = 0; i < documents.size(); ++i) {
    EXPECT_EQ(reader.is_deleted(i), !seen.documents[i]) << i;
    if (reader.is_deleted(i)) continue;
    index::StoredDocument values;
    reader.document(i, {}, values);
    for (const auto& [name, value] : values) {
      EXPECT_EQ(leak_in(value, world, seen), "") << name;
    }
  }
}

// Headers of records name no originals that are not shown.
void compare_heads(const World& world, const Seen& seen, ModelSite& ruled) {
  for (const ModelCapture& one : world.captures) {
    if (one.original == nullptr || !one.has_date()) continue;
    for (const char* part : {"hd_/", "rec_/"}) {
      std::string answer = ruled.get("/raw/" + one.date + part + one.url);
      bool names = answer.find("WARC-Refers-To") != answer.npos;
      if (names && one.original->has_date()) {
        EXPECT_TRUE(seen.originals.contains(one.original->n));
      }
    }
  }
}

// A world by its seed.
class AccessModel : public testing::TestWithParam<uint32_t> {};

TEST_P(AccessModel, AllAnswersAreAsIfBlockedCapturesHadNeverBeen) {
  constexpr int kRuleFiles = 25;
  const uint32_t seed = GetParam();
  std::mt19937 random(seed);
  const World world = random_world(
      random, seed % 3 == 0 ? UrlKeyKind::kLegacy : UrlKeyKind::kSurt);
  tests::TempDir archives;
  write_archives(world, archives);
  ModelSite ruled(world, nullptr, archives.path());
  for (int file = 0; file < kRuleFiles; ++file) {
    SCOPED_TRACE("rule file " + std::to_string(file));
    const std::vector<ModelRule> rules = random_rules(random);
    compare(world, rules, ruled, archives.path(), random);
    compare_tools(world, rules, ruled);
    compare_heads(world, seen_by_model(world, rules), ruled);
    if (testing::Test::HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, AccessModel, testing::Range(1U, 21U));

// A world by its seed, in parts behind a server in front.
class AccessModelOfFronts : public testing::TestWithParam<uint32_t> {};

TEST_P(AccessModelOfFronts, AllAnswersAreAsIfBlockedCapturesHadNeverBeen) {
  const char* count = std::getenv("WAX_RULE_FILES");  // of each seed
  const int files = count == nullptr ? 3 : std::atoi(count);
  std::mt19937 random(GetParam());
  const World world = random_world(random, UrlKeyKind::kSurt);
  tests::TempDir archives;
  write_archives(world, archives);
  const std::vector<World> parts = parts_of(world);
  std::vector<std::unique_ptr<ModelSite>> ruled;
  for (const World& part : parts) {
    ruled.push_back(
        std::make_unique<ModelSite>(part, nullptr, archives.path()));
  }
  for (int file = 0; file < files; ++file) {
    SCOPED_TRACE("rule file " + std::to_string(file));
    const std::vector<ModelRule> rules = random_rules(random);
    std::vector<std::unique_ptr<ModelSite>> twins;
    for (size_t i = 0; i < parts.size(); ++i) {
      ruled[i]->set_rules(text_of(rules));
      const Seen seen = seen_by_model(parts[i], rules);
      twins.push_back(
          std::make_unique<ModelSite>(parts[i], &seen, archives.path()));
    }
    compare_answers(world, rules, FrontSite(ruled), FrontSite(twins), 40,
                    random);
    if (testing::Test::HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, AccessModelOfFronts, testing::Range(1U, 6U));

}  // namespace
}  // namespace wax::serve::access_model
