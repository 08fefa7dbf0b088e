#include "python/archives.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/inputs/watched_input.h"
#include "io/inputs/zip.h"
#include "io/remote/http_source.h"
#include "io/remote/remote_file.h"
#include "python/bodies.h"
#include "python/errors.h"
#include "python/problems.h"
#include "python/reading.h"
#include "python/records.h"
#include "python/sources.h"
#include "python/texts.h"
#include "warc/reader/reader.h"
#include "warc/reader/record_access.h"

namespace py = pybind11;

namespace wax::python {
namespace {

// One archive that is read: its name, and how it is opened.
struct ArchiveFile {
  std::shared_ptr<const std::string> name;
  std::function<std::unique_ptr<io::FileSource>()> open;
};

// Archives, one after another.
class Archive final : public Reading {
 public:
  struct Options {
    std::vector<std::string> types;
    bool skim = false;
    std::optional<uint64_t> offset;
  };

  Archive(std::vector<ArchiveFile> files, const Options& options,
          py::object told, bool strict)
      : Reading(std::move(told), strict),
        files_(std::move(files)),
        types_(options.types),
        skim_(options.skim),
        offset_(options.offset) {
    if (files_.empty()) return;
    file_ = files_.front().name;
    // A file that is not there is told at once.
    run([&] { open_next(); });
  }

  const std::string& file() const override { return *file_; }
  [[nodiscard]] std::shared_ptr<const std::string> shared_file() const {
    return file_;
  }

  // Without the GIL.
  [[nodiscard]] bool next() {
    while (reader_ != nullptr || open_next()) {
      if (next_of_file()) return true;
      no_record();
      reader_.reset();
    }
    return false;
  }

  [[nodiscard]] uint64_t position() const {
    return reader_ == nullptr ? 0 : reader_->position();
  }

  // The record that a DamageError kept from being given.
  bool is_held = false;

  // With the GIL.
  void close() {
    turn().check_unused(*file_);
    turn().close();
    no_record();
    reader_.reset();
    files_.clear();
  }

 protected:
  bool give_up_file(const IoError& error) override {
    no_record();
    reader_.reset();
    if (files_.size() == 1) return false;
    // The error itself tells it where losses are raised.
    if (!problems_.is_strict()) report_unreadable(error);
    return true;
  }

 private:
  void report_unreadable(const IoError& error) {
    problems_.report({Severity::kLost, "unreadable-archive", *file_,
                      std::nullopt, error.what()});
  }

  bool open_next() {
    while (next_file_ < files_.size()) {
      const ArchiveFile& each = files_[next_file_++];
      file_ = each.name;
      if (try_file([&] { open(each); }) && reader_ != nullptr) return true;
    }
    return false;
  }

  void open(const ArchiveFile& each) {
    std::unique_ptr<io::FileSource> source = each.open();
    if (offset_) {
      reader_ = warc::open_archive_at(std::move(source), *offset_, problems_);
    } else {
      reader_ = warc::open_archive(std::move(source), problems_);
    }
    if (reader_ == nullptr) return;
    if (skim_) reader_->skim();
    if (problems_.is_strict()) reader_->report_damage_at_once();
  }

  bool next_of_file() {
    bool found = false;
    if (!try_file([&] { found = read_next(); })) return false;
    return found;
  }

  bool read_next() {
    do {
      finish_record();
      if (!reader_->next(record_)) return false;
      begin_record(*reader_);
    } while (!types_.contains(record_.type));
    return true;
  }

  // One file that cannot be read keeps no other from being read.
  template <typename Work>
  bool try_file(Work work) {
    if (files_.size() == 1) {
      work();
      return true;
    }
    try {
      work();
      return true;
    } catch (const IoError& error) {
      report_unreadable(error);
      return false;
    }
  }

  std::vector<ArchiveFile> files_;
  size_t next_file_ = 0;
  std::shared_ptr<const std::string> file_ =
      std::make_shared<const std::string>();
  warc::RecordTypes types_;
  bool skim_;
  std::optional<uint64_t> offset_;
  std::unique_ptr<warc::ArchiveReader> reader_;
};

// Files that a RecordAccess keeps open.
constexpr size_t kMostOpen = 32;

// Records by archive and offset.
class Places final : public Reading {
 public:
  Places(py::object told, bool strict)
      : Reading(std::move(told), strict),
        access_(problems_, kMostOpen, check_signals) {}

  const std::string& file() const override { return file_; }

  // Without the GIL.
  [[nodiscard]] bool go_to(const std::string& path, uint64_t offset) {
    leave_record();
    file_ = path;
    warc::Reader* reader = access_.at(path, offset, record_);
    if (reader == nullptr) return false;
    begin_record(*reader);
    return true;
  }

 protected:
  // An archive that cannot be read keeps no other from being read.
  bool give_up_file(const IoError&) override {
    no_record();
    access_.close(file_);
    return true;
  }

 private:
  // What is wrong with a record that was read before is told, and does not keep
  // another one from being read.
  void leave_record() {
    try {
      finish_record();
    } catch (const IoError& error) {
      problems_.report({Severity::kLost, "unreadable-archive", file_,
                        std::nullopt, error.what()});
      access_.close(file_);
    }
    no_record();
    problems_.raise_none();
  }

  warc::RecordAccess access_;
  std::string file_;
};

ArchiveFile file_at(const std::string& path) {
  return {std::make_shared<const std::string>(path),
          [path] { return io::open_watched(path, check_signals); }};
}

bool is_file_object(const py::handle& source) {
  return py::hasattr(source, "read") || py::hasattr(source, "readinto");
}

// The archives in a file object: itself, or those of a zip file (WACZ).
std::vector<ArchiveFile> files_of_object(const py::object& object,
                                         ProblemSink& problems) {
  const std::string name = name_of_object(object);
  auto source = open_object(object, name);
  if (!source->peek(4).starts_with("PK\3\4")) {
    auto once =
        std::make_shared<std::unique_ptr<io::FileSource>>(std::move(source));
    return {{std::make_shared<const std::string>(name),
             [once] { return std::move(*once); }}};
  }
  std::vector<ArchiveFile> files;
  for (const io::ZipEntry& entry : io::read_zip_directory(*source)) {
    if (!io::is_archive_name(entry.name)) continue;
    const std::string path = name + "!/" + entry.name;
    files.push_back({std::make_shared<const std::string>(path),
                     [object, name, path, entry] {
                       py::gil_scoped_acquire gil;
                       object.attr("seek")(0);
                       return io::open_zip_entry(open_object(object, name),
                                                 entry, path);
                     }});
  }
  if (files.empty()) io::report_zip_without_archives(name, problems);
  return files;
}

std::unique_ptr<Archive> open_archives(const py::list& sources,
                                       const Archive::Options& options,
                                       const py::object& told, bool strict) {
  if (sources.empty()) throw UsageError("give an archive at least");
  std::vector<ArchiveFile> files;
  std::vector<std::string> names;  // since the last object
  HeldProblems problems(told, strict);
  const bool has_objects =
      std::any_of(sources.begin(), sources.end(), is_file_object);
  auto add_named = [&] {
    if (names.empty()) return;
    std::vector<std::string> paths;
    {
      py::gil_scoped_release release;
      paths = has_objects ? io::expand_inputs(names, problems)
                          : io::find_archives(names, problems);
      if (paths.empty()) io::report_without_archives(names, problems);
      names.clear();
    }
    problems.tell();
    for (const std::string& each : paths) files.push_back(file_at(each));
  };
  for (const py::handle& source : sources) {
    if (!is_file_object(source)) {
      names.push_back(path_of(source));
      continue;
    }
    add_named();
    for (ArchiveFile& file : files_of_object(
             py::reinterpret_borrow<py::object>(source), problems)) {
      files.push_back(std::move(file));
    }
    problems.tell();
  }
  add_named();
  if (options.offset && files.size() != 1) {
    throw UsageError("offset needs one archive");
  }
  return std::make_unique<Archive>(std::move(files), options,
                                   told.is_none() ? problems.list() : told,
                                   strict);
}

std::shared_ptr<PythonRecord> next_record(
    const std::shared_ptr<Archive>& archive) {
  bool found = std::exchange(archive->is_held, false);
  if (!found) {
    try {
      archive->run([&] { found = archive->next(); });
    } catch (...) {
      // The problem was found on the way to a record, which comes next.
      archive->is_held = !archive->turn().is_closed() && found;
      throw;
    }
  }
  if (!found) throw py::stop_iteration();
  return std::make_shared<PythonRecord>(archive, archive->shared_file());
}

py::list find_archives(const py::list& sources, const py::object& told) {
  HeldProblems problems(told, false);
  const std::vector<std::string> given = paths_of(sources);
  std::vector<std::string> paths;
  {
    py::gil_scoped_release release;
    paths = io::find_archives(given, problems);
  }
  problems.tell();
  py::list found;
  for (const std::string& path : paths) found.append(text_of(path));
  return found;
}

py::dict remote_states(const py::list& names) {
  std::vector<io::StoredObject> found;
  const std::vector<std::string> given = paths_of(names);
  {
    py::gil_scoped_release release;
    for (const std::string& name : given) {
      if (!io::is_url(name)) throw UsageError(name + " is not a URL");
      if (io::is_object_folder(name)) {
        for (io::StoredObject& each : io::objects_below(name)) {
          found.push_back(std::move(each));
        }
        continue;
      }
      const std::optional<io::ObjectState> state =
          io::is_object(name) ? io::recent_state(name)
                              : io::web_file_state(name);
      if (state) found.push_back({name, *state});
    }
  }
  py::dict states;
  for (const io::StoredObject& each : found) {
    states[text_of(each.name)] =
        py::make_tuple(each.state.size, text_of(each.state.version));
  }
  return states;
}

}  // namespace

void declare_archives(py::module_& module) {
  declare_problems(module);
  declare_records(module);
  declare_bodies(module);
  module.def("find_archives", &find_archives);
  module.def("remote_states", &remote_states);
  module.def("is_archive_name", [](const py::object& name) {
    return io::is_archive_name(path_of(name));
  });

  py::class_<Archive, std::shared_ptr<Archive>>(
      module, "Archive", py::module_local(),
      "The records of archives, in their order. Reading is lazy: memory does "
      "not grow with the archives.")
      .def(py::init([](const py::list& sources,
                       const std::vector<std::string>& types, bool skim,
                       bool strict, const py::object& problems,
                       std::optional<uint64_t> offset) {
             return open_archives(sources, {types, skim, offset}, problems,
                                  strict);
           }),
           py::arg("sources"), py::kw_only(),
           py::arg("types") = std::vector<std::string>(),
           py::arg("skim") = false, py::arg("strict") = false,
           py::arg("problems") = py::none(), py::arg("offset") = py::none())
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &next_record)
      .def_property_readonly(
          "file",
          [](const Archive& archive) { return text_of(archive.file()); },
          "The archive that is read.")
      .def_property_readonly(
          "position", &Archive::position,
          "Bytes read of that archive as it is stored, for progress.")
      .def_property_readonly(
          "problems",
          [](Archive& archive) { return archive.problems().list(); },
          "The list of Problems so far, unless a function takes them.")
      .def_property_readonly(
          "closed", [](Archive& archive) { return archive.turn().is_closed(); },
          "Whether close() was called, or reading failed.")
      .def("close", &Archive::close,
           "Closes the archives. Records that were given keep their headers. "
           "BusyError: another thread is reading.")
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__",
           [](Archive& archive, const py::args&) { archive.close(); });

  py::class_<Places, std::shared_ptr<Places>>(
      module, "RecordAccess",
      "Records by archive and offset, in any order. The archives that were "
      "asked for last stay open.")
      .def(py::init<py::object, bool>(), py::kw_only(),
           py::arg("problems") = py::none(), py::arg("strict") = false)
      .def(
          "at",
          [](const std::shared_ptr<Places>& places, const py::object& path,
             const py::object& number) -> std::shared_ptr<PythonRecord> {
            const std::string file = path_of(path);
            const uint64_t offset = whole_number_of(number, "offset");
            bool found = false;
            places->run([&] { found = places->go_to(file, offset); });
            if (!found) return nullptr;
            return std::make_shared<PythonRecord>(
                places, std::make_shared<const std::string>(file));
          },
          py::arg("path"), py::arg("offset"),
          "The record that begins at the offset in the file as it is stored; "
          "None, and a Problem, when none does. What is wrong with the rest of "
          "the record that was asked for before is told in problems, and never "
          "raised. IoError: that archive cannot be read; others still can.")
      .def_property_readonly(
          "problems", [](Places& places) { return places.problems().list(); },
          "The list of Problems so far, unless a function takes them.");
}

}  // namespace wax::python
