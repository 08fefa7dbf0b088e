// Serves what wax-build made over HTTP.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "answers/opened/cdx_files.h"
#include "answers/shards/shard_servers.h"
#include "answers/shown/holdings.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/lost_files.h"
#include "serve/api/api_routes.h"
#include "serve/api/memento.h"
#include "serve/api/read_access.h"
#include "serve/http/metrics.h"
#include "serve/http/router.h"
#include "serve/http/server.h"
#include "serve/pages/page_routes.h"
#include "serve/replay/replay_server.h"
#include "text/ascii.h"
#include "text/utf8.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/crash.h"
#include "tools/cli/installed.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "tools/collection_cli/collection_first.h"

namespace wax::tools::serve_tool {
namespace {

constexpr uint64_t kNoLimit = 365 * 24 * 60 * 60;  // seconds

constexpr cli::ToolInfo kInfo = {
    "wax-serve",
    "serve what wax-build made to browsers and CDX clients",
    "[OPTION]... [DIR]...",
    "wax-serve collection --listen 127.0.0.1:8080",
    "wax-build wax-search wax-cdx-lookup",
    "Start here"};

struct Options {
  std::vector<std::string> folders;
  std::vector<std::string> shards;
  uint64_t shard_timeout = 10;
  std::string listen = "127.0.0.1:8080";
  std::string public_url;
  std::vector<std::string> cdx;
  std::string replay;
  serve::ReplayOptions scripted;
  std::vector<std::string> archives;
  bool no_archives = false;
  bool page_pictures = false;
  std::string files;
  std::string access;
  std::string site;
  std::string taken_away;
  std::string write_token;
  std::string write_token_file;
  bool write_from_loopback = false;
  bool allows_other_pages = false;
  std::string access_log;
  uint64_t jobs = 0;
  uint64_t time_limit = 60;
  uint64_t memory = serve::ServerOptions().most_memory;
  uint64_t most_connections = serve::ServerOptions().most_connections;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("listen", options.listen, "ADDRESS:PORT",
              "listen there; port 0: any that is free")
      .called_elsewhere({"port", "p", "bind", "b"})
      .more =
      "Without ADDRESS, as in :8080 or 8080, it is 127.0.0.1; 0.0.0.0 stands "
      "for all addresses of IPv4 and [::] for all. "
      "The address is written to standard output when the server answers. "
      "[::1]:8080 is an address of IPv6.";
  table
      .option("public-url", options.public_url, "URL",
              "make links to this server begin with URL")
      .more =
      "For a server behind a proxy: those of Memento, RSS, OpenSearch and "
      "redirects. Without it, they begin with what the client's header Host "
      "says. Links in pages begin at the root of the host.";
  table
      .option("replay", options.replay, "PREFIX",
              "link captures to PREFIX, the date, / and the URL")
      .more =
      "A / is added to a PREFIX without one at its end, unless it has a query "
      "(?).";
  table
      .option("replay-web-page", options.scripted.folder, "FOLDER",
              "show pages with their scripts, by ReplayWeb.page of FOLDER")
      .more =
      "FOLDER has ui.js and sw.js of the npm package replaywebpage. They are "
      "served at a port of their own, by which browsers keep archived scripts "
      "off all else that this server has.";
  table
      .option("replay-web-page-listen", options.scripted.listen, "ADDRESS:PORT",
              "listen there for --replay-web-page")
      .more = "Without it, at the address of --listen and the port after it.";
  table
      .option("replay-web-page-url", options.scripted.url, "URL",
              "make links to the port of --replay-web-page begin with URL")
      .more = "For a server behind a proxy, together with --public-url.";
  cli::declare_archives_of_lines(table, options.archives).more =
      "The server shows the records of captures from there, and from where "
      "the archives were when wax-build read them.";
  table.flag("no-archives", options.no_archives,
             "show records from --archives alone, if that is given");
  table
      .flag("page-pictures", options.page_pictures,
            "show pictures of pages beside hits")
      .more =
      "Crawlers keep them: these are the last urn:thumbnail:, urn:view: or "
      "urn:fullPage: record of a page. They are looked up for each hit.";
  table
      .option("cdx", options.cdx, "FILE",
              "answer /cdx from this sorted CDX file; may be repeated")
      .more =
      "FILE may be a ZipNum. With one DIR, the files are used instead of the "
      "captures of DIR; without one, they are the collection \"captures\".";
  table
      .option("files", options.files, "FOLDER",
              "publish the files in FOLDER at /files/")
      .more = "Without DIR and --cdx, the server has only these.";
  table
      .option("access-log", options.access_log, "FILE",
              "append a line for each request to FILE; -: standard output")
      .more =
      "The lines have the combined format of Apache. SIGHUP opens the file "
      "again, after it was renamed.";
  table
      .option("access", options.access, "FILE",
              "show only captures that the rules in FILE allow")
      .more =
      "Without it, a collection has the rules in DIR/access, if that is there. "
      "Changes are seen at once.";
  table
      .option("site", options.site, "FILE",
              "show the title, logo, colors and contact that FILE has")
      .more =
      "Its lines are KEY: VALUE, or KEY[LANGUAGE]: VALUE; keys are title, "
      "description, imprint, contact, takedown, taken-away, logo (a file "
      "beside FILE), color, dark-color (#RRGGBB) and language. A file of this "
      "form in DIR/site has the title and the description of a collection; "
      "where that is the only one, all of it counts.";
  table
      .option("taken-away", options.taken_away, "FILE",
              "say the text in FILE of pages that rules hide or block")
      .more =
      "Who asks for such a page, its captures or its record gets it as plain "
      "text, or in a page, with status 451. Without it, what is hidden is as "
      "if it were not there. FILE has at most 64 KiB, in UTF-8.";
  table
      .flag("cors", options.allows_other_pages,
            "let pages of other sites read answers in browsers")
      .more =
      "Answers of /api, /cdx and the like then have the header "
      "Access-Control-Allow-Origin: *. It is always so where the server "
      "listens on an address that other machines can reach. Where it does not, "
      "it answers only to localhost, 127.0.0.1, [::1] and the host of "
      "--public-url.";
  table.group("Shards");
  table
      .option("shards", options.shards, "URL",
              "join the collections of the servers at these URLs")
      .more =
      "Each is http://HOST:PORT, or http://HOST:PORT/NAME for another "
      "collection than the first one; further ones follow in place of DIR. "
      "Their documents stand in this order.";
  table
      .option("shard-timeout", options.shard_timeout, "SECONDS",
              "longest time that is waited for a shard")
      .more = "An answer then goes without that shard, and names it.";
  table.group("Writing");
  table
      .option("write-token-file", options.write_token_file, "FILE",
              "let clients with the token in FILE add and delete captures")
      .more =
      "The first line of FILE is the token, which clients send as "
      "Authorization: Bearer TOKEN. Captures are kept in DIR/captures.written; "
      "DIR may be a new folder.";
  table.option("write-token", options.write_token, "TOKEN",
               "the same; other users of the machine can see TOKEN");
  table
      .flag("write-from-loopback", options.write_from_loopback,
            "let all clients on this machine add and delete captures")
      .more =
      "Refused: requests to a host that is not localhost, those that have "
      "passed a proxy (with its headers, or in HTTP/1.0), and those of pages "
      "in "
      "browsers.";
  table.group("Limits");
  cli::declare_jobs(table, options.jobs);
  cli::declare_memory(table, options.memory, "the answer to one request");
  table
      .option("time-limit", options.time_limit, "SECONDS",
              "longest time for an answer; 0: no limit")
      .more = "A search answers with what was found until then, and says so.";
  table.option("max-connections", options.most_connections, "N",
               "refuse clients beyond this number of connections");
  table.positionals(options.folders, "DIR", 0, SIZE_MAX,
                    "folders that wax-build has made");
}

// Allows as many open files and connections as the system does.
void raise_file_limit() {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

serve::WriteAccess write_access(const Options& options) {
  serve::WriteAccess access;
  access.from_loopback = options.write_from_loopback;
  access.token = options.write_token;
  if (!options.write_token_file.empty()) {
    if (!access.token.empty()) {
      throw UsageError("give --write-token or --write-token-file, not both");
    }
    access.token = serve::read_token(options.write_token_file);
  }
  if (access.any() && !options.shards.empty()) {
    throw UsageError("captures are written to the servers of the shards");
  }
  if (access.any() && options.folders.empty()) {
    throw UsageError("captures are written to a folder; give a DIR");
  }
  return access;
}

// The collection that other servers have; its name is what the first of them
// says that is there.
void add_joined_collection(const Options& options,
                           answers::Holdings& holdings) {
  if (!options.cdx.empty() || !options.archives.empty() ||
      !options.access.empty() || options.page_pictures) {
    throw UsageError(
        "--shards goes without --cdx, --archives, --access and "
        "--page-pictures: the servers of the shards have them");
  }
  answers::ShardOptions shards;
  shards.urls = options.shards;
  shards.urls.insert(shards.urls.end(), options.folders.begin(),
                     options.folders.end());
  shards.timeout = std::chrono::seconds(options.shard_timeout);
  shards.most_answer = std::max<uint64_t>(options.memory / 4, 1 << 20);
  auto servers = std::make_shared<const answers::ShardServers>(shards);
  answers::ShardSession session(servers);
  for (const auto& facts :
       session.facts(answers::ShardServers::Clock::now() + shards.timeout)) {
    if (facts == nullptr) continue;
    holdings.has_other_archives |= facts->has_archives;
    if (!holdings.collections.all().empty()) continue;
    holdings.collections.add(
        std::make_unique<answers::Collection>(facts->name, servers));
  }
  for (const std::string& reason : session.reasons()) {
    holdings.report(reason);
  }
  if (holdings.collections.all().empty()) {
    throw Error("no shard is there whose collection could be joined");
  }
}

void add_collections(const Options& options, bool all_shards, bool writable,
                     answers::Holdings& holdings) {
  if (!options.shards.empty()) {
    return add_joined_collection(options, holdings);
  }
  if (options.folders.empty() && options.cdx.empty()) {
    if (!options.files.empty()) return;
    throw UsageError(
        "give a folder that wax-build has made, --cdx FILE or --files FOLDER");
  }
  if (options.folders.size() > 1 && !options.cdx.empty()) {
    throw UsageError("--cdx goes with at most one DIR");
  }
  if (options.folders.empty()) {
    holdings.collections.add(std::make_unique<answers::Collection>(
        "captures",
        answers::CollectionFiles{"", options.cdx, false, false, options.access},
        holdings.report));
  }
  // What is written to may be made.
  if (!writable) {
    collection_cli::check_all_collections("wax-serve", options.folders);
  }
  for (const std::string& folder : options.folders) {
    holdings.collections.add(std::make_unique<answers::Collection>(
        answers::served_name(folder),
        answers::CollectionFiles{folder, options.cdx, all_shards, writable,
                                 options.access},
        holdings.report));
  }
}

// A server may start before a disk is mounted, so that is no error.
void tell_missing_archives(const Options& options,
                           const answers::Holdings& holdings) {
  std::error_code none;
  for (const std::string& path : options.archives) {
    if (io::is_url(path) || std::filesystem::exists(path, none)) continue;
    holdings.report(path +
                    " is not there; its records are shown when it comes");
  }
}

// What there are answers for.
void add_routes(const Options& options, const answers::Holdings& holdings,
                const serve::WriteAccess& writes, serve::Metrics& metrics,
                serve::Router& router) {
  serve::add_status_routes(holdings, metrics, router);
  if (!options.files.empty()) serve::add_file_routes(options.files, router);
  serve::add_help_routes(holdings, router);
  if (holdings.collections.all().empty()) {
    serve::add_way_to_files(router);
    return;
  }
  serve::add_cdx_routes(holdings, router);
  serve::add_write_routes(holdings, writes, router);
  serve::add_memento_routes(holdings, router);
  serve::add_shard_routes(holdings, router);
  serve::add_search_api(holdings, router);
  serve::add_shares_api(holdings, router);
  serve::add_export(holdings, router);
  serve::add_opensearch(holdings, router);
  serve::add_page_routes(holdings, router);
  serve::add_raw_routes(holdings, router);
}

// What is said of pages that were taken away.
std::string taken_away_text(const std::string& file) {
  constexpr uint64_t kMost = 64 << 10;
  if (file.empty()) return {};
  const std::string text = io::read_all(*io::open_file(file), kMost + 1);
  if (text.size() > kMost) throw UsageError(file + ": has more than 64 KiB");
  std::string said(text::trim(text::sane(text)));
  if (said.empty()) throw UsageError(file + ": has no text");
  return said;
}

// The prefix of a replay system as people copy it from their browsers.
std::string replay_prefix(const std::string& prefix) {
  const bool is_whole = prefix.empty() || prefix.ends_with('/') ||
                        prefix.find('?') != prefix.npos;
  return is_whole ? prefix : prefix + '/';
}

cli::Outcome run(const Options& options, cli::Console& console) {
  cli::say_when_an_index_fails(console.tool(), false);
  io::outlive_lost_files();
  raise_file_limit();
  answers::Holdings holdings;
  holdings.replay = replay_prefix(options.replay);
  holdings.shows_page_pictures = options.page_pictures;
  if (!options.site.empty()) holdings.site = answers::read_site(options.site);
  holdings.taken_away = taken_away_text(options.taken_away);
  holdings.manual = cli::html_manual_folder();
  holdings.report = [&console](std::string_view text) {
    console.message(text);
  };
  serve::WriteAccess writes = write_access(options);
  answers::check_cdx_files(options.cdx);
  tell_missing_archives(options, holdings);
  add_collections(options, console.options().strict, writes.any(), holdings);
  if (holdings.taken_away.empty()) {
    holdings.taken_away = holdings.house().taken_away();
  }
  holdings.archives = std::make_unique<const answers::Archives>(
      options.archives,
      options.no_archives || !options.shards.empty()
          ? std::vector<std::string>()
          : options.folders,
      holdings.report, console);
  constexpr uint64_t kPartOfKept = 8;
  holdings.kept =
      std::make_unique<index::KeptDocuments>(options.memory / kPartOfKept);
  serve::ServerOptions server_options;
  serve::set_listen_address(options.listen, server_options);
  if (!options.public_url.empty()) {
    serve::set_public_url(options.public_url, server_options);
  }
  server_options.jobs = options.jobs;
  server_options.most_memory = options.memory;
  server_options.work_time = std::chrono::seconds(
      options.time_limit > 0 ? options.time_limit : kNoLimit);
  server_options.most_connections = options.most_connections;
  server_options.stop_on_signals = true;
  server_options.at_once = serve::is_answered_at_once;
  server_options.on_failure = holdings.report;
  if (writes.any()) {
    server_options.spools = [&](const answers::Request& request) {
      return serve::is_write(holdings, writes, request);
    };
  }
  std::unique_ptr<serve::AccessLog> log;
  if (!options.access_log.empty()) {
    log = std::make_unique<serve::AccessLog>(options.access_log);
    server_options.on_access = [&log](const serve::Access& access) {
      log->write(access);
    };
  }
  server_options.on_hangup = [&log, &holdings] {
    if (log != nullptr) log->reopen();
    for (const auto& one : holdings.collections.all()) one->look_again();
  };
  serve::Metrics metrics;
  serve::Router router;
  add_routes(options, holdings, writes, metrics, router);
  const bool is_loopback = serve::is_loopback(server_options.address);
  const serve::ReadAccess reads = {is_loopback,
                                   !is_loopback || options.allows_other_pages,
                                   server_options.public_url};
  serve::Server server(
      server_options,
      [&holdings, &router, &reads](const answers::Request& request) {
        const std::string_view why = reads.refusal(request);
        if (!why.empty()) return answers::sentence(403, why);
        answers::Response response =
            serve::answer_with_pages(holdings, router, request);
        reads.restrict(response);
        return response;
      },
      metrics);
  auto scripted = serve::start_replay_server(options.scripted, server_options,
                                             server, holdings);
  auto output = console.open_output("-", false);
  output->write(server.url() + '\n');
  output->flush();
  server.run();
  scripted.reset();
  console.message("stopped");
  return cli::Outcome::kDone;
}

}  // namespace
}  // namespace wax::tools::serve_tool

int main(int argc, char** argv) {
  using namespace wax::tools::serve_tool;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
