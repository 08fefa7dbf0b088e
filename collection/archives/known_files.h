// OUT/build.files: what the files of a build, and its archives, were like when
// the last build ended. Steps know a file by its size and time; tar, cp -r,
// scp and object stores give a copy another time. It is known by its size and
// by checksums of its bytes: of an archive, of all bytes that steps have read,
// which they take as they read (io/read_sums.h). Those are all bytes but for
// bodies that no step looks into (wax-warc-indexer --use-cdx).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "collection/archives/archive_moves.h"
#include "collection/record/build_record.h"
#include "io/read_sums.h"

namespace wax::collection {

class KnownFiles {
 public:
  // Reads what the last build that ended wrote down; nothing when there is no
  // such file, or it is damaged. Throws IoError when it cannot be read.
  explicit KnownFiles(std::string out);

  // Whether the file is damaged: remember() writes a new one.
  [[nodiscard]] bool is_damaged() const { return is_damaged_; }
  // Whether there is such a file, and it is whole.
  [[nodiscard]] bool can_compare() const { return !own_time_.empty(); }

  // Whether OUT was copied since then with other times.
  [[nodiscard]] bool is_copied() const { return is_copied_; }
  // Whether the file at `path` has the size and the bytes that `known` (a file
  // below OUT, or an archive) had when its stamp was `was`. Reads those bytes
  // when its size is the same, once in a process. False for URLs.
  [[nodiscard]] bool has_same_bytes(const std::string& known,
                                    const std::string& was,
                                    const std::string& path) const;
  // Gives the files and folders of a copied OUT their times back, as far as
  // their bytes are the same; those that are not count as changed. Returns how
  // many files it gave their times back. Throws IoError.
  size_t give_times_back() const;
  // Makes steps that read an archive know its new time when its bytes are the
  // same. Returns how many archives. Throws IoError.
  size_t know_copied_archives(BuildRecord& record) const;
  // The moves of missing archives to the same place relative to OUT, when it
  // was moved or copied with its archives.
  [[nodiscard]] std::vector<ArchiveMove> moves_with_out(
      const BuildRecord& record) const;

  // Where a file or folder is that is at `path` no more, when OUT was moved or
  // copied with it: at the same place relative to OUT. `path` itself when
  // nothing is there either.
  [[nodiscard]] std::string place_now(const std::string& path) const;

  // A file, or archive on this machine, whose bytes have sums.
  struct Whole {
    std::string name;  // the same wherever OUT is
    std::string path;
    uint64_t size = 0;
    bool has_other_time = false;  // than it had then
  };
  [[nodiscard]] std::vector<Whole> whole_files() const;
  // Whether it has the bytes that it had; of a copy at `path`. Reads them.
  [[nodiscard]] bool is_whole(const Whole& file,
                              const std::string& path = {}) const;

  // Writes down all files as they are now. Reads those of OUT that are new, and
  // archives, if they are as the steps read them, of which the steps have left
  // no checksums. Of the files `damaged` it keeps what was known: that is what
  // is right. Throws IoError.
  void remember(const BuildRecord& record,
                const std::set<std::string>& damaged = {}) const;

 private:
  struct File {
    std::string stamp;  // io::file_stamp(); of a folder, folder_stamp()
    std::vector<io::SummedRange> ranges;
    bool is_folder = false;
  };
  using Files = std::map<std::string, File>;
  using ByLastName = std::multimap<std::string_view, const Files::value_type*>;

  // False when the text is damaged.
  bool read(std::string_view text);
  [[nodiscard]] std::string name_of(const std::string& path) const;
  [[nodiscard]] std::string path_of(const std::string& name) const;
  void add_folder(const std::string& folder, Files& files) const;
  void add_file(const std::string& path, Files& files) const;
  struct BatchSums;
  void add_archive(const std::string& path, BatchSums& sums,
                   const ByLastName& former, Files& files) const;

  std::string out_;
  std::string former_out_;  // its real path then
  std::string own_time_;    // of OUT/build.files
  bool is_copied_ = false;
  bool is_damaged_ = false;
  Files files_;  // by path; those of OUT begin with "OUT/"
};

}  // namespace wax::collection
