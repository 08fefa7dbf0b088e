#include "serve/api/entity_tags.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "io/error.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::serve {
namespace {

std::string sha256_of(std::string_view text) {
  warc::Digester digester(warc::DigestAlgorithm::kSha256);
  digester.update(text);
  return text::to_hex(digester.finish().bytes());
}

// Another text for another state of a file.
std::string stamp_of(const struct stat& status) {
  std::string text;
  for (uint64_t value : {uint64_t{status.st_dev}, uint64_t{status.st_ino},
                         static_cast<uint64_t>(status.st_size),
                         static_cast<uint64_t>(status.st_mtim.tv_sec),
                         static_cast<uint64_t>(status.st_mtim.tv_nsec)}) {
    text += std::to_string(value) + ' ';
  }
  return text;
}

// Nothing when `stops` says so between two pieces.
template <typename Stops>
std::optional<std::string> strong_tag(const PublishedFile& file, Stops stops) {
  warc::Digester digester(warc::DigestAlgorithm::kSha256);
  std::string bytes;
  for (uint64_t at = 0; at < file.size(); at += bytes.size()) {
    if (stops()) return std::nullopt;
    bytes.clear();
    file.read(at, std::min<uint64_t>(file.size() - at, EntityTags::kMostAtOnce),
              bytes);
    digester.update(bytes);
  }
  return '"' + text::to_hex(digester.finish().bytes()) + '"';
}

}  // namespace

PublishedFile::PublishedFile(const std::string& path)
    : path_(path),
      fd_(::open(path.c_str(),
                 O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)) {
  if (fd_ >= 0 && ::fstat(fd_, &status_) != 0) status_ = {};
}

PublishedFile::~PublishedFile() {
  if (fd_ >= 0) ::close(fd_);
}

std::string PublishedFile::stamp() const { return stamp_of(status_); }

bool PublishedFile::is_unchanged() const {
  struct stat now {};
  return ::fstat(fd_, &now) == 0 && stamp_of(now) == stamp_of(status_);
}

void PublishedFile::read(uint64_t offset, size_t most, std::string& out) const {
  size_t had = out.size();
  out.resize(had + most);
  ssize_t size =
      ::pread(fd_, out.data() + had, most, static_cast<off_t>(offset));
  if (size <= 0) throw Error("a published file was cut while it was read");
  out.resize(had + static_cast<size_t>(size));
}

EntityTags::EntityTags() : thread_([this] { read_files(); }) {}

EntityTags::~EntityTags() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

std::string EntityTags::of(const PublishedFile& file,
                           const std::string& stated) {
  std::string stamp = file.stamp();
  bool at_once = file.size() <= kMostAtOnce;
  {
    std::lock_guard lock(mutex_);
    auto found = tags_.find(stamp);
    if (found != tags_.end()) return found->second;
    bool waits =
        at_once || waiting_.size() >= kMostWaiting ||
        std::any_of(waiting_.begin(), waiting_.end(),
                    [&](const auto& one) { return one.first == stamp; });
    if (!waits) {
      waiting_.emplace_back(stamp, file.path());
      changed_.notify_one();
    }
  }
  if (!at_once && !stated.empty()) return stated;
  if (!at_once) return "W/\"" + sha256_of(stamp).substr(0, 32) + '"';
  std::string tag = *strong_tag(file, [] { return false; });
  keep(stamp, tag);
  return tag;
}

void EntityTags::keep(const std::string& stamp, std::string tag) {
  std::lock_guard lock(mutex_);
  if (tags_.size() >= kMostTags) tags_.clear();
  tags_[stamp] = std::move(tag);
}

// The first one that waits stays there while it is read, so that nobody adds it
// again.
void EntityTags::read_files() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    auto [stamp, path] = waiting_.front();
    lock.unlock();
    try {
      PublishedFile file(path);
      std::optional<std::string> tag;
      if (file.is_file() && file.stamp() == stamp) {
        tag = strong_tag(file, [this] {
          std::lock_guard stops(mutex_);
          return stopping_;
        });
      }
      if (tag && file.is_unchanged()) keep(stamp, *tag);
    } catch (const Error&) {
      // The next request for it tries again.
    }
    lock.lock();
    waiting_.pop_front();
  }
}

}  // namespace wax::serve
