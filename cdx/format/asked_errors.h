// What is wrong with what is asked of CDX files. Any number of threads may call
// these functions.
#pragma once

#include <string>
#include <utility>

#include "io/error.h"

namespace wax::cdx {

// An option, or a parameter of that name, has a value without meaning. what()
// is "--NAME: REASON", as tools write it.
class OptionError : public UsageError {
 public:
  OptionError(const std::string& name, std::string reason)
      : UsageError("--" + name + ": " + reason),
        name_(name),
        reason_(std::move(reason)) {}
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  std::string name_;
  std::string reason_;
};

// A file does not have what is asked of it. what() is "FILE REASON"; servers
// show the reason alone.
class InputError : public UsageError {
 public:
  InputError(const std::string& file, std::string reason)
      : UsageError(file + ' ' + reason), reason_(std::move(reason)) {}
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
};

}  // namespace wax::cdx
