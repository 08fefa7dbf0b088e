#include "collection/archives/archive_watch.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "collection/record/step.h"
#include "io/error.h"
#include "io/remote/remote_file.h"
#include "warc/check/complete.h"

namespace wax::collection {
namespace {

bool is_unlisted(const std::string& path) {
  std::error_code none;
  return !io::is_url(path) && std::filesystem::is_directory(path, none);
}

// What is in a folder here cannot be listed.
std::string watched_stamp(const std::string& path) {
  return is_unlisted(path) ? folder_stamp(path) : stamp(path);
}

bool has_its_end(const std::string& archive) {
  if (is_unlisted(archive)) return true;
  if (io::is_object(archive)) return true;  // they appear whole
  try {
    return warc::is_complete(archive);
  } catch (const IoError&) {  // away again, or not to be read yet
    return false;
  }
}

}  // namespace

void ArchiveWatch::settle(const std::vector<std::string>& archives) {
  for (const std::string& archive : archives) {
    Seen& seen = seen_[archive];
    seen.stamp = watched_stamp(archive);
    seen.built = seen.stamp;
  }
}

ArchiveWatch::Look ArchiveWatch::look(const std::vector<std::string>& archives,
                                      Clock::time_point now) {
  for (auto& [path, seen] : seen_) seen.listed = false;
  for (const std::string& archive : archives) seen_[archive].listed = true;
  Look look;
  last_.clear();
  for (auto entry = seen_.begin(); entry != seen_.end();) {
    const std::string& path = entry->first;
    Seen& seen = entry->second;
    std::string is = watched_stamp(path);
    if (is != seen.stamp) {
      seen.stamp = std::move(is);
      seen.since = now;
    }
    const bool is_gone = seen.stamp == kMissing;
    if (is_gone && seen.built.empty()) {  // renamed before it was built
      entry = seen_.erase(entry);
      continue;
    }
    ++entry;
    if (seen.stamp == seen.built) continue;
    const Clock::duration quiet = now - seen.since;
    bool is_ready = quiet >= quiet_;
    if (is_ready && !is_gone && quiet < quiet_ * kPatience) {
      is_ready = seen.told != seen.stamp && has_its_end(path);
      if (!is_ready && seen.told != seen.stamp) {
        seen.told = seen.stamp;
        look.incomplete.push_back(path);
      }
    }
    if (!is_ready) {
      ++look.waiting;
      continue;
    }
    last_.push_back(path);
    if (is_gone || !seen.listed) {
      look.changed = true;
    } else {
      look.ready.push_back(path);
    }
  }
  look.changed = look.changed || !look.ready.empty();
  return look;
}

bool ArchiveWatch::waits(const std::string& archive) const {
  auto found = seen_.find(archive);
  if (found == seen_.end()) return true;  // gone again
  return found->second.stamp != found->second.built &&
         !std::binary_search(last_.begin(), last_.end(), archive);
}

void ArchiveWatch::settle_look() {
  for (const std::string& path : last_) {
    Seen& seen = seen_[path];
    seen.built = seen.stamp;
  }
  last_.clear();
}

}  // namespace wax::collection
