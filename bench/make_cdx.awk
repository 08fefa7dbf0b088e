# Writes a synthetic CDX-11 of N lines, shuffled, about 237 bytes a line:
#   awk -v n=5000000 -v seed=1 -f bench/make_cdx.awk > lines.cdx
# Hosts and paths repeat as in a real crawl: few hosts have many pages, most
# pages were captured several times, and every third capture is a duplicate.
function base32(x, digits, text, i) {
  text = ""
  for (i = 0; i < digits; ++i) {
    x = (x * 69069 + 362437) % 4294967296
    text = text substr("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", int(x / 134217728) + 1, 1)
  }
  return text
}
BEGIN {
  srand(seed)
  for (i = 0; i < n; ++i) {
    page = int(rand() * n / 20)
    host = int(exp(page * 7919 % 10007 / 10007 * log(20000)))
    version = int(rand() * 3)
    path = "section-" page % 97 "/article-" page "/?session=" page * 31 % 65536
    printf "com,example-%05d,www)/%s 20%02d%02d%02d%02d%02d%02d http://www.example-%05d.com/%s text/html 200 %s - - %d %d crawl-%04d.warc.gz\n", \
      host, path, 5 + int(rand() * 20), 1 + int(rand() * 12), 1 + int(rand() * 28), int(rand() * 24), int(rand() * 60), int(rand() * 60), \
      host, path, base32(host * 65537 + page * 3 + version, 32), 1000 + int(rand() * 90000), int(rand() * 1000000000), int(rand() * 2000)
  }
}
