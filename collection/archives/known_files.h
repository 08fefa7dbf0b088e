// OUT/build.files: what the files of a build, and its archives, were like when
// the last build ended. Steps know a file by its size and time; tar, cp -r,
// scp and object stores give a copy another time. It is known by its checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "collection/archives/archive_moves.h"
#include "collection/record/build_record.h"

namespace wax::collection {

class KnownFiles {
 public:
  // Reads what the last build that ended wrote down; nothing when there is no
  // such file, or it is damaged.
  explicit KnownFiles(std::string out);

  // Whether OUT was copied since then with other times.
  [[nodiscard]] bool is_copied() const { return is_copied_; }
  // Whether the file at `path` has the size and the bytes that `known` (a file
  // below OUT, or an archive) had when its stamp was `was`. Reads the file when
  // its size is the same. False for URLs.
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

  // Writes down all files as they are now; reads those that are new, archives
  // only when they are as the steps read them. Throws IoError.
  void remember(const BuildRecord& record) const;

 private:
  struct File {
    std::string stamp;  // io::file_stamp(); of a folder, folder_stamp()
    uint32_t checksum = 0;
    bool is_folder = false;
  };
  using Files = std::map<std::string, File>;

  [[nodiscard]] std::string name_of(const std::string& path) const;
  [[nodiscard]] std::string path_of(const std::string& name) const;
  void add_folder(const std::string& folder, Files& files) const;
  void add_file(const std::string& path, Files& files) const;

  std::string out_;
  std::string former_out_;  // its real path then
  std::string own_time_;    // of OUT/build.files
  bool is_copied_ = false;
  Files files_;  // by path; those of OUT begin with "OUT/"
};

}  // namespace wax::collection
