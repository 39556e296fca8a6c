/** Pages that a crawl writes from files of data (`html/data-file.ts`). */
import type { Layout } from './layout.ts'

/** In the order in which they are tried. */
export const DATA_FILES: readonly Layout[] = [
  {
    name: 'openapi',
    marker: 'body[data-made-from=openapi]',
    content: ['body > main'],
    verified: false,
  },
  {
    name: 'apidoc',
    marker: 'body[data-made-from=apidoc]',
    content: ['body > main'],
    verified: true,
  },
  {
    name: 'docc',
    marker: 'body[data-made-from=docc]',
    content: ['body > main'],
    // The module.
    groupName: 'body > header',
    verified: false,
  },
]
