#include "python/columns.h"

#include <array>
#include <cstring>

#include "python/sources.h"
#include "python/texts.h"
#include "text/utf8.h"
#include "warc/record/date.h"

namespace py = pybind11;

namespace wax::python {
namespace {

const char* arrow_name(ColumnType type) {
  switch (type) {
    case ColumnType::kText:
      return "string";
    case ColumnType::kBytes:
      return "binary";
    case ColumnType::kInt16:
      return "int16";
    case ColumnType::kInt32:
      return "int32";
    case ColumnType::kInt64:
      return "int64";
    case ColumnType::kDouble:
      return "float64";
    case ColumnType::kTime:
      return "timestamp";
    case ColumnType::kFlag:
      return "bool_";
  }
  return "";
}

size_t width_of(ColumnType type) {
  switch (type) {
    case ColumnType::kInt16:
      return 2;
    case ColumnType::kInt32:
      return 4;
    case ColumnType::kInt64:
    case ColumnType::kDouble:
    case ColumnType::kTime:
      return 8;
    default:
      return 0;
  }
}

template <typename Number>
std::array<char, sizeof(Number)> bytes_of_number(Number number) {
  std::array<char, sizeof(Number)> bytes;
  std::memcpy(bytes.data(), &number, bytes.size());
  return bytes;
}

}  // namespace

ArrowColumn::ArrowColumn(ColumnType type)
    : type_(type), width_(width_of(type)) {}

void ArrowColumn::add_bit(std::string& bits, bool bit) const {
  if (size_ % 8 == 0) bits.push_back('\0');
  if (bit) bits.back() = static_cast<char>(bits.back() | 1 << size_ % 8);
}

void ArrowColumn::end_value(bool is_there) {
  add_bit(valid_, is_there);
  nulls_ += is_there ? 0 : 1;
  ++size_;
}

void ArrowColumn::add(std::optional<std::string_view> text) {
  if (text && type_ == ColumnType::kBytes) data_ += *text;
  if (text && type_ == ColumnType::kText) {
    text::append_well_formed(*text, data_);
  }
  ends_.push_back(static_cast<int32_t>(data_.size()));
  end_value(text.has_value());
}

void ArrowColumn::add_number(std::optional<int64_t> number) {
  constexpr int64_t kMilliseconds = 1000;
  const int64_t value =
      number.value_or(0) * (type_ == ColumnType::kTime ? kMilliseconds : 1);
  data_.append(bytes_of_number(value).data(), width_);
  end_value(number.has_value());
}

void ArrowColumn::add_double(std::optional<double> number) {
  data_.append(bytes_of_number(number.value_or(0)).data(), width_);
  end_value(number.has_value());
}

void ArrowColumn::add_flag(std::optional<bool> flag) {
  add_bit(data_, flag.value_or(false));
  end_value(flag.has_value());
}

void ArrowColumn::add_date(std::string_view date14) {
  add_number(warc::seconds_of_date(date14));
}

void ArrowColumn::add_date(uint64_t date14) {
  add_date(std::to_string(date14));
}

py::tuple ArrowColumn::buffers() const {
  py::object ends = py::none();
  if (type_ == ColumnType::kText || type_ == ColumnType::kBytes) {
    ends = py::bytes(reinterpret_cast<const char*>(ends_.data()),
                     ends_.size() * sizeof(int32_t));
  }
  return py::make_tuple(size_, nulls_, bytes_of(valid_), ends, bytes_of(data_));
}

ArrowColumns::ArrowColumns(const std::vector<ColumnFacts>& facts) {
  for (const ColumnFacts& each : facts) columns_.emplace_back(each.type);
}

size_t ArrowColumns::bytes() const {
  size_t bytes = 0;
  for (const ArrowColumn& column : columns_) bytes += column.bytes();
  return bytes;
}

bool ArrowColumns::is_full() const {
  constexpr size_t kRowsAtOnce = 64 * 1024;
  return rows() >= kRowsAtOnce || bytes() >= kBytesAtOnce;
}

py::list ArrowColumns::buffers() const {
  py::list list;
  for (const ArrowColumn& column : columns_) list.append(column.buffers());
  return list;
}

py::list list_of(const std::vector<ColumnFacts>& facts) {
  py::list list;
  for (const ColumnFacts& each : facts) {
    list.append(
        py::make_tuple(each.name, arrow_name(each.type), each.has_nulls));
  }
  return list;
}

py::object RowSource::next() {
  constexpr uint64_t kBetweenSignals = 4096;
  ArrowColumns rows(facts_);
  turn_.begin(file_);
  try {
    py::gil_scoped_release release;
    for (uint64_t i = 1; !rows.is_full() && add(rows); ++i) {
      if (i % kBetweenSignals == 0) check_signals();
    }
  } catch (...) {
    turn_.end();
    turn_.close();
    throw;
  }
  turn_.end();
  tell();
  if (rows.rows() == 0) return py::none();
  return rows.buffers();
}

void declare_columns(py::module_& module) {
  py::class_<RowSource>(module, "RowSource")
      .def_property_readonly(
          "facts", [](const RowSource& rows) { return list_of(rows.facts()); })
      .def("next", &RowSource::next);
}

}  // namespace wax::python
