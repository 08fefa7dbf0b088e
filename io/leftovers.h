// What killed processes left half-written.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace wax::io {

// Removes the folders NAME.part-PID beside the folder `path`, called NAME, of
// which no living process of this host has the number PID; none when a process
// of any host is making `path` (NewDirectory).
void remove_leftovers(const std::string& path);

// Removes the files NAME.part-PID of open_output() beside the file `path`,
// called NAME, of which no living process of this host has the number PID and
// no process has the lock. Each folder is listed once in a process.
void remove_leftover_files(const std::string& path);

// The file in a TempFolder that its process has locked, and which names it.
[[nodiscard]] std::string temp_folder_lock(const std::string& path);

// Removes the folders NAME-XXXXXX of TempFolder in `folder` that are this
// user's and of which a process of this host had the lock. Those of other hosts
// stay. Each NAME is looked for in each folder once in a process.
void remove_leftover_folders(const std::string& folder, std::string_view name);

// From now on `notice` is called with each folder and file that was removed.
// Libraries do not print, so the notice is the program's.
void on_removed_leftover(std::function<void(const std::string& path)> notice);

}  // namespace wax::io
