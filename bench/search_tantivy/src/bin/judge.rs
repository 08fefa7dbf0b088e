//! tantivy's part of bench/known-items.sh:
//!   judge index DOCUMENTS DIR default|pairs
//!   judge query DIR JUDGED default|pairs
//! With "pairs", words are pairs of characters, as for Japanese. It prints lines
//! "engine, variant, query, address" of the first hits, with TABs between.
use std::fs::File;
use std::io::{BufRead, BufReader};
use tantivy::collector::TopDocs;
use tantivy::query::QueryParser;
use tantivy::schema::*;
use tantivy::tokenizer::{LowerCaser, NgramTokenizer, TextAnalyzer};
use tantivy::{Index, TantivyDocument, TantivyError};

type Outcome<T> = Result<T, TantivyError>;

fn with_tokenizers(index: Index) -> Index {
    let pairs = NgramTokenizer::new(2, 2, false).unwrap();
    index
        .tokenizers()
        .register("pairs", TextAnalyzer::builder(pairs).filter(LowerCaser).build());
    index
}

fn make(documents: &str, dir: &str, tokenizer: &str) -> Outcome<()> {
    let mut schema = Schema::builder();
    let words = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer(tokenizer)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions),
    );
    let address = schema.add_text_field("address", STORED);
    let fields = ["title", "text", "url"].map(|name| schema.add_text_field(name, words.clone()));
    std::fs::create_dir_all(dir)?;
    let index = with_tokenizers(Index::create_in_dir(dir, schema.build())?);
    let mut writer = index.writer_with_num_threads(1, 256 << 20)?;
    for line in BufReader::with_capacity(1 << 20, File::open(documents)?).lines() {
        let json: serde_json::Value = serde_json::from_str(&line?).unwrap();
        let mut document = TantivyDocument::new();
        document.add_text(address, json["address"].as_str().unwrap());
        for field in fields {
            let name = index.schema().get_field_name(field).to_string();
            document.add_text(field, json[&name].as_str().unwrap());
        }
        writer.add_document(document)?;
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    Ok(())
}

fn ask(dir: &str, judged: &str, tokenizer: &str) -> Outcome<()> {
    let index = with_tokenizers(Index::open_in_dir(dir)?);
    let searcher = index.reader()?.searcher();
    let field = |name: &str| index.schema().get_field(name).unwrap();
    let (title, text, url, address) = (field("title"), field("text"), field("url"), field("address"));
    for line in std::fs::read_to_string(judged)?.lines().filter(|line| !line.starts_with('#')) {
        let asked = line.split('\t').next().unwrap();
        for all in [true, false] {
            for boost in [1, 2, 4, 8] {
                for of_url in 0..=2 {
                    let mut fields = vec![title, text];
                    if of_url > 0 {
                        fields.push(url);
                    }
                    let mut parser = QueryParser::for_index(&index, fields);
                    if all {
                        parser.set_conjunction_by_default();
                    }
                    parser.set_field_boost(title, boost as f32);
                    parser.set_field_boost(url, of_url as f32);
                    let query = parser.parse_query(asked)?;
                    let best = TopDocs::with_limit(30).order_by_score();
                    for (_, hit) in searcher.search(&query, &best)? {
                        let document: TantivyDocument = searcher.doc(hit)?;
                        println!(
                            "tantivy, {tokenizer}\t{}, title {boost}, URL {of_url}\t{asked}\t{}",
                            if all { "AND" } else { "OR" },
                            document.get_first(address).unwrap().as_str().unwrap()
                        );
                    }
                }
            }
        }
    }
    Ok(())
}

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["index", documents, dir, tokenizer] => make(documents, dir, tokenizer),
        ["query", dir, judged, tokenizer] => ask(dir, judged, tokenizer),
        _ => panic!("usage: see the beginning of src/bin/judge.rs"),
    }
}
