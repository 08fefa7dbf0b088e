"""Writes a dump in the form of Wikidata's: N entities of some 12 kB, every third with links to wikis; N is the argument."""
import json, random, sys

LANGUAGES = ["de", "en", "fr", "ja", "zh", "ar", "ru", "als", "sr-ec", "pt-br", "nds", "tr", "he", "ko", "el"]

def statement(rng, entity, prop):
    if rng.random() < 0.5:
        value = {"value": {"entity-type": "item", "numeric-id": rng.randrange(10**8), "id": f"Q{rng.randrange(10**8)}"}, "type": "wikibase-entityid"}
        kind = "wikibase-item"
    else:
        value = {"value": f"{rng.randrange(10**12):x} \"{rng.choice(LANGUAGES)}\" \u00e9\u6771", "type": "string"}
        kind = "external-id"
    return {"mainsnak": {"snaktype": "value", "property": prop, "hash": f"{rng.getrandbits(160):040x}", "datavalue": value, "datatype": kind},
            "type": "statement", "id": f"{entity}${rng.getrandbits(128):032x}", "rank": "normal",
            "references": [{"hash": f"{rng.getrandbits(160):040x}", "snaks": {"P248": [{"snaktype": "value", "property": "P248", "hash": f"{rng.getrandbits(160):040x}", "datavalue": {"value": {"entity-type": "item", "id": f"Q{rng.randrange(10**8)}"}, "type": "wikibase-entityid"}, "datatype": "wikibase-item"}]}, "snaks-order": ["P248"]}]}

def main(count):
    rng = random.Random(7)
    out = sys.stdout
    out.write("[\n")
    for number in range(1, count + 1):
        entity = f"Q{number * 37}"
        languages = rng.sample(LANGUAGES, rng.randrange(2, len(LANGUAGES)))
        item = {"type": "item", "id": entity,
                "labels": {l: {"language": l, "value": f"Thing {number} \u6771\u4eac {l}"} for l in languages},
                "descriptions": {l: {"language": l, "value": f"a \"thing\" of the year {number % 2000}"} for l in languages},
                "aliases": {l: [{"language": l, "value": f"alias {i}"} for i in range(3)] for l in languages[:4]},
                "claims": {f"P{p}": [statement(rng, entity, f"P{p}")] for p in rng.sample(range(1, 9000), max(1, int(rng.expovariate(1 / 14))))},
                "sitelinks": {}}
        if number % 3 == 0:
            item["sitelinks"] = {f"{l.replace('-', '_')}wiki": {"site": f"{l.replace('-', '_')}wiki", "title": f"Thing {number} \u6771\u4eac", "badges": []} for l in languages}
        item["lastrevid"] = number
        item["modified"] = "2021-02-15T00:00:00Z"
        out.write(json.dumps(item, separators=(",", ":"), ensure_ascii=True))
        out.write("\n" if number == count else ",\n")
    out.write("]\n")

main(int(sys.argv[1]))
