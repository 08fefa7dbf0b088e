# The clang of presets: that of the Debian release, by its name there.
find_program(WAX_CLANG NAMES clang++-14 clang++-19 clang++)
set(CMAKE_CXX_COMPILER ${WAX_CLANG})
