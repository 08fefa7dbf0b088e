#include "rank/rank_order.h"

#include <utility>

#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::rank {
namespace {

constexpr int kViewsDigits = 16;
constexpr size_t kMostDigits = 60;

bool is_numbered_id(std::string_view entity) {
  return entity.size() >= 2 && entity.size() <= kMostDigits &&
         entity[0] >= 'A' && entity[0] <= 'Z' && entity[1] != '0' &&
         text::all_digits(entity.substr(1));
}

}  // namespace

void append_order_line(const EntityLine& entity, std::string& line) {
  text::append_hex_number(UINT64_MAX - entity.signals.views, kViewsDigits,
                          line);
  if (is_numbered_id(entity.entity)) {
    // How many digits there are tells which number is greater.
    line += '0';
    line += entity.entity[0];
    line += static_cast<char>('0' + entity.entity.size());
    line += entity.entity.substr(1);
  } else {
    line += '1';
    line += entity.entity;
  }
  // A space is less than all bytes of entities.
  line += ' ' + std::to_string(entity.signals.steady) + ' ' +
          std::to_string(entity.signals.months);
}

EntityLine parse_order_line(std::string_view line, std::string& entity) {
  auto views = text::whole_number(line.substr(0, kViewsDigits), 16);
  const size_t last = line.rfind(' ');
  const size_t first = line.rfind(' ', last - 1);
  auto steady = text::whole_number(line.substr(first + 1, last - first - 1));
  auto months = text::whole_number(line.substr(last + 1));
  if (!views || !steady || !months) throw UsageError("a damaged sorted run");
  std::string_view name =
      line.substr(kViewsDigits + 1, first - kViewsDigits - 1);
  if (line[kViewsDigits] == '0') {
    entity.assign(1, name[0]);
    entity += name.substr(2);
  } else {
    entity = name;
  }
  return {entity, {UINT64_MAX - *views, *steady, *months}};
}

std::unique_ptr<lines::LineStream> ordered_lines(
    std::unique_ptr<lines::LineStream> entities, bool by_steady,
    const lines::SortOptions& sort) {
  std::shared_ptr<lines::LineStream> input = std::move(entities);
  return lines::sort_lines(
      lines::made_lines([input, by_steady](std::string& out) {
        std::string_view line;
        if (!input->next(line)) return false;
        EntityLine entity = parse_entity_line(line);
        if (by_steady) std::swap(entity.signals.views, entity.signals.steady);
        append_order_line(entity, out);
        return true;
      }),
      sort);
}

}  // namespace wax::rank
