/**
 * The layouts of docs generators and themes, one row each in the file of their family. Facts about the HTML that they
 * write; a row that is not `verified` follows the generator's public templates or documentation.
 */
import { BOOK_SITES } from './book-sites.ts'
import { COMPILED_REFERENCES } from './compiled-references.ts'
import { C_REFERENCES } from './c-references.ts'
import { DATA_FILES } from './data-files.ts'
import { FRAMES } from './frames.ts'
import { HUGO_SITES } from './hugo-sites.ts'
import { JAVASCRIPT_SITES } from './javascript-sites.ts'
import { JVM_REFERENCES } from './jvm-references.ts'
import { MANUALS } from './manuals.ts'
import { PYTHON_SITES } from './python-sites.ts'
import { SCRIPT_REFERENCES } from './script-references.ts'
import { WIKIS } from './wikis.ts'
import type { Layout } from './layout.ts'

/** In the order in which they are tried, those with a `generator` first: themes before the generators that they belong to. */
export const LAYOUTS: readonly Layout[] = [
  ...JAVASCRIPT_SITES,
  ...PYTHON_SITES,
  ...HUGO_SITES,
  ...BOOK_SITES,
  ...C_REFERENCES,
  ...MANUALS,
  ...WIKIS,
  ...JVM_REFERENCES,
  ...SCRIPT_REFERENCES,
  ...COMPILED_REFERENCES,
  ...DATA_FILES,
  ...FRAMES,
]
