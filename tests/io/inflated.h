// Feeding an Inflater by hand.
#pragma once

#include <string>
#include <string_view>

#include "io/compress/inflater.h"

namespace wax::io {

// Gives a member in pieces, with little room for what comes of it; the state it
// ended in, kMore for a member that is cut.
inline Inflater::State inflate(Inflater& inflater, std::string_view stored,
                               size_t piece, std::string& out) {
  inflater.start();
  out.clear();
  size_t given = piece;
  char buffer[7];
  for (;;) {
    std::string_view in = stored.substr(0, given);
    auto step = inflater.step(in, buffer, sizeof buffer);
    out.append(buffer, step.produced);
    stored.remove_prefix(step.consumed);
    if (step.state != Inflater::State::kMore) return step.state;
    bool stuck = step.consumed == 0 && step.produced == 0;
    if (stuck && given >= stored.size()) return Inflater::State::kMore;
    given = stuck ? given + 1 : piece;
  }
}

}  // namespace wax::io
