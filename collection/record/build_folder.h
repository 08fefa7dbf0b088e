// The folder that a build makes.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "collection/layout.h"
#include "collection/record/build_record.h"

namespace wax::collection {

// Held while a build runs, so that two builds do not write to one folder. It
// must exist. The lock ends with the process and with all steps that hold fd():
// where the last build was killed, the new one waits for up to 20 seconds until
// its step has ended. Throws UsageError, which names the process, when another
// build has the lock; IoError.
class BuildLock {
 public:
  explicit BuildLock(const std::string& out);
  ~BuildLock();
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;

  [[nodiscard]] int fd() const { return fd_; }
  // Whether the build before this one was killed, or failed.
  [[nodiscard]] bool after_failure() const { return after_failure_; }
  // The build has done all of its work. Throws IoError.
  void ended();
  // Nothing is changed until begins(): to end before is no failure, unless the
  // build before this one failed. Throws IoError.
  void only_reads();
  void begins();

 private:
  void write(const std::string& text);

  std::string path_;
  int fd_;
  bool after_failure_ = false;
};

// Held while a check reads: no build runs meanwhile. Nothing is written. Throws
// UsageError when a build runs; IoError.
class BuildReadLock {
 public:
  explicit BuildReadLock(const std::string& out);
  ~BuildReadLock();
  BuildReadLock(const BuildReadLock&) = delete;
  BuildReadLock& operator=(const BuildReadLock&) = delete;

  // Whether the last build was killed, or failed.
  [[nodiscard]] bool after_failure() const { return after_failure_; }

 private:
  int fd_ = -1;
  bool after_failure_ = false;
};

// Only a build, or a folder with nothing in it, is built in; a new one only of
// archives. Throws UsageError, IoError.
void check_build_folder(const std::string& out, bool has_archives);

// Names archives by the real paths of their folders, so that they are known by
// whatever path they are given. The file keeps its own name, which documents
// have, also if it is a symbolic link.
class ArchivePaths {
 public:
  // The path to record for a file or for an archive in one (FILE!/ENTRY). A URL
  // is returned unchanged.
  [[nodiscard]] std::string of(const std::string& archive);

 private:
  std::map<std::string, std::string> folders_;  // to their real paths
};

// Makes a batch of those archives that no batch has yet, if there are any: its
// folder and its list of archives. Throws IoError.
void add_batch(const std::string& out, std::vector<std::string> archives,
               BuildRecord& record);

// Writes the list of the archives of a batch, one path per line. Throws
// IoError.
void write_archives(const Batch& batch, const BatchLayout& files);
// A list of archives, and its bytes. One that stays the same keeps its time.
[[nodiscard]] std::string text_of_archive_list(
    const std::vector<std::string>& archives);
void write_archive_list(const std::vector<std::string>& archives,
                        const std::string& path);

// Makes the folders and lists of archives of batches again that are missing.
// Throws IoError.
void restore_batches(const std::string& out, const BuildRecord& record);

// Removes what a killed step left half-written; gives back their names to
// folders that it was replacing (io::restore_directory()). Throws IoError.
void remove_parts(const std::string& out);

// Where a step puts a new output until it takes the place of the old one.
[[nodiscard]] std::string staged(const std::string& output);
// Puts a file or folder from there into its place. Throws IoError.
void move_staged(const std::string& output);

// Folders of a folder that are whole, by name; none when it is missing. Throws
// IoError.
[[nodiscard]] std::map<std::string, std::string> folders_of(
    const std::string& folder);

// Removes an empty file or folder, for good.
void remove_if_empty(const std::filesystem::path& path);

}  // namespace wax::collection
