import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

/**
 * A Solr node on loopback, until standard input ends or the process is killed. Without an
 * ADDRESS it has a ZooKeeper with it, which knows the configuration "pages"; with that
 * ZooKeeper's ADDRESS it joins. Prints lines "node URL" and "zookeeper ADDRESS".
 *
 * <p>usage: SolrCloud CONF FOLDER [ADDRESS [PORT]]
 */
public class SolrCloud {
  private static final String SOLR_XML = MiniSolrCloudCluster.DEFAULT_CLOUD_SOLR_XML;

  public static void main(String[] args) throws Exception {
    Path conf = Path.of(args[0]);
    Path folder = Path.of(args[1]);
    if (args.length == 2) {
      var cluster = new MiniSolrCloudCluster.Builder(1, folder).addConfig("pages", conf).build();
      print(cluster.getJettySolrRunner(0), cluster.getZkServer().getZkAddress());
      cluster.shutdown();
    } else {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("solr.xml"), SOLR_XML);
      System.setProperty("zkHost", args[2]);
      int port = args.length > 3 ? Integer.parseInt(args[3]) : 0;
      var node =
          new JettySolrRunner(folder.toString(), JettyConfig.builder().setPort(port).build());
      node.start();
      print(node, args[2]);
      node.stop();
    }
    System.exit(0);
  }

  private static void print(JettySolrRunner node, String zookeeper) throws Exception {
    System.out.println("node " + node.getBaseUrl());
    System.out.println("zookeeper " + zookeeper);
    while (System.in.read() != -1) {}
  }
}
