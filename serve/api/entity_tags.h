// Files that are published, and the tags by which caches know their states.
#pragma once

#include <sys/stat.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace wax::serve {

// A file that stays open, also when another one takes its name. Any number of
// threads may read it.
class PublishedFile {
 public:
  // Follows no symbolic link. Whether it was opened: is_file().
  explicit PublishedFile(const std::string& path);
  ~PublishedFile();
  PublishedFile(const PublishedFile&) = delete;
  PublishedFile& operator=(const PublishedFile&) = delete;

  [[nodiscard]] bool is_file() const {
    return fd_ >= 0 && S_ISREG(status_.st_mode);
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] uint64_t size() const {
    return static_cast<uint64_t>(status_.st_size);
  }
  [[nodiscard]] int64_t modified() const { return status_.st_mtim.tv_sec; }
  // A text for its device, inode, size and time: it differs for another file,
  // and for another state of the file when it was opened.
  [[nodiscard]] std::string stamp() const;
  // Whether it still has that state.
  [[nodiscard]] bool is_unchanged() const;
  // Appends up to `most` bytes from `offset`; throws Error when there are none.
  void read(uint64_t offset, size_t most, std::string& out) const;

 private:
  std::string path_;
  int fd_;
  struct stat status_ = {};
};

// The tags of files. A thread of its own reads each large file once, however
// many ask for its tag. Any thread may call of().
class EntityTags {
 public:
  EntityTags();
  // Waits for a piece of a file at most.
  ~EntityTags();
  EntityTags(const EntityTags&) = delete;
  EntityTags& operator=(const EntityTags&) = delete;

  // "\"HEX\"" of the SHA-256. Of a file of more than kMostAtOnce, `stated`
  // until the thread has read it; without that, W/"HEX" of its stamp. Throws
  // Error when a small file cannot be read.
  [[nodiscard]] std::string of(const PublishedFile& file,
                               const std::string& stated = {});

  static constexpr uint64_t kMostAtOnce = 1024 * 1024;

 private:
  void read_files();
  void keep(const std::string& stamp, std::string tag);

  // So many are known, and so many wait: others are read when they are asked
  // for again.
  static constexpr size_t kMostTags = 10'000;
  static constexpr size_t kMostWaiting = 1'000;

  std::mutex mutex_;  // guards all but the thread
  std::condition_variable changed_;
  std::map<std::string, std::string> tags_;                  // by stamp
  std::deque<std::pair<std::string, std::string>> waiting_;  // stamp and path
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace wax::serve
