# Compiler settings shared by all rooms, and the function that makes one.

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness lets ccache serve sources that use a precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${CCACHE})
endif()

add_library(wax_flags INTERFACE)
target_compile_options(wax_flags INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion
  # A unit has several files, which is no header with an anonymous namespace.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>
  $<$<BOOL:${WAX_WERROR}>:-Werror>)
# A tool loads the libraries that it calls, not all that its rooms know.
target_link_options(wax_flags INTERFACE LINKER:--as-needed)
target_include_directories(wax_flags INTERFACE ${CMAKE_SOURCE_DIR})
# g++ 12 warns wrongly, at -O2, of copies that overlap in std::string::insert.
target_compile_options(wax_flags INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(WAX_SANITIZE)
  target_compile_options(wax_flags INTERFACE
    -fsanitize=${WAX_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(wax_flags INTERFACE -fsanitize=${WAX_SANITIZE})
endif()
if(WAX_FUZZ)
  target_compile_options(wax_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Each subfolder is compiled as one unit: headers are parsed once for all its
# files. Names in anonymous namespaces are therefore unique in a subfolder.
function(wax_units target)
  foreach(source ${ARGN})
    get_filename_component(folder ${source} DIRECTORY)
    file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER ${folder} group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# wax_room(NAME LIBS...): a static library of every .cc file below this folder.
function(wax_room name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  add_library(wax_${name} STATIC ${sources})
  wax_units(wax_${name} ${sources})
  target_link_libraries(wax_${name} PUBLIC wax_flags ${ARGN})
endfunction()
