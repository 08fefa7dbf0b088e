// The start of OpenSSL.
#pragma once

namespace wax::warc {

// Call it before the first use of OpenSSL in a function: its own first use
// crashes when there is no memory for it. Throws std::bad_alloc then, and each
// time from then on. Any number of threads may call it.
void begin_crypto();

}  // namespace wax::warc
