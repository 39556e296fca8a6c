# Tantivy: three fields, headings boosted, as in the JavaScript peers. `write FOLDER` indexes FOLDER/sections.jsonl; `open FOLDER QUERY`
# opens the index, answers the query and prints the CPU milliseconds of both.

import json
import os
import re
import sys
import time

import tantivy

FIELDS = {"title": 4.0, "titles": 2.0, "text": 1.0}


def write(folder):
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("url", stored=True, tokenizer_name="raw")
    for field in FIELDS:
        builder.add_text_field(field, tokenizer_name="en_stem")
    os.makedirs(f"{folder}/tantivy")
    index = tantivy.Index(builder.build(), path=f"{folder}/tantivy")
    writer = index.writer(heap_size=200_000_000, num_threads=1)
    with open(f"{folder}/sections.jsonl") as lines:
        for section in map(json.loads, lines):
            writer.add_document(tantivy.Document(**{name: section[name] for name in ("url", *FIELDS)}))
    writer.commit()
    writer.wait_merging_threads()


def open_and_search(folder, query):
    start = time.process_time()
    index = tantivy.Index.open(f"{folder}/tantivy")
    searcher = index.searcher()
    words = re.sub(r"\W+", " ", query)
    parsed, _ = index.parse_query_lenient(words, list(FIELDS), field_boosts=FIELDS)
    hits = [searcher.doc(address)["url"][0] for _, address in searcher.search(parsed, 10).hits]
    print(json.dumps({"ms": (time.process_time() - start) * 1000, "hits": len(hits)}))


if sys.argv[1] == "write":
    write(sys.argv[2])
else:
    open_and_search(*sys.argv[2:4])
