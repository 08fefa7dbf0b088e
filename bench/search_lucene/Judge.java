// Lucene's part of bench/known-items.sh:
//   Judge index DOCUMENTS DIR standard|cjk|icu
//   Judge query DIR JUDGED standard|cjk|icu
// It prints lines "engine, variant, query, address" of the first hits, with TABs
// between. Scores are those of BM25 of each field, added up, or of Lucene's BM25F.
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.icu.ICUFoldingFilter;
import org.apache.lucene.analysis.icu.segmentation.ICUTokenizer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.CombinedFieldQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;

public class Judge {
  static final int[] TITLES = {1, 2, 4, 8};

  // Words of a dictionary in Japanese and Chinese; without accents.
  static class IcuAnalyzer extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      var words = new ICUTokenizer();
      return new TokenStreamComponents(words, new ICUFoldingFilter(words));
    }
  }

  static Analyzer analyzer(String name) {
    return switch (name) {
      case "cjk" -> new CJKAnalyzer(CharArraySet.EMPTY_SET);
      case "icu" -> new IcuAnalyzer();
      default -> new StandardAnalyzer(CharArraySet.EMPTY_SET);
    };
  }

  static void index(String documents, String dir, Analyzer analyzer) throws IOException {
    var config = new IndexWriterConfig(analyzer);
    config.setRAMBufferSizeMB(256);
    JsonFactory json = new JsonFactory();
    try (IndexWriter writer = new IndexWriter(FSDirectory.open(Path.of(dir)), config);
        BufferedReader in = Files.newBufferedReader(Path.of(documents))) {
      for (String line; (line = in.readLine()) != null;) {
        Document made = new Document();
        JsonParser parser = json.createParser(line);
        parser.nextToken();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          made.add(name.equals("address")
              ? new StoredField(name, parser.getText())
              : new TextField(name, parser.getText(), Field.Store.NO));
        }
        writer.addDocument(made);
      }
      writer.forceMerge(1);
    }
  }

  static List<String> words(Analyzer analyzer, String text) throws IOException {
    List<String> words = new ArrayList<>();
    try (TokenStream tokens = analyzer.tokenStream("text", text)) {
      var term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) words.add(term.toString());
    }
    return words;
  }

  static Query word(String word, boolean combined, int title, int url) {
    if (combined) {
      var made = new CombinedFieldQuery.Builder(word).addField("text", 1)
          .addField("title", title);
      if (url > 0) made.addField("url", url);
      return made.build();
    }
    var made = new BooleanQuery.Builder();
    made.add(new TermQuery(new Term("text", word)), Occur.SHOULD);
    made.add(new BoostQuery(new TermQuery(new Term("title", word)), title), Occur.SHOULD);
    if (url > 0) {
      made.add(new BoostQuery(new TermQuery(new Term("url", word)), url), Occur.SHOULD);
    }
    return made.build();
  }

  static void query(String dir, String judged, String name) throws IOException {
    Analyzer analyzer = analyzer(name);
    DirectoryReader reader = DirectoryReader.open(FSDirectory.open(Path.of(dir)));
    IndexSearcher searcher = new IndexSearcher(reader);
    for (String line : Files.readAllLines(Path.of(judged))) {
      if (line.startsWith("#")) continue;
      String asked = line.split("\t")[0];
      List<String> words = words(analyzer, asked);
      for (boolean combined : new boolean[] {false, true}) {
        for (Occur occur : new Occur[] {Occur.MUST, Occur.SHOULD}) {
          for (int title : TITLES) {
            for (int url = 0; url <= 2; ++url) {
              var all = new BooleanQuery.Builder();
              for (String word : words) all.add(word(word, combined, title, url), occur);
              for (var hit : searcher.search(all.build(), 30).scoreDocs) {
                String address =
                    searcher.storedFields().document(hit.doc).get("address");
                System.out.printf(Locale.ROOT, "Lucene, %s\t%s, %s, title %d, URL %d\t%s\t%s%n",
                    name, combined ? "BM25F" : "BM25", occur == Occur.MUST ? "AND" : "OR",
                    title, url, asked, address);
              }
            }
          }
        }
      }
    }
  }

  public static void main(String[] a) throws Exception {
    if (a[0].equals("index")) {
      index(a[1], a[2], analyzer(a[3]));
    } else {
      query(a[1], a[2], a[3]);
    }
  }
}
