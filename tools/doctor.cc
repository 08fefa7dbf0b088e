// Tells what a bug report should say of a system.
#include <dlfcn.h>
#include <errno.h>
#include <gnu/libc-version.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "io/temp_files.h"
#include "tools/cli/installed.h"
#include "tools/cli/report_json.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::doctor {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-doctor",      "show versions, libraries and limits, for bug reports",
    "[OPTION]...",     "wax-doctor > report.txt",
    "wax-problems(7)", "Help"};

struct Options {
  bool json = false;
  std::string tmpdir;
};

void declare(cli::OptionTable& table, Options& options) {
  table.flag("json,J", options.json, "write one JSON object");
  cli::declare_tmpdir(table, options.tmpdir);
}

using Lines = std::vector<std::pair<std::string, std::string>>;

struct Report {
  std::vector<std::pair<std::string, Lines>> sections;
  bool healthy = true;
};

std::string limit_text(rlim_t limit) {
  return limit == RLIM_INFINITY ? "unlimited" : std::to_string(limit);
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "not set" : value;
}

Lines system_lines() {
  Lines lines = {{"waxwing", std::string(cli::version())}};
  struct utsname names {};
  if (::uname(&names) == 0) {
    lines.emplace_back("system", std::string(names.sysname) + " " +
                                     names.release + " " + names.machine);
  }
  lines.emplace_back("C library", gnu_get_libc_version());
  for (const char* name : {"LC_ALL", "LANG", "TERM", "NO_COLOR"}) {
    lines.emplace_back(name, variable(name));
  }
  return lines;
}

Lines limit_lines() {
  auto page = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  auto pages = static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES));
  Lines lines = {{"cores", std::to_string(std::thread::hardware_concurrency())},
                 {"memory", std::to_string(page * pages)}};
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    lines.emplace_back("open files", limit_text(limit.rlim_cur) + " of " +
                                         limit_text(limit.rlim_max));
  }
  if (::getrlimit(RLIMIT_AS, &limit) == 0) {
    lines.emplace_back("address space", limit_text(limit.rlim_cur));
  }
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0) {
    lines.emplace_back("file size", limit_text(limit.rlim_cur));
  }
  return lines;
}

Lines temp_lines(const std::string& named, Report& report) {
  std::string folder = io::temp_folder(named);
  Lines lines = {{"folder", folder}};
  struct statvfs space {};
  if (::statvfs(folder.c_str(), &space) == 0) {
    lines.emplace_back("free", std::to_string(space.f_bavail * space.f_frsize));
  }
  std::string name = folder + "/wax-doctor-XXXXXX";
  int file = ::mkstemp(name.data());
  lines.emplace_back("can be written",
                     file >= 0 ? "yes" : std::string("no: ") + strerror(errno));
  if (file < 0) {
    report.healthy = false;
  } else {
    ::close(file);
    ::unlink(name.c_str());
  }
  return lines;
}

// libcurl is loaded by the tools when they open a URL.
std::string curl_version() {
  void* library = ::dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return "not found; URLs cannot be read";
  auto version =
      reinterpret_cast<const char* (*)()>(::dlsym(library, "curl_version"));
  return version == nullptr ? "no version" : version();
}

// "libz.so.1 => /lib/libz.so.1 (0x7f...)" for each library of a tool, as the
// dynamic linker prints it instead of running the tool. The name of the file
// has the version.
void add_libraries(const std::string& tool,
                   std::map<std::string, std::string>& libraries) {
  std::string text =
      cli::output_of({"/usr/bin/env", "LD_TRACE_LOADED_OBJECTS=1", tool});
  for (std::string_view rest = text; !rest.empty();) {
    size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    size_t arrow = line.find(" => ");
    if (arrow == std::string_view::npos) continue;
    std::string_view name = line.substr(0, arrow);
    name.remove_prefix(std::min(name.find_first_not_of("\t "), name.size()));
    std::string_view path = line.substr(arrow + 4);
    path = path.substr(0, path.find(" ("));
    std::error_code missing;
    auto file = std::filesystem::canonical(path, missing);
    libraries[std::string(name)] = missing ? std::string(path) : file.string();
  }
}

void add_tools(Report& report) {
  Lines tools;
  std::map<std::string, std::string> libraries;
  for (const auto& [name, tool] : cli::find_tools()) {
    tools.emplace_back(name, tool.path);
    if (!tool.ours) continue;
    add_libraries(tool.path, libraries);
    std::string version = cli::output_of({tool.path, "--version"});
    if (version.ends_with(" " + std::string(cli::version()) + "\n")) continue;
    tools.back().second +=
        version.empty() ? ": does not run" : ": is not of this version";
    report.healthy = false;
  }
  Lines lines(libraries.begin(), libraries.end());
  for (const auto& [name, path] : lines) {
    if (path == "not found") report.healthy = false;
  }
  lines.emplace_back("libcurl.so.4", curl_version());
  report.sections.emplace_back("Libraries", std::move(lines));
  report.sections.emplace_back("Tools", std::move(tools));
}

std::string text_of(const Report& report) {
  std::string text;
  for (const auto& [heading, lines] : report.sections) {
    text += (text.empty() ? "" : "\n") + heading + ":\n";
    for (const auto& [name, value] : lines) {
      text += "  " + name + ": ";
      cli::append_printable(text, value);
      text += '\n';
    }
  }
  return text;
}

std::string json_of(const Report& report) {
  auto json = cli::ReportJson::object();
  for (const auto& [heading, lines] : report.sections) {
    auto section = cli::ReportJson::object();
    for (const auto& [name, value] : lines) section[name] = value;
    json[heading] = std::move(section);
  }
  return cli::print_report(json);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  Report report;
  report.sections.emplace_back("System", system_lines());
  report.sections.emplace_back("Limits", limit_lines());
  report.sections.emplace_back("Temporary files",
                               temp_lines(options.tmpdir, report));
  add_tools(report);
  auto output = console.open_output("-", false);
  output->write(options.json ? json_of(report) : text_of(report));
  output->finish();
  return report.healthy ? console.outcome() : cli::Outcome::kIncomplete;
}

}  // namespace
}  // namespace wax::tools::doctor

int main(int argc, char** argv) {
  using namespace wax::tools::doctor;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
