// Records and the heads in them, as Python has them.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "python/reading.h"
#include "warc/http/block_head.h"
#include "warc/record/record.h"

namespace wax::python {

// A record as Python has it: its header stays when the archive goes on.
class PythonRecord {
 public:
  // The current record of the reading; its headers move here.
  PythonRecord(std::shared_ptr<Reading> reading,
               std::shared_ptr<const std::string> file);
  PythonRecord(const PythonRecord&) = delete;
  PythonRecord& operator=(const PythonRecord&) = delete;

  [[nodiscard]] const warc::Record& fields() const { return fields_; }
  [[nodiscard]] warc::Record& fields() { return fields_; }
  [[nodiscard]] const std::string& file() const { return *file_; }
  // Throws StaleRecordError when the archive went on.
  [[nodiscard]] Reading& reading() const;
  [[nodiscard]] const RecordPlace& place() const { return *place_; }
  // The head of the message in the block; null when the block has none. The
  // first call reads it.
  [[nodiscard]] std::shared_ptr<const warc::BlockHead> head();

 private:
  // A view of the header as one of header_; others stay where they are.
  [[nodiscard]] std::string_view moved(std::string_view view,
                                       std::string_view header) const;

  std::shared_ptr<Reading> reading_;
  uint64_t number_;
  std::shared_ptr<const std::string> file_;
  std::shared_ptr<RecordPlace> place_;
  std::string header_;
  warc::Record fields_;
  bool knows_head_ = false;
  std::shared_ptr<const warc::BlockHead> head_;
};

// The date as 14 digits in UTC, if it is one.
[[nodiscard]] std::optional<std::string> date14_of(const warc::Record& record);

void declare_records(pybind11::module_& module);

}  // namespace wax::python
