//! tantivy's part of bench/search.sh:
//!   search_tantivy index DOCUMENTS DIR
//!   search_tantivy query DIR QUERIES exact|estimate SECONDS [results]
//! It prints what search_bench prints (bench/search.cc).
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::Bound::Included;
use std::time::Instant;
use tantivy::aggregation::agg_req::Aggregations;
use tantivy::aggregation::AggregationCollector;
use tantivy::collector::{Count, TopDocs};
use tantivy::query::{
    BooleanQuery, BoostQuery, PhraseQuery, Query, RangeQuery, RegexQuery, TermQuery,
};
use tantivy::schema::*;
use tantivy::snippet::SnippetGenerator;
use tantivy::{Index, Order, Searcher, TantivyDocument, TantivyError};

type Outcome<T> = Result<T, TantivyError>;

/// Days as one number in the order of time; gaps between months do no harm.
fn day(date: &str) -> u64 {
    date[..8].parse().unwrap()
}

fn make(documents: &str, dir: &str) -> Outcome<()> {
    let mut schema = Schema::builder();
    let words = TextOptions::default().set_stored().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer("default")
            .set_index_option(IndexRecordOption::WithFreqsAndPositions),
    );
    let url = schema.add_text_field("url", STRING | STORED);
    let host = schema.add_text_field("host", STRING | STORED | FAST);
    let title = schema.add_text_field("title", words.clone());
    let text = schema.add_text_field("text", words);
    let date = schema.add_u64_field("date", INDEXED | FAST);
    std::fs::create_dir_all(dir)?;
    let index = Index::create_in_dir(dir, schema.build())?;
    let mut writer = index.writer_with_num_threads(2, 512 << 20)?;
    for line in BufReader::with_capacity(1 << 20, File::open(documents)?).lines() {
        let json: serde_json::Value = serde_json::from_str(&line?).unwrap();
        let value = |name: &str| json[name].as_str().unwrap();
        let mut document = TantivyDocument::new();
        document.add_text(url, value("url"));
        document.add_text(host, value("host"));
        document.add_text(title, value("title"));
        document.add_text(text, value("text"));
        for one in json["dates"].as_array().unwrap() {
            document.add_u64(date, day(one.as_str().unwrap()));
        }
        writer.add_document(document)?;
    }
    writer.commit()?;
    // Merges in the background end before the segments become one.
    writer.wait_merging_threads()?;
    let segments = index.searchable_segment_ids()?;
    if segments.len() > 1 {
        let mut writer = index.writer_with_num_threads::<TantivyDocument>(1, 64 << 20)?;
        writer.merge(&segments).wait()?;
        writer.wait_merging_threads()?;
    }
    Ok(())
}

/// The fields in which words are looked for: with FIELDS=all, titles, too.
fn searched(schema: &Schema) -> Vec<Field> {
    let all = std::env::var("FIELDS").is_ok_and(|fields| fields == "all");
    let names: &[&str] = if all { &["title", "text"] } else { &["text"] };
    names.iter().map(|name| schema.get_field(name).unwrap()).collect()
}

fn in_fields(fields: &[Field], part: impl Fn(Field) -> Box<dyn Query>) -> Box<dyn Query> {
    let mut parts: Vec<Box<dyn Query>> = fields.iter().map(|field| part(*field)).collect();
    if parts.len() == 1 {
        return parts.remove(0);
    }
    Box::new(BooleanQuery::union(parts))
}

fn asked(cells: &[&str], fields: &[Field], date: Field) -> Outcome<Box<dyn Query>> {
    let word = |text: &str| {
        in_fields(fields, |field| {
            let term = Term::from_field_text(field, text);
            Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs))
        })
    };
    let words: Vec<&str> = cells[1].split(' ').collect();
    let each = || words.iter().map(|text| word(text)).collect();
    Ok(match cells[0] {
        "and" => Box::new(BooleanQuery::intersection(each())),
        "or" => Box::new(BooleanQuery::union(each())),
        "phrase" => in_fields(fields, |field| {
            let terms = words.iter().map(|text| Term::from_field_text(field, text));
            Box::new(PhraseQuery::new(terms.collect()))
        }),
        "prefix" => in_fields(fields, |field| {
            Box::new(RegexQuery::from_pattern(&format!("{}.*", cells[1]), field).unwrap())
        }),
        "dates" => {
            let bound = |at: usize| Included(Term::from_field_u64(date, day(cells[at])));
            let range = RangeQuery::new(bound(2), bound(3));
            Box::new(BooleanQuery::intersection(vec![
                word(words[0]),
                Box::new(BoostQuery::new(Box::new(range), 0.0)),
            ]))
        }
        _ => word(words[0]),
    })
}

/// Queries of which kinds are asked for results. It has no groups.
const OF_RESULTS: [(&str, &str); 4] =
    [("years", "facet"), ("months", "facet"), ("newest", "facet"), ("passages", "and")];

fn result(searcher: &Searcher, kind: &str, query: &dyn Query) -> Outcome<u64> {
    if kind == "newest" {
        let best = TopDocs::with_limit(10).order_by_fast_field::<u64>("date", Order::Desc);
        let (hits, count) = searcher.search(query, &(best, Count))?;
        std::hint::black_box(hits);
        return Ok(count as u64);
    }
    if kind == "passages" {
        let best = TopDocs::with_limit(10).order_by_score();
        let (hits, _) = searcher.search(query, &(best, Count))?;
        let text = searcher.schema().get_field("text")?;
        let snippets = SnippetGenerator::create(searcher, query, text)?;
        let mut marked = 0;
        for (_, address) in hits {
            let document: TantivyDocument = searcher.doc(address)?;
            marked += snippets.snippet_from_doc(&document).highlighted().len();
        }
        return Ok(marked as u64);
    }
    let interval = if kind == "years" { 10000 } else { 100 };
    let request: Aggregations = serde_json::from_str(&format!(
        r#"{{"periods":{{"histogram":{{"field":"date","interval":{interval},"min_doc_count":1}}}}}}"#
    ))
    .unwrap();
    let periods = AggregationCollector::from_aggs(request, Default::default());
    let (values, count) = searcher.search(query, &(periods, Count))?;
    std::hint::black_box(values);
    Ok(count as u64)
}

fn once(searcher: &Searcher, kind: &str, query: &dyn Query, exact: bool) -> Outcome<u64> {
    if OF_RESULTS.iter().any(|one| one.0 == kind) {
        return result(searcher, kind, query);
    }
    if kind == "facet" {
        let request: Aggregations =
            serde_json::from_str(r#"{"hosts":{"terms":{"field":"host","size":10}}}"#).unwrap();
        let hosts = AggregationCollector::from_aggs(request, Default::default());
        let (values, count) = searcher.search(query, &(hosts, Count))?;
        std::hint::black_box(values);
        return Ok(count as u64);
    }
    let best = TopDocs::with_limit(10).order_by_score();
    if !exact {
        return Ok(searcher.search(query, &best)?.len() as u64);
    }
    let (hits, count) = searcher.search(query, &(best, Count))?;
    std::hint::black_box(hits);
    Ok(count as u64)
}

fn ask(dir: &str, queries: &str, exact: bool, seconds: f64, results: bool) -> Outcome<()> {
    let index = Index::open_in_dir(dir)?;
    let searcher = index.reader()?.searcher();
    let fields = searched(&index.schema());
    let date = index.schema().get_field("date")?;
    let queries = std::fs::read_to_string(queries)?;
    let mut kinds: Vec<(&str, Vec<Box<dyn Query>>)> = Vec::new();
    for line in queries.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let query = asked(&cells, &fields, date)?;
        match kinds.iter_mut().find(|kind| kind.0 == cells[0]) {
            Some(kind) => kind.1.push(query),
            None => kinds.push((cells[0], vec![query])),
        }
    }
    let mut asked_of: Vec<(&str, &Vec<Box<dyn Query>>)> =
        kinds.iter().map(|(kind, list)| (*kind, list)).collect();
    if results {
        asked_of = OF_RESULTS
            .iter()
            .map(|(kind, from)| (*kind, &kinds.iter().find(|one| one.0 == *from).unwrap().1))
            .collect();
    }
    for (kind, list) in asked_of {
        let mut hits = 0;
        for query in list {
            hits += once(&searcher, kind, query.as_ref(), exact)?;
        }
        let mut times = Vec::new();
        let start = Instant::now();
        while start.elapsed().as_secs_f64() < seconds {
            for query in list {
                let begin = Instant::now();
                once(&searcher, kind, query.as_ref(), exact)?;
                times.push(begin.elapsed().as_secs_f64() * 1e6);
            }
        }
        times.sort_by(f64::total_cmp);
        let at = |percent: usize| times[times.len() * percent / 100];
        println!("{kind}\t{:.1}\t{:.1}\t{hits}", at(50), at(99));
    }
    Ok(())
}

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["index", documents, dir] => make(documents, dir),
        ["query", dir, queries, total, seconds, ..] => {
            let results = arguments.len() > 5;
            ask(dir, queries, total == "exact", seconds.parse().unwrap(), results)
        }
        _ => panic!("usage: see the beginning of src/main.rs"),
    }
}
