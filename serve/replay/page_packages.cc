#include "serve/replay/page_packages.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <utility>

#include "answers/records/record_package.h"
#include "answers/records/taken_captures.h"
#include "cdx/url/host.h"
#include "io/output.h"
#include "text/ascii.h"

namespace wax::serve {
namespace {

bool is_page_type(std::string_view mime) {
  return mime == "text/html" || mime == "application/xhtml+xml";
}

uint64_t random_of_process() {
  static const uint64_t random = [] {
    std::random_device device;
    return uint64_t{device()} << 32 | device();
  }();
  return random;
}

class PackageOutput final : public io::Output {
 public:
  explicit PackageOutput(PagePackage& package) : package_(&package) {}
  void write(std::string_view bytes) override {
    package_->file.write(bytes, package_->size);
    package_->size += bytes.size();
    for (const char c : bytes) {
      hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 1099511628211U;
    }
  }
  void flush() override {}
  void finish() override {}
  [[nodiscard]] uint64_t hash() const { return hash_; }

 private:
  PagePackage* package_;
  // FNV-1a, from where nobody else knows: a page must not guess the tag of
  // another one.
  uint64_t hash_ = 14695981039346656037U ^ random_of_process();
};

void check_time(std::chrono::steady_clock::time_point deadline) {
  if (std::chrono::steady_clock::now() > deadline) throw answers::OutOfTime();
}

// The capture of a page, then files of its website.
class CapturesOfPage final : public answers::TakenCaptures {
 public:
  CapturesOfPage(const answers::Scope& scope, answers::UrlCapture page,
                 const PagePackage& package)
      : scope_(scope), page_(std::move(page)), package_(&package) {
    const auto now = std::chrono::steady_clock::now();
    enough_ = scope.deadline == scope.deadline.max()
                  ? scope.deadline
                  : now + (scope.deadline - now) / 2;
  }

  bool next(answers::TakenCapture& taken) override {
    if (!has_begun_) {
      has_begun_ = true;
      taken = {page_, {}};
      return true;
    }
    try {
      return next_file(taken);
    } catch (const answers::OutOfTime&) {
      return false;
    }
  }

 private:
  // Files are more than the page needs: they have half of the time.
  bool next_file(answers::TakenCapture& taken) {
    if (files_ == nullptr && !open_files()) return false;
    while (files_left_ > 0 && looks_left_ > 0 &&
           package_->size < PagePackages::kEnoughBytes && files_->next(taken)) {
      check_time(enough_);
      --looks_left_;
      const answers::UrlCapture& capture = taken.capture;
      const bool is_answer = capture.is_revisit || capture.status.empty() ||
                             capture.status.starts_with('2');
      if (!is_answer || is_page_type(capture.mime)) continue;
      --files_left_;
      return true;
    }
    return false;
  }

  bool open_files() {
    std::string host(cdx::host_of(page_.url));
    text::lower_case(host);
    if (host.empty()) return false;
    try {
      files_ = answers::captures_of_website(
          scope_, "*." + std::string(cdx::registered_domain(host)), page_.date,
          [enough = enough_] { check_time(enough); });
    } catch (const answers::NotFound&) {
      return false;
    }
    return true;
  }

  answers::Scope scope_;
  answers::UrlCapture page_;
  const PagePackage* package_;
  std::chrono::steady_clock::time_point enough_;
  bool has_begun_ = false;
  std::unique_ptr<answers::TakenCaptures> files_;
  size_t files_left_ = PagePackages::kMostFiles;
  size_t looks_left_ = PagePackages::kMostLookedAt;
};

// When it changes, so may what rules let be seen.
std::string state_of(const answers::CdxFiles& cdx) {
  std::string state;
  for (const auto& generation : cdx.generations) {
    state += std::to_string(generation->number) + ' ';
  }
  return state;
}

std::shared_ptr<const PagePackage> made_package(
    const answers::Scope& scope, const answers::UrlCapture& capture) {
  auto made = std::make_shared<PagePackage>();
  answers::PackageOptions options;
  options.is_wacz = true;
  options.title = capture.url;
  options.description = capture.url + " of " + capture.date;
  options.date = capture.date;
  options.parts_date = capture.date;
  options.is_replayed = true;
  options.most_bytes = PagePackages::kMostOfOne;
  PackageOutput output(*made);
  answers::RecordPackage package(
      scope, std::make_unique<CapturesOfPage>(scope, capture, *made),
      std::move(options), output);
  while (package.write_next()) check_time(scope.deadline);
  made->missing = package.missing();
  made->tag = std::to_string(output.hash());
  return made;
}

}  // namespace

std::shared_ptr<PagePackages::Entry> PagePackages::entry_of(
    const std::string& name) {
  std::lock_guard lock(mutex_);
  auto place = std::find_if(entries_.begin(), entries_.end(),
                            [&](const auto& one) { return one->name == name; });
  if (place == entries_.end()) {
    auto entry = std::make_shared<Entry>();
    entry->name = name;
    entries_.push_front(std::move(entry));
  } else {
    entries_.splice(entries_.begin(), entries_, place);
  }
  return entries_.front();
}

// What is being sent stays until it is sent.
void PagePackages::forget_most() {
  std::lock_guard lock(mutex_);
  uint64_t bytes = 0;
  size_t kept = 0;
  std::erase_if(entries_, [&](const auto& entry) {
    bytes += entry->size;
    return ++kept > kMostKept || (kept > 1 && bytes > kMostBytes);
  });
}

std::shared_ptr<const PagePackage> PagePackages::of(
    const answers::Scope& scope, const answers::CdxFiles& cdx,
    const answers::UrlCapture& capture) {
  const std::string state = state_of(cdx);
  auto entry = entry_of(scope.name() + ' ' + capture.date + ' ' + capture.url);
  std::shared_ptr<const PagePackage> package;
  {
    std::lock_guard lock(entry->making);
    if (entry->package == nullptr || entry->state != state) {
      entry->package = nullptr;
      entry->package = made_package(scope, capture);
      entry->state = state;
      entry->size = entry->package->size;
    }
    package = entry->package;
  }
  forget_most();
  return package;
}

}  // namespace wax::serve
