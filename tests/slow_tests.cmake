# Which tests are slow: by patterns of their names, as googletest has them, with the
# seconds that they took together on 2026-11-28 (2 busy cores). They are 208 of 4,879
# tests and 1,200 of 2,150 s. All others have the label "quick". CMake includes this
# file, and so does ctest once it knows the names of googletest's tests.
set(wax_slow_tests
  "Of/Transcript.Holds/build*"  # 177 with the three below
  "Of/Transcript.Holds/rank*"
  "Of/Transcript.Holds/identity*"
  "Of/Transcript.Holds/index*"
  "Seeds/AccessModel.*"                               # 117
  "Seeds/AccessModelOfFronts.*"                       # 20
  "BuildCheckTest.*"                                  # 96
  "As/PartsOfAFile.*"                                 # 80
  "Python.*"                                          # 74
  "GraphUpdate.*"                                     # 61
  "Inputs/RankKills.*"                                # 55
  "BuildKills.*"                                      # 50
  "PowerCuts.*"                                       # 46
  "Of/InputKinds.*"                                   # 43
  "FailingDisk.*"                                     # 38
  "KillsAndFaults.*"                                  # 28
  "Simulator.*"                                       # 29
  "Progress.*"                                        # 36
  "LeftOutTest.*"                                     # 35
  "WriteZipNum.*"                                     # 30
  "Readme.*"                                          # 28
  "SegmentReaderTest.*"                               # 28
  "BuildInputs.*"                                     # 27
  "Serve.*"                                           # 24
  "BatchLists.*"                                      # 19
  "ShardMerger.*"                                     # 18
  "Load.*"                                            # 17
  "MergeFiles.*"                                      # 16
  "Scores.*"                                          # 14
  "Browser.*"                                         # 14
  "example_*"                                         # 13
  "LargeArchive.*"                                    # 11
  "Workers.*"                                         # 11
  "BuildsAgainstAModel.*"                             # 10
  "Searches.*"                                        # 8
  # Minutes, where they are installed.
  "Clients.*"
  "Spark.*")
string(REPLACE "." "[.]" wax_slow_names "${wax_slow_tests}")
string(REPLACE "*" ".*" wax_slow_names "${wax_slow_names}")
string(REPLACE ";" "|" wax_slow_names "${wax_slow_names}")

foreach(wax_test IN LISTS WAX_TESTS)
  if(NOT wax_test MATCHES "^(${wax_slow_names})$")
    set_tests_properties("${wax_test}" PROPERTIES LABELS quick)
  endif()
endforeach()
