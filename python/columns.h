// Values of columns in the layout of Arrow, from which tables are made without
// a Python object for each value.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "python/reading.h"

namespace wax::python {

enum class ColumnType {
  kText,
  kBytes,
  kInt16,
  kInt32,
  kInt64,
  kDouble,
  kTime,  // milliseconds since 1970, UTC
  kFlag,
};

struct ColumnFacts {
  std::string name;
  ColumnType type = ColumnType::kText;
  bool has_nulls = true;
};

class ArrowColumn {
 public:
  explicit ArrowColumn(ColumnType type);

  [[nodiscard]] size_t size() const { return size_; }

  // Adds a value of a column of texts or bytes; bytes of texts that are no
  // UTF-8 are replaced. All texts of one column are less than 2 GiB.
  void add(std::optional<std::string_view> text);
  // Adds a value of a column of numbers; a time is in seconds.
  void add_number(std::optional<int64_t> number);
  void add_double(std::optional<double> number);
  void add_flag(std::optional<bool> flag);
  // The second of a date of 14 digits; null for another text.
  void add_date(std::string_view date14);
  // Likewise of a number with these digits; null for 0.
  void add_date(uint64_t date14);

  // Bytes of the values so far.
  [[nodiscard]] size_t bytes() const { return data_.size(); }

  // (size, nulls, validity, ends of texts or None, data). With the GIL.
  [[nodiscard]] pybind11::tuple buffers() const;

 private:
  void add_bit(std::string& bits, bool bit) const;
  void end_value(bool is_there);

  ColumnType type_;
  size_t width_ = 0;  // of a number, in bytes
  std::string data_;
  std::vector<int32_t> ends_{0};  // of texts
  std::string valid_;             // a bit for each value
  size_t size_ = 0;
  size_t nulls_ = 0;
};

// About so many bytes of rows are made at once.
inline constexpr size_t kBytesAtOnce = 16 * 1024 * 1024;

// Rows of some columns.
class ArrowColumns {
 public:
  explicit ArrowColumns(const std::vector<ColumnFacts>& facts);

  [[nodiscard]] ArrowColumn& operator[](size_t i) { return columns_[i]; }
  [[nodiscard]] size_t rows() const { return columns_.front().size(); }
  // Whether these are as many rows as are made at once: 65,536, or some MiB.
  [[nodiscard]] bool is_full() const;
  // Bytes of the values so far.
  [[nodiscard]] size_t bytes() const;
  // A list of what buffers() gives. With the GIL.
  [[nodiscard]] pybind11::list buffers() const;

 private:
  std::vector<ArrowColumn> columns_;
};

// A list of (name, type of Arrow, whether there may be nulls). With the GIL.
[[nodiscard]] pybind11::list list_of(const std::vector<ColumnFacts>& facts);

// Rows that come one after another, made without the GIL, by one thread at a
// time.
class RowSource {
 public:
  virtual ~RowSource() = default;

  [[nodiscard]] const std::vector<ColumnFacts>& facts() const { return facts_; }
  // What ArrowColumns::buffers() gives of the next rows; None at the end.
  // Throws what add() throws, after which there are no more; ClosedError;
  // BusyError.
  [[nodiscard]] pybind11::object next();

 protected:
  // `file` is for errors.
  explicit RowSource(std::string file) : file_(std::move(file)) {}
  // Adds a row; false at the end. Without the GIL.
  [[nodiscard]] virtual bool add(ArrowColumns& rows) = 0;
  // Tells the problems of that. With the GIL.
  virtual void tell() {}

  std::vector<ColumnFacts> facts_;

 private:
  std::string file_;
  Turn turn_;
};

void declare_columns(pybind11::module_& module);

}  // namespace wax::python
