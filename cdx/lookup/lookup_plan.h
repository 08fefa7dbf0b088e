// The fields that the options of a look-up need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/filter/condition.h"
#include "cdx/lookup/lookup_options.h"

namespace wax::cdx {

// A field is an index into `names`, which LineFields reads in this order.
struct LookupPlan {
  static constexpr size_t kNoField = SIZE_MAX;
  // The part of a field that collapsing compares: its first characters.
  struct Part {
    size_t field = kNoField;
    size_t size = SIZE_MAX;
    bool is_digest = false;
  };

  // Throws UsageError for invalid conditions and parts.
  explicit LookupPlan(const LookupOptions& options);

  std::vector<std::string> names;
  // A condition without a field is for the whole line.
  std::vector<std::pair<Condition, size_t>> filters;
  // Fields that a file may lack.
  std::vector<size_t> optional;
  size_t date = kNoField;
  size_t status = kNoField;
  // For AskedUrl::rank().
  size_t asked_url = kNoField;
  size_t asked_status = kNoField;
  size_t key = kNoField;
  size_t redirect = kNoField;
  size_t digest = kNoField;
  Part first_of;
  Part last_of;
  std::vector<size_t> shown;

 private:
  [[nodiscard]] size_t field(std::string_view name);
  // The same; a file may lack it, if nothing else asks for it.
  [[nodiscard]] size_t optional_field(std::string_view name);
  // Reads "FIELD" or "FIELD:N".
  [[nodiscard]] Part part(std::string_view text);
};

}  // namespace wax::cdx
