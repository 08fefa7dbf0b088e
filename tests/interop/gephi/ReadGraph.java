import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gephi.io.importer.api.Container;
import org.gephi.io.importer.api.Issue;
import org.gephi.io.importer.api.Report;
import org.gephi.io.importer.impl.ImportContainerImpl;
import org.gephi.io.importer.plugin.file.ImporterGEXF;
import org.gephi.io.importer.plugin.file.ImporterGraphML;
import org.gephi.io.importer.spi.FileImporter;
import org.gephi.io.importer.api.EdgeDraft;
import org.gephi.io.importer.api.NodeDraft;

/** Writes what Gephi reads of a GEXF or GraphML file: nodes, then edges. */
public class ReadGraph {
  public static void main(String[] files) throws Exception {
    for (String file : files) {
      FileImporter importer =
          file.endsWith(".gexf") ? new ImporterGEXF() : new ImporterGraphML();
      ImportContainerImpl container = new ImportContainerImpl();
      try (Reader reader = Files.newBufferedReader(Path.of(file))) {
        importer.setReader(reader);
        if (!importer.execute(container)) throw new Exception("not read: " + file);
      }
      Report report = importer.getReport();
      report.close();
      var issues = report.getIssues(1000);
      while (issues.hasNext()) {
        Issue issue = issues.next();
        System.out.println("issue\t" + issue.getLevel() + "\t" + issue.getMessage());
      }
      for (NodeDraft node : container.getUnloader().getNodes()) {
        System.out.println("node\t" + node.getLabel() + "\t" + node.getValue("pages"));
      }
      for (EdgeDraft edge : container.getUnloader().getEdges()) {
        System.out.println("edge\t" + edge.getSource().getLabel() + "\t"
            + edge.getTarget().getLabel() + "\t" + edge.getWeight() + "\t"
            + edge.getValue("first_year") + "\t" + edge.getValue("last_year"));
      }
    }
  }
}
