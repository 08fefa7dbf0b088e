// Pages with what they need, as WACZ files that programs in browsers show.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "answers/requests/message.h"
#include "answers/shown/holdings.h"
#include "answers/shown/open_cdx.h"
#include "answers/shown/url_capture.h"
#include "io/temp_files.h"

namespace wax::serve {

// A WACZ. Any number of threads may read it.
struct PagePackage {
  io::UnnamedFile file;
  uint64_t size = 0;
  std::string tag;                        // differs for other bytes
  std::vector<std::string> missing = {};  // as RecordPackage::missing()
};

// Makes packages in temporary files, and keeps the last ones: at most kMostKept
// of kMostBytes in all. A package has the capture, its parts next to its date
// (each_part()), and files of its website that are no pages, for what scripts
// load: at most kMostFiles, until the package has kEnoughBytes. What rules of
// access hide or block is not in it; when they change, it is made again. Any
// number of threads may ask; one makes a package, and others wait for it.
class PagePackages {
 public:
  static constexpr size_t kMostKept = 16;
  static constexpr uint64_t kMostBytes = uint64_t{1} << 30;
  static constexpr uint64_t kMostOfOne = uint64_t{256} << 20;
  static constexpr uint64_t kEnoughBytes = uint64_t{64} << 20;
  static constexpr size_t kMostFiles = 1000;
  static constexpr size_t kMostLookedAt = 20'000;  // URLs of the website

  // The package of a capture that `cdx` shows, in the collection of `scope` or
  // in all.
  // Throws OutOfTime, IoError, and as RecordPackage does.
  [[nodiscard]] std::shared_ptr<const PagePackage> of(
      const answers::Scope& scope, const answers::CdxFiles& cdx,
      const answers::UrlCapture& capture);

 private:
  struct Entry {
    std::string name;
    std::atomic<uint64_t> size{0};
    std::mutex making;  // guards what follows
    std::string state;  // of the collections
    std::shared_ptr<const PagePackage> package;
  };

  [[nodiscard]] std::shared_ptr<Entry> entry_of(const std::string& name);
  void forget_most();

  std::mutex mutex_;                           // guards entries_
  std::list<std::shared_ptr<Entry>> entries_;  // the last one asked for first
};

}  // namespace wax::serve
