# Compiler settings of all modules, and the function that defines a module.

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Checkouts in different folders share the cache; the sloppiness lets ccache
  # work with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${CCACHE})
endif()

add_library(wax_flags INTERFACE)
target_compile_options(wax_flags INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion
  # A unit includes several .cc files; they may have anonymous namespaces.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>
  # Macros of libseccomp leave a field out.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-missing-field-initializers>
  $<$<BOOL:${WAX_WERROR}>:-Werror>)
# A tool links only the libraries that it calls, and has only the functions that it
# calls, not all of its modules or of a unit. GNU ld keeps the libraries of functions
# that it drops.
target_link_options(wax_flags INTERFACE
  LINKER:--as-needed LINKER:--gc-sections LINKER:-O1)
find_program(WAX_LLD ld.lld)
if(WAX_LLD)
  target_link_options(wax_flags INTERFACE -fuse-ld=lld)
endif()
# Flags of what is installed.
set(WAX_CODE -ffunction-sections -fdata-sections)
target_include_directories(wax_flags INTERFACE ${CMAKE_SOURCE_DIR})
# At -O2, g++ 12 wrongly warns of overlapping copies in std::string::insert.
target_compile_options(wax_flags INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# g++ 14 wrongly warns of bounds and unset values in std::vector and std::optional.
target_compile_options(wax_flags INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>>:-Wno-array-bounds;-Wno-maybe-uninitialized>)
if(WAX_SANITIZE)
  target_compile_options(wax_flags INTERFACE
    -fsanitize=${WAX_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  # They take terabytes of address space, pipes, and ten times the time.
  target_compile_definitions(wax_flags INTERFACE WAX_WITH_SANITIZERS)
  # The check of vptr opens pipes, which fails in tests that leave no
  # descriptors; AddressSanitizer finds what the other two would.
  if(WAX_SANITIZE MATCHES undefined)
    target_compile_options(wax_flags INTERFACE
      -fno-sanitize=vptr,null,object-size)
  endif()
  # Boost.Asio has fences beside its locks; the locks are what orders its calls.
  if(WAX_SANITIZE MATCHES thread)
    target_compile_options(wax_flags INTERFACE
      $<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
  endif()
  target_link_options(wax_flags INTERFACE -fsanitize=${WAX_SANITIZE})
endif()
if(WAX_FUZZ)
  target_compile_options(wax_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Compiles each subfolder as one unit, so that headers are parsed once for all its
# files. Names in anonymous namespaces must therefore be unique in a subfolder.
option(WAX_UNITS "Compile each subfolder as one unit" ON)
function(wax_units target)
  if(NOT WAX_UNITS)
    return()
  endif()
  foreach(source ${ARGN})
    get_filename_component(folder ${source} DIRECTORY)
    file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER ${folder} group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# tests/mutants.py links changed functions before those of a library.
option(WAX_REPLACEABLE "Call a library's functions so that the linker may replace them" OFF)

# wax_library(NAME SOURCES LIBS...): a static library of the list SOURCES.
function(wax_library name sources)
  add_library(wax_${name} STATIC ${sources})
  target_link_libraries(wax_${name} PUBLIC wax_flags ${ARGN})
  # The Python module links the same libraries as the tools. Nothing of theirs is
  # replaced at run time, so functions may still be inlined.
  set_target_properties(wax_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(wax_${name} PRIVATE
    $<$<NOT:$<BOOL:${WAX_REPLACEABLE}>>:-fno-semantic-interposition> ${WAX_CODE})
  # g++ limits how far inlining may make a unit grow. With its default, small
  # functions of units of many files are called instead of inlined.
  target_compile_options(wax_${name} PRIVATE
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release,RelWithDebInfo,None>>:--param=inline-unit-growth=300;--param=large-unit-insns=100000>)
endfunction()

# wax_module(NAME LIBS... [APART FILES...]): a static library of all .cc files below
# this folder. FILES are a library of their own, wax_NAME_apart, for programs that
# need no more of the module.
function(wax_module name)
  cmake_parse_arguments(PARSE_ARGV 1 module "" "" APART)
  set(libraries ${module_UNPARSED_ARGUMENTS})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  if(module_APART)
    list(TRANSFORM module_APART PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    list(REMOVE_ITEM sources ${module_APART})
    wax_library(${name}_apart "${module_APART}" ${libraries})
    list(APPEND libraries wax_${name}_apart)
  endif()
  wax_library(${name} "${sources}" ${libraries})
  wax_units(wax_${name} ${sources})
endfunction()

# wax_link_includes(TARGET SOURCE): links the rooms that SOURCE includes, and what it
# includes of tools/cli/ and tools/collection_cli/.
function(wax_link_includes target source)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(STRINGS ${source} includes REGEX "^#include \"")
  set(libraries "")
  foreach(include ${includes})
    if(include MATCHES "\"tools/collection_cli/(answer_writer|record_file)\\.h\"")
      list(APPEND libraries wax_answer_cli)
    elseif(include MATCHES "\"rank/rank_files\\.h\"")
      list(APPEND libraries wax_rank_apart)
    elseif(include MATCHES "\"(tools/)?([a-z_]+)/")
      if(TARGET wax_${CMAKE_MATCH_2})
        list(APPEND libraries wax_${CMAKE_MATCH_2})
      endif()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES libraries)
  target_link_libraries(${target} PRIVATE ${libraries})
endfunction()
