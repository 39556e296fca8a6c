"""Writes a Tantivy index with the texts of a file of records: tantivy-index.py FILE.jsonl.gz FOLDER. Prints its peak memory in kB."""

import gzip
import json
import os
import resource
import sys

import tantivy

source, folder = sys.argv[1:]
schema = tantivy.SchemaBuilder()
schema.add_text_field("url", stored=True, tokenizer_name="raw")
schema.add_text_field("headings", stored=True)
schema.add_text_field("content", stored=True)
os.makedirs(folder)
index = tantivy.Index(schema.build(), path=folder)
writer = index.writer()
with gzip.open(source, "rt", encoding="utf-8") as lines:
    for line in lines:
        record = json.loads(line)
        headings = "\n".join(text for text in record["hierarchy"].values() if text)
        content = record.get("content") or ""
        writer.add_document(tantivy.Document(url=record["url"], headings=headings, content=content))
writer.commit()
writer.wait_merging_threads()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
