// What OutbackCDX is made of, and no more: captures in RocksDB, with its
// options, and answers by NanoHTTPD. Lookup FOLDER [load FILE | serve PORT].
import fi.iki.elonen.NanoHTTPD;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

import static java.nio.charset.StandardCharsets.UTF_8;

public class Lookup {
    public static void main(String[] args) throws Exception {
        RocksDB.loadLibrary();
        Options options = new Options().setCreateIfMissing(true)
            .setCompactionStyle(CompactionStyle.LEVEL)
            .setWriteBufferSize(64 << 20).setTargetFileSizeBase(64 << 20)
            .setMaxBytesForLevelBase(512 << 20)
            .setTargetFileSizeMultiplier(2)
            .setCompressionType(CompressionType.SNAPPY_COMPRESSION)
            .setTableFormatConfig(
                new BlockBasedTableConfig().setBlockSize(22 * 1024));
        RocksDB db = RocksDB.open(options, args[0]);
        if (args[1].equals("load")) {
            load(db, Path.of(args[2]));
            db.compactRange();
            db.close();
        } else {
            serve(db, Integer.parseInt(args[2]));
        }
    }

    // Key: "urlkey timestamp", and a number for lines that have the same.
    static void load(RocksDB db, Path path) throws Exception {
        try (BufferedReader lines = Files.newBufferedReader(path)) {
            WriteBatch batch = new WriteBatch();
            WriteOptions write = new WriteOptions().setDisableWAL(true);
            long n = 0;
            for (String line; (line = lines.readLine()) != null;) {
                if (line.startsWith(" ")) continue;
                int end = line.indexOf(' ', line.indexOf(' ') + 1);
                batch.put((line.substring(0, end) + " " + n).getBytes(UTF_8),
                          line.substring(end + 1).getBytes(UTF_8));
                if (++n % 10000 == 0) {
                    db.write(write, batch);
                    batch.clear();
                }
            }
            db.write(write, batch);
        }
    }

    static String keyOf(String url) {
        String rest = url.substring(url.indexOf("://") + 3);
        int slash = rest.indexOf('/');
        String[] labels = rest.substring(0, slash).split("\\.");
        StringBuilder key = new StringBuilder();
        for (int i = labels.length - 1; i >= 0; --i) {
            key.append(labels[i]).append(i > 0 ? "," : "");
        }
        return key.append(')').append(rest.substring(slash)).toString();
    }

    static void serve(RocksDB db, int port) throws Exception {
        NanoHTTPD server = new NanoHTTPD("127.0.0.1", port) {
            @Override
            public Response serve(IHTTPSession session) {
                String url = session.getParms().get("url");
                if (url == null) return newFixedLengthResponse("no url\n");
                byte[] prefix = (keyOf(url) + " ").getBytes(UTF_8);
                StringBuilder out = new StringBuilder();
                try (RocksIterator it = db.newIterator()) {
                    for (it.seek(prefix); it.isValid(); it.next()) {
                        byte[] key = it.key();
                        if (key.length < prefix.length ||
                            !Arrays.equals(key, 0, prefix.length, prefix, 0,
                                           prefix.length)) break;
                        String text = new String(key, UTF_8);
                        out.append(text, 0, text.lastIndexOf(' ')).append(' ')
                           .append(new String(it.value(), UTF_8)).append('\n');
                    }
                }
                return newFixedLengthResponse(Response.Status.OK, "text/plain",
                                              out.toString());
            }
        };
        // OutbackCDX has a thread for each core, and each holds a connection;
        // with more, all connections are answered.
        ExecutorService threads = Executors.newFixedThreadPool(80);
        server.setAsyncRunner(new NanoHTTPD.AsyncRunner() {
            @Override public void closeAll() {}
            @Override public void closed(NanoHTTPD.ClientHandler handler) {}
            @Override public void exec(NanoHTTPD.ClientHandler handler) {
                threads.submit(handler);
            }
        });
        server.start(60_000, false);
    }
}
