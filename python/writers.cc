#include "python/writers.h"

#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/byte_source.h"
#include "io/inputs/input_files.h"
#include "io/output.h"
#include "io/remote/remote_file.h"
#include "python/bodies.h"
#include "python/errors.h"
#include "python/records.h"
#include "python/sources.h"
#include "python/texts.h"
#include "text/ascii.h"
#include "warc/record/date.h"
#include "warc/writer/arc_to_warc.h"
#include "warc/writer/stated_digest.h"
#include "warc/writer/writer.h"

namespace py = pybind11;

namespace wax::python {
namespace {

// Blocks up to this size are written when they were read whole.
constexpr uint64_t kMostHeld = uint64_t{16} << 20;

// "1.1": numbers with points between.
bool is_version(std::string_view text) {
  bool after_digit = false;
  for (const char c : text) {
    if (!text::is_digit(c) && (c != '.' || !after_digit)) return false;
    after_digit = c != '.';
  }
  return after_digit;
}

// A record has its block while this lives.
class Lent {
 public:
  Lent(warc::Record& record, io::ByteSource& block) : record_(record) {
    record_.body = &block;
  }
  ~Lent() { record_.body = nullptr; }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

 private:
  warc::Record& record_;
};

class PythonWriter {
 public:
  // Without a compression: none.
  PythonWriter(const py::object& target,
               const std::optional<std::string>& compression, int level,
               const std::string& version, bool force)
      : name_("<file>") {
    warc::WriterOptions options;
    if (!is_version(version)) {
      throw UsageError("version is what follows WARC/, such as 1.1, not '" +
                       version + "'");
    }
    options.version = version;
    options.level = level;
    options.compression = compression_of(compression.value_or("none"));
    if (py::hasattr(target, "write")) {
      name_ = name_of_object(target);
      output_ = object_output(target);
    } else {
      name_ = path_of(target);
      is_path_ = true;
      output_ = io::open_named_output(name_, force);
    }
    writer_ = std::make_unique<warc::Writer>(*output_, options);
  }
  ~PythonWriter() {
    if (turn_.is_elsewhere()) drop_elsewhere();
  }
  PythonWriter(const PythonWriter&) = delete;
  PythonWriter& operator=(const PythonWriter&) = delete;

  // A record that is read, unchanged. Its block must be unread.
  py::tuple copy(PythonRecord& record, bool to_warc) {
    const warc::Record& fields = record.fields();
    if (fields.content_length == warc::Record::kNoLength) {
      throw UsageError("a record without a length cannot be copied");
    }
    Reading& reading = record.reading();
    warc::Extent extent;
    std::optional<uint64_t> missing;
    bool has_date = true;
    run([&] {
      reading.run([&] {
        io::ByteSource* block = &reading.unread_block();
        std::string held;
        io::MemorySource whole("");
        if (fields.content_length <= kMostHeld) {
          held = io::read_all(*block, fields.content_length);
          if (held.size() < fields.content_length) {
            missing = fields.content_length - held.size();
            return;
          }
          whole = io::MemorySource(held);
          block = &whole;
        }
        if (fields.format == warc::Format::kArc && to_warc) {
          auto written = convert(record, *block, reading.problems());
          has_date = written.has_value();
          if (written) extent = *written;
          return;
        }
        extent = fields.format == warc::Format::kArc
                     ? writer_->copy_arc(fields.raw_header, *block,
                                         fields.content_length)
                     : writer_->copy(fields.raw_header, *block,
                                     fields.content_length);
      });
    });
    if (missing) {
      raise("DamageError",
            record.file() + ": at byte " + std::to_string(fields.offset) +
                ": the record lacks " + std::to_string(*missing) +
                " bytes of its block; nothing of it was written",
            {record.file(), fields.offset, ""});
    }
    if (!has_date) {
      raise("DamageError",
            record.file() + ": at byte " + std::to_string(fields.offset) +
                ": the record has no date, which WARC demands; nothing of it "
                "was written",
            {record.file(), fields.offset, ""});
    }
    return py::make_tuple(extent.offset, extent.length);
  }

  py::tuple write(const py::object& fields, const py::object& block,
                  bool digests) {
    const Fields texts = whole_header(fields);
    if (PyObject_CheckBuffer(block.ptr()) == 0) {
      throw py::type_error("a block is bytes, not " +
                           std::string(Py_TYPE(block.ptr())->tp_name));
    }
    const ObjectBytes held(block);
    const std::string_view bytes = held.text();
    const std::string length = std::to_string(bytes.size());
    std::vector<warc::Field> header;
    header.reserve(texts.size());
    for (const auto& [name, value] : texts) {
      if (text::equal_ignoring_case(name, "Content-Length")) {
        if (value == length) continue;
        throw UsageError("Content-Length is " + value + ", and the block has " +
                         length + " bytes; it can be left out");
      }
      header.push_back({name, value});
    }
    warc::Extent extent;
    warc::BlockDigests made;
    run([&] {
      py::gil_scoped_release release;
      if (digests) {
        made = warc::digests_of_block(header, bytes);
        auto add = [&](std::string_view name, const std::string& value) {
          for (const warc::Field& field : header) {
            if (text::equal_ignoring_case(field.name, name)) return;
          }
          if (!value.empty()) header.push_back({name, value});
        };
        add(warc::kBlockDigest, made.block);
        add(warc::kPayloadDigest, made.payload);
      }
      extent = writer_->write(header, bytes);
    });
    return py::make_tuple(extent.offset, extent.length);
  }

  void close() {
    if (turn_.is_closed()) return;
    run([&] {
      py::gil_scoped_release release;
      writer_->finish();
      output_->finish();
    });
    drop();
  }

  // Leaves no file behind. Throws BusyError.
  void drop() {
    turn_.check_unused(name_);
    turn_.close();
    if (turn_.is_elsewhere()) return drop_elsewhere();
    writer_.reset();
    output_.reset();
  }

 private:
  using Fields = std::vector<std::pair<std::string, std::string>>;

  // Without the GIL. Nothing when the record has no date.
  std::optional<warc::Extent> convert(PythonRecord& record,
                                      io::ByteSource& block,
                                      ProblemSink& problems) {
    // Another one for each: ids do not depend on the records before, but for
    // those in one member, which have one offset.
    const uint64_t offset = record.fields().offset;
    std::pair<std::string, uint64_t> at(record.file(), offset);
    at_same_ = at == last_ ? at_same_ + 1 : 0;
    last_ = std::move(at);
    std::string place;
    if (offset > 0 || at_same_ > 0) {
      place = std::to_string(offset) + '+' + std::to_string(at_same_) + '\n';
    }
    warc::ArcToWarc arc({std::string(io::base_name(record.file())),
                         is_path_ ? std::string(io::base_name(name_)) : "",
                         "waxwing_warc " WAX_VERSION,
                         {},
                         std::move(place)},
                        *writer_, problems);
    arc.ask([this](const std::string& id) { return infos_.insert(id).second; });
    {
      const Lent lent(record.fields(), block);
      arc.take(record.fields());
    }
    Problem where;
    where.file = record.file();
    where.offset = record.fields().offset;
    return arc.write(where);
  }

  // The file is that of the process that opened it, and stays.
  void drop_elsewhere() {
    (void)writer_.release();
    (void)output_.release();
  }

  static std::string date_of(const Fields& fields) {
    for (const auto& [name, value] : fields) {
      if (text::equal_ignoring_case(name, "WARC-Date")) return value;
    }
    return {};
  }

  // The fields that are given, and those of the mandatory ones that can be
  // made. Throws UsageError without a type. With the GIL.
  static Fields whole_header(const py::object& given) {
    Fields fields;
    bool has_type = false;
    bool has_id = false;
    bool has_date = false;
    const py::object pairs =
        PyMapping_Check(given.ptr()) != 0 && py::hasattr(given, "items")
            ? given.attr("items")()
            : given;
    for (const py::handle& each : pairs) {
      if (PySequence_Check(each.ptr()) == 0 || py::len(each) != 2) {
        throw py::type_error("fields are pairs of name and value, not " +
                             py::repr(each).cast<std::string>());
      }
      auto pair = py::reinterpret_borrow<py::sequence>(each);
      fields.emplace_back(bytes_of_text(pair[0]), bytes_of_text(pair[1]));
      const std::string& name = fields.back().first;
      const std::string& value = fields.back().second;
      auto is_mandatory = [&](std::string_view wanted, bool& has) {
        if (!text::equal_ignoring_case(name, wanted)) return;
        if (value.empty() || has) {
          throw UsageError("a record has one " + std::string(wanted) +
                           ", which is not empty");
        }
        has = true;
      };
      is_mandatory("WARC-Type", has_type);
      is_mandatory("WARC-Record-ID", has_id);
      is_mandatory("WARC-Date", has_date);
    }
    for (const auto& [name, value] : fields) {
      if (text::equal_ignoring_case(name, "WARC-Record-ID") &&
          (!value.starts_with('<') || !value.ends_with('>') ||
           value.find(':') == value.npos)) {
        throw UsageError("a WARC-Record-ID is a URI in <>, not '" + value +
                         "'");
      }
    }
    if (const auto date = date_of(fields);
        has_date && !warc::date14_of_warc(date)) {
      throw UsageError("'" + date + "' is no WARC-Date");
    }
    if (!has_type) throw UsageError("a record needs the field WARC-Type");
    if (!has_id) {
      py::object id = py::module_::import("uuid").attr("uuid4")();
      fields.emplace_back("WARC-Record-ID",
                          "<urn:uuid:" + py::str(id).cast<std::string>() + ">");
    }
    if (!has_date) {
      py::module_ times = py::module_::import("datetime");
      py::object now = times.attr("datetime")
                           .attr("now")(times.attr("timezone").attr("utc"));
      fields.emplace_back(
          "WARC-Date",
          now.attr("strftime")("%Y-%m-%dT%H:%M:%SZ").cast<std::string>());
    }
    return fields;
  }

  static io::Compression compression_of(const std::string& name) {
    if (name == "gzip") return io::Compression::kGzip;
    if (name == "zstd") return io::Compression::kZstd;
    if (name == "none") return io::Compression::kNone;
    throw UsageError("compression is gzip, zstd or none, not '" + name + "'");
  }

  template <typename Work>
  void run(Work work) {
    turn_.begin(name_);
    try {
      work();
    } catch (const UsageError&) {
      // Nothing was written.
      turn_.end();
      throw;
    } catch (...) {
      turn_.end();
      drop();
      throw;
    }
    turn_.end();
  }

  std::string name_;
  bool is_path_ = false;
  Turn turn_{"writing"};
  std::unique_ptr<io::Output> output_;
  std::unique_ptr<warc::Writer> writer_;
  std::set<std::string> infos_;  // ids of warcinfo records that were written
  std::pair<std::string, uint64_t> last_;  // file and offset of convert()
  uint64_t at_same_ = 0;  // records before that one that have them, too
};

}  // namespace

void declare_writers(py::module_& module) {
  py::class_<PythonWriter>(
      module, "Writer",
      "Writes records to a WARC file, each as a member of its own. A file "
      "appears whole, when close() is called or a with block ends without an "
      "exception, or not at all.")
      .def(py::init<const py::object&, const std::optional<std::string>&, int,
                    const std::string&, bool>(),
           py::arg("target"), py::kw_only(), py::arg("compression") = "gzip",
           py::arg("level") = 0, py::arg("version") = "1.1",
           py::arg("force") = false,
           "target: a path, or a binary file, which stays open. compression: "
           "gzip, zstd or none (or None); level 0 is the usual one. version: "
           "what follows "
           "WARC/. force: an existing file is replaced.")
      .def("copy", &PythonWriter::copy, py::arg("record"), py::kw_only(),
           py::arg("to_warc") = false,
           "Writes a record as it is read, byte for byte; its block must be "
           "unread. to_warc: a record of an ARC becomes one of WARC 1.1, after "
           "a warcinfo record of the conversion, as wax-warc-recompress "
           "--to-warc "
           "makes them; DamageError when it has no date. Returns offset and "
           "length in the new file. DamageError: "
           "the block is cut, and nothing of the record was written; the file "
           "takes further records. A block of more than 16 MiB is not held "
           "before it is written: there the file is given up (FormatError).")
      .def("write", &PythonWriter::write, py::arg("fields"), py::arg("block"),
           py::kw_only(), py::arg("digests") = true,
           "Writes a record of header fields, pairs of name and value or a "
           "dict, "
           "and a block of bytes. Content-Length is added, or must be that of "
           "the block. WARC-Record-ID (a "
           "random UUID) and WARC-Date (now) are added where they are not "
           "given; UsageError without WARC-Type. digests: WARC-Block-Digest "
           "and WARC-Payload-Digest (SHA-1) are added where they are not "
           "given. "
           "Returns offset and length.")
      .def("close", &PythonWriter::close,
           "Ends the file, which appears. A second time it does nothing.")
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__", [](PythonWriter& writer, const py::object& type,
                          const py::object&, const py::object&) {
        if (type.is_none()) {
          writer.close();
        } else {
          writer.drop();
        }
      });
}

}  // namespace wax::python
