# Writes man pages as HTML, and a list of them.
#
#   cmake -DMANDOC=PROGRAM -DSTYLE=FILE -DFOLDER=OUTPUT -DPAGES=A,B,... -P html_pages.cmake
#
# A reference to one of the pages is a link to it; others lead to those of Debian.
string(REPLACE "," ";" PAGES "${PAGES}")
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
file(COPY ${STYLE} DESTINATION ${FOLDER})
get_filename_component(style ${STYLE} NAME)
# mandoc links to the pages that are where it runs.
foreach(page ${PAGES})
  file(COPY ${page} DESTINATION ${FOLDER})
endforeach()
set(list "")
foreach(page ${PAGES})
  get_filename_component(name ${page} NAME)
  execute_process(
    COMMAND ${MANDOC} -T html
      -O style=${style},man=%N.%S.html\;https://manpages.debian.org/%N.%S ${page}
    WORKING_DIRECTORY ${FOLDER}
    OUTPUT_FILE ${FOLDER}/${name}.html
    RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${page}: mandoc ended by ${result}")
  endif()
  file(STRINGS ${page} about REGEX "^\\.Nd " LIMIT_COUNT 1)
  string(REGEX REPLACE "^\\.Nd " "" about "${about}")
  string(REPLACE "&" "&amp;" about "${about}")
  string(REPLACE "<" "&lt;" about "${about}")
  string(REGEX REPLACE "^(.*)\\.([0-9])$" "\\1(\\2)" title ${name})
  string(APPEND list
    "<dt><a href=\"${name}.html\">${title}</a></dt><dd>${about}</dd>\n")
endforeach()
foreach(page ${PAGES})
  get_filename_component(name ${page} NAME)
  file(REMOVE ${FOLDER}/${name})
endforeach()
file(WRITE ${FOLDER}/index.html "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Waxwing: manual</title>
<link rel=\"stylesheet\" href=\"${style}\">
</head>
<body>
<h1>Waxwing: manual</h1>
<dl class=\"pages\">
${list}</dl>
</body>
</html>
")
