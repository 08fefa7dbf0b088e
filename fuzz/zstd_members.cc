// Archives in zstd frames, whole and damaged.
#include "fuzz/support/read_archive.h"

void wax::fuzz::run(std::string_view bytes) { check_archive(bytes); }
