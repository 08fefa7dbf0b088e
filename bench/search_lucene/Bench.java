// Lucene's part of bench/search.sh:
//   Bench index DOCUMENTS DIR
//   Bench query DIR QUERIES exact|estimate SECONDS [results]
// It prints what search_bench prints (bench/search.cc).
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.facet.FacetsCollectorManager;
import org.apache.lucene.facet.LongValueFacetCounts;
import org.apache.lucene.facet.MultiLongValues;
import org.apache.lucene.facet.MultiLongValuesSource;
import org.apache.lucene.facet.StringDocValuesReaderState;
import org.apache.lucene.facet.StringValueFacetCounts;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;
import org.apache.lucene.search.SortedNumericSortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.grouping.GroupingSearch;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

public class Bench {
  // Days in the order of time; gaps between months do no harm.
  static long day(String date) {
    return Long.parseLong(date.substring(0, 8));
  }

  static Document document(JsonParser json) throws IOException {
    Document made = new Document();
    json.nextToken();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      if (name.equals("dates")) {
        while (json.nextToken() != JsonToken.END_ARRAY) {
          long day = day(json.getText());
          made.add(new LongPoint("date", day));
          made.add(new SortedNumericDocValuesField("date", day));
        }
      } else if (name.equals("title") || name.equals("text")) {
        made.add(new TextField(name, json.getText(), Field.Store.YES));
      } else {
        made.add(new StringField(name, json.getText(), Field.Store.YES));
        if (name.equals("host")) {
          made.add(new SortedDocValuesField(name, new BytesRef(json.getText())));
        }
      }
    }
    return made;
  }

  static void index(String documents, String dir) throws Exception {
    var config = new IndexWriterConfig(new StandardAnalyzer(CharArraySet.EMPTY_SET));
    config.setRAMBufferSizeMB(512).setUseCompoundFile(false);
    JsonFactory json = new JsonFactory();
    try (IndexWriter writer = new IndexWriter(FSDirectory.open(Path.of(dir)), config);
        BufferedReader in = Files.newBufferedReader(Path.of(documents))) {
      Runnable work = () -> {
        try {
          while (true) {
            List<String> lines = new ArrayList<>();
            synchronized (in) {
              String line;
              while (lines.size() < 64 && (line = in.readLine()) != null) lines.add(line);
            }
            if (lines.isEmpty()) return;
            for (String line : lines) writer.addDocument(document(json.createParser(line)));
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      };
      Thread[] threads = {new Thread(work), new Thread(work)};
      for (Thread thread : threads) thread.start();
      for (Thread thread : threads) thread.join();
      writer.forceMerge(1);
    }
  }

  // With FIELDS=all, words are looked for in titles, too.
  static final String[] FIELDS = "all".equals(System.getenv("FIELDS"))
      ? new String[] {"title", "text"} : new String[] {"text"};

  interface InField {
    Query of(String field);
  }

  static Query inFields(InField part) {
    if (FIELDS.length == 1) return part.of(FIELDS[0]);
    BooleanQuery.Builder parts = new BooleanQuery.Builder();
    for (String field : FIELDS) parts.add(part.of(field), Occur.SHOULD);
    return parts.build();
  }

  static Query word(String word) {
    return inFields(field -> new TermQuery(new Term(field, word)));
  }

  static Query asked(String[] cells) {
    String[] words = cells[1].split(" ");
    BooleanQuery.Builder parts = new BooleanQuery.Builder();
    switch (cells[0]) {
      case "and":
      case "or":
        Occur occur = cells[0].equals("and") ? Occur.MUST : Occur.SHOULD;
        for (String word : words) parts.add(word(word), occur);
        return parts.build();
      case "phrase":
        return inFields(field -> new PhraseQuery(field, words));
      case "prefix":
        return inFields(field -> new PrefixQuery(new Term(field, words[0])));
      case "dates":
        long from = day(cells[2]);
        long to = day(cells[3]);
        parts.add(word(words[0]), Occur.MUST);
        parts.add(new IndexOrDocValuesQuery(LongPoint.newRangeQuery("date", from, to),
            SortedNumericDocValuesField.newSlowRangeQuery("date", from, to)), Occur.FILTER);
        return parts.build();
      default:
        return word(words[0]);
    }
  }

  // The years (of 10000 days) or months (of 100) of the dates; each once.
  static class Periods extends MultiLongValuesSource {
    final MultiLongValuesSource days = MultiLongValuesSource.fromLongField("date");
    final long size;

    Periods(long size) {
      this.size = size;
    }

    @Override
    public MultiLongValues getValues(LeafReaderContext leaf) throws IOException {
      MultiLongValues values = days.getValues(leaf);
      return new MultiLongValues() {
        @Override
        public long getValueCount() {
          return values.getValueCount();
        }

        @Override
        public long nextValue() throws IOException {
          return values.nextValue() / size;
        }

        @Override
        public boolean advanceExact(int doc) throws IOException {
          return values.advanceExact(doc);
        }
      };
    }

    @Override
    public boolean isCacheable(LeafReaderContext leaf) {
      return true;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(size);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Periods periods && periods.size == size;
    }

    @Override
    public String toString() {
      return "periods of " + size;
    }
  }

  static long periods(IndexSearcher searcher, Query query, long size) throws IOException {
    var hits = searcher.search(query, new FacetsCollectorManager());
    var counts = new LongValueFacetCounts("date", new Periods(size), hits);
    return size == 100 ? counts.getAllChildrenSortByValue().childCount
        : hits.getMatchingDocs().stream().mapToLong(leaf -> leaf.totalHits()).sum();
  }

  // Queries of which kinds are asked for results.
  static final String[][] OF_RESULTS = {{"years", "facet"}, {"months", "facet"},
    {"newest", "facet"}, {"sites", "facet"}, {"passages", "and"}};

  static long result(IndexSearcher searcher, String kind, Query query) throws IOException {
    switch (kind) {
      case "years":
        return periods(searcher, query, 10000);
      case "months":
        return periods(searcher, query, 100);
      case "newest":
        Sort sort = new Sort(new SortedNumericSortField("date", SortField.Type.LONG, true,
            SortedNumericSelector.Type.MAX));
        return searcher.search(query,
            new TopFieldCollectorManager(sort, 10, null, Integer.MAX_VALUE)).totalHits.value();
      case "sites":
        return new GroupingSearch("host").setAllGroups(true).search(searcher, query, 0, 10)
            .totalGroupCount;
      default:
        var hits = searcher.search(query,
            new TopScoreDocCollectorManager(10, null, Integer.MAX_VALUE));
        var fields = searcher.storedFields();
        long length = 0;
        for (var hit : hits.scoreDocs) length += fields.document(hit.doc).get("url").length();
        var passages = UnifiedHighlighter
            .builder(searcher, new StandardAnalyzer(CharArraySet.EMPTY_SET)).build()
            .highlight("text", query, hits, 1);
        for (String passage : passages) length += passage == null ? 0 : 1;
        return length;
    }
  }

  static long once(IndexSearcher searcher, StringDocValuesReaderState hosts, String kind,
      Query query, boolean exact) throws IOException {
    for (String[] of : OF_RESULTS) {
      if (kind.equals(of[0])) return result(searcher, kind, query);
    }
    if (kind.equals("facet")) {
      var hits = searcher.search(query, new FacetsCollectorManager());
      var found = new StringValueFacetCounts(hosts, hits).getTopChildren(10, "host");
      return found == null ? 0 : found.value.longValue();
    }
    int counted = exact ? Integer.MAX_VALUE : 10;
    return searcher.search(query, new TopScoreDocCollectorManager(10, null, counted))
        .totalHits.value();
  }

  static void query(String dir, String queries, boolean exact, double seconds,
      boolean results)
      throws Exception {
    DirectoryReader reader = DirectoryReader.open(FSDirectory.open(Path.of(dir)));
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    var hosts = new StringDocValuesReaderState(reader, "host");
    Map<String, List<Query>> kinds = new LinkedHashMap<>();
    for (String line : Files.readAllLines(Path.of(queries))) {
      String[] cells = line.split("\t");
      kinds.computeIfAbsent(cells[0], kind -> new ArrayList<>()).add(asked(cells));
    }
    if (results) {
      Map<String, List<Query>> all = Map.copyOf(kinds);
      kinds.clear();
      for (String[] of : OF_RESULTS) kinds.put(of[0], all.get(of[1]));
    }
    for (var kind : kinds.entrySet()) {
      long hits = 0;
      for (Query query : kind.getValue()) {
        hits += once(searcher, hosts, kind.getKey(), query, exact);
      }
      double[] times = {};
      // The first time is for the compiler.
      for (int round = 0; round < 2; ++round) {
        times = new double[1 << 20];
        int n = 0;
        long start = System.nanoTime();
        while (System.nanoTime() - start < seconds * 1e9
            && n + kind.getValue().size() <= times.length) {
          for (Query query : kind.getValue()) {
            long begin = System.nanoTime();
            once(searcher, hosts, kind.getKey(), query, exact);
            times[n++] = (System.nanoTime() - begin) / 1e3;
          }
        }
        times = Arrays.copyOf(times, n);
      }
      Arrays.sort(times);
      System.out.printf(Locale.ROOT, "%s\t%.1f\t%.1f\t%d%n", kind.getKey(),
          times[times.length / 2], times[times.length * 99 / 100], hits);
    }
  }

  public static void main(String[] a) throws Exception {
    if (a[0].equals("index")) {
      index(a[1], a[2]);
    } else {
      query(a[1], a[2], a[3].equals("exact"), Double.parseDouble(a[4]), a.length > 5);
    }
  }
}
