#include "tools/cli/tool_options.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "io/inputs/wacz.h"
#include "io/remote/http_source.h"

namespace wax::tools::cli {

void declare_jobs(OptionTable& table, uint64_t& jobs) {
  table.option("jobs,j", jobs, "N",
               "number of threads (default: one for each core)");
}

void declare_memory(OptionTable& table, uint64_t& memory,
                    std::string_view purpose) {
  OptionRow& row =
      table.size("memory", memory, "memory for " + std::string(purpose));
  row.set = [&memory, read = std::move(row.set)](const std::string& value) {
    read(value);
    constexpr uint64_t kLeast = 16 << 10;
    if (memory < kLeast) {
      throw UsageError("--memory: " + value + " is less than 16K");
    }
  };
}

void declare_timeout(OptionTable& table) {
  static uint64_t seconds;
  seconds = static_cast<uint64_t>(io::usual_http().timeout.count()) / 1000;
  OptionRow& row = table.option("timeout", seconds, "SECONDS",
                                "longest wait for a server; 0: no limit");
  row.set = [read = std::move(row.set)](const std::string& value) {
    read(value);
    constexpr uint64_t kMost = 1'000'000'000;
    io::usual_http().timeout = std::chrono::seconds(std::min(seconds, kMost));
  };
}

void declare_remote(OptionTable& table) {
  table
      .flag("remote", io::opens_remote_files(),
            "also read parts of multi-WACZ files on other hosts")
      .more =
      "Without it, a package on a disk names files beside it, and one on a "
      "server those of that server: whoever writes a package chooses else "
      "which hosts are asked.";
}

std::optional<uint64_t> chosen_timeout() {
  auto chosen = io::usual_http().timeout;
  if (chosen == io::HttpOptions().timeout) return std::nullopt;
  return static_cast<uint64_t>(chosen.count()) / 1000;
}

void declare_queue(OptionTable& table, std::string& redis, std::string& queue) {
  table
      .option("redis", redis, "URL",
              "the Redis server of the queue: redis://HOST:PORT/DATABASE")
      .more = "Before HOST, USER:PASSWORD@ may stand. The port is 6379.";
  table.option("queue", queue, "NAME", "name of the queue (default: wax)");
}

OptionRow& declare_tmpdir(OptionTable& table, std::string& tmpdir) {
  return table.option("tmpdir", tmpdir, "DIR",
                      "put temporary files in DIR (default: $TMPDIR or /tmp)");
}

void declare_sorting(OptionTable& table, uint64_t& memory,
                     std::string& tmpdir) {
  declare_memory(table, memory, "sorting");
  declare_tmpdir(table, tmpdir);
}

void declare_sorting(OptionTable& table, io::Budget& budget) {
  declare_sorting(table, budget.memory, budget.tmpdir);
  declare_jobs(table, budget.jobs);
}

void declare_identity(OptionTable& table, cdx::IdentityArgs& words) {
  table.group("Keys and digests");
  std::vector<std::string> profiles;
  for (std::string_view name : cdx::profile_names()) {
    profiles.emplace_back(name);
  }
  table
      .choice("profile", words.profile, std::move(profiles),
              "policy for URLs, dates, types and digests")
      .more =
      "The options of this group must be the same for wax-warc-indexer and "
      "wax-import. CDX files, lists, segments and indexes state them, and what "
      "does not fit together is refused.";
  declare_url_key(table, words.url_key, "rules of keys (default: by profile)");
  table.choice("digest", words.digest, cdx::digest_mode_names(),
               "when to compute digests");
  table
      .choice("digest-of", words.digest_of, cdx::digest_of_names(),
              "which form of HTTP bodies digests are of")
      .more =
      "stored: what most CDX files and records have. payload: without chunked "
      "transfer encoding, as WARC 1.1 defines the payload digest. decoded: "
      "also without gzip and other content encodings. Choose decoded with "
      "--digest always if each crawl has the same pages in other chunks or "
      "compressed again: without it, digests that records state are used as "
      "they are. See wax-cdx(5).";
  table.choice("digest-algorithm", words.digest_algorithm,
               {"sha1", "sha256", "sha512", "md5"}, "of digests");
  table.flag("post-append,p", words.post_append,
             "make submitted forms part of the key");
}

OptionRow& declare_url_key(OptionTable& table, std::string& url_key,
                           std::string text) {
  std::vector<std::string> names;
  for (const cdx::UrlKeyKind kind : cdx::kUrlKeyKinds) {
    names.emplace_back(cdx::name(kind));
  }
  return table.choice("urlkey", url_key, std::move(names), std::move(text));
}

void declare_import_rules(OptionTable& table, std::string& status,
                          std::vector<std::string>& types, bool& all_types) {
  table
      .option("status", status, "RANGES",
              "HTTP statuses to import, such as 200-299,404")
      .more =
      "wax-dedup-cdx and wax-import must have the same --status, --types and "
      "--all-types; the list states them, and wax-import refuses a list made "
      "with others.";
  table.list("types", types, "TYPE,...",
             "media types to import, such as text/*,application/pdf (default: "
             "pages, text, PDF and office documents, images, audio and "
             "video)");
  table.flag("all-types", all_types,
             "import every type, also scripts and fonts");
}

void declare_tika(OptionTable& table, std::string& url) {
  table.option(
      "tika", url, "URL",
      "Apache Tika server for formats that Waxwing cannot read, such as "
      "old office files, of --types or --all-types");
}

void declare_max_body(OptionTable& table, uint64_t& bytes) {
  table
      .size("max-body", bytes,
            "most of a body to read (default: 16M; of PDF: 256M)")
      .initial.clear();
}

void declare_stem(OptionTable& table, std::vector<std::string>& languages,
                  const std::string& usual) {
  table
      .list("stem", languages, "LANG,...",
            "stems of words in LANG, all or none (default: " + usual + ")")
      .more =
      "So a word of a query also finds other forms of it, which count less: "
      "\"running\" finds \"runs\", but not in quotes (wax-query(7)). LANG is a "
      "language of pages such as en or de; all: each that has stems. "
      "All shards of a collection must have the same stems.";
}

void declare_ignore_robots(OptionTable& table, bool& ignore_robots) {
  table.flag("ignore-robots", ignore_robots,
             "also keep the text of pages that ask robots not to index them");
}

void declare_line_output(OptionTable& table, std::string& output, bool& force,
                         const std::string& more) {
  table
      .option("output,o", output, "FILE",
              "write to FILE, compressed if its name ends in .gz" + more)
      .more = "-.gz is standard output, compressed by gzip.";
  table.flag("force,f", force, "replace FILE if it exists");
}

bool is_among(const std::string& file, const std::vector<std::string>& files) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& other) {
    std::error_code missing;
    return std::filesystem::equivalent(file, other, missing);
  });
}

void declare_cdx_inputs(OptionTable& table, std::vector<std::string>& inputs,
                        CdxOrder order) {
  std::string files = order == CdxOrder::kSorted ? "sorted CDX or CDXJ files"
                      : order == CdxOrder::kAny
                          ? "CDX or CDXJ files in any order"
                          : "CDX or CDXJ files";
  table.positionals(inputs, "CDX", 0, SIZE_MAX,
                    files +
                        ", plain or gzip-compressed, or ZipNums; -: standard "
                        "input (default)");
}

void declare_missing_keys(OptionTable& table, std::string& url_key) {
  declare_url_key(
      table, url_key,
      "if the CDX has no keys (wget writes such files), make keys by these "
      "rules");
}

}  // namespace wax::tools::cli
