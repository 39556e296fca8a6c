/** Arguments and results of the tools as schemas: limits of the arguments, and types of the results. */
import * as z from 'zod'
import { LIMIT, QUERY_LENGTH } from '../tools/search.ts'
import { URL_LENGTH } from '../tools/read.ts'
import { BUDGET } from '../tools/results.ts'

const name = z.string().min(1).max(200)
const version = name.optional().describe('Version of the docs; default: the current one')
const language = name.optional().describe('Language of the docs, such as "en"; default: that of the docs')
const tokens = z
  .int()
  .min(BUDGET.least)
  .max(BUDGET.most)
  .optional()
  .describe(`Most tokens of the result, estimated; default ${BUDGET.usual}`)
const notice = z.string()
const removed = z.int().optional().describe('Number of invisible characters that were removed from the texts')
const link = z.object({ title: z.string(), url: z.string() })

/** Arguments of the tool `search`. */
export const SEARCH_INPUT = z.object({
  query: z.string().trim().min(1).max(QUERY_LENGTH).describe('Words that the answer should have, or a question'),
  version,
  language,
  section: z
    .string()
    .max(URL_LENGTH)
    .optional()
    .describe('Title of a top-level section of the docs, or URL of a page, to search only in it'),
  limit: z.int().min(1).max(LIMIT.most).optional().describe(`Most sections; default ${LIMIT.usual}`),
  tokens,
})

/** Result of the tool `search`. */
export const SEARCH_OUTPUT = z.object({
  notice,
  query: z.string(),
  answered: z.boolean().describe('False: these docs do not say'),
  message: z.string().optional(),
  language: z.string().optional(),
  version: z.string().optional(),
  total: z.int().describe('Number of matching sections'),
  sections: z.array(
    z.object({
      trail: z.array(z.string()).describe('Headings from the group of the page to the section'),
      url: z.string(),
      language: z.string().optional(),
      version: z.string().optional(),
      text: z.string(),
      isCut: z.literal(true).optional().describe('The section is longer: read its URL'),
    }),
  ),
  nearest: z
    .array(link.extend({ text: z.string().optional() }))
    .optional()
    .describe('The nearest pages, where these docs do not say; the text is the beginning of a section'),
  narrow: z
    .object({
      sections: z.array(z.object({ title: z.string(), total: z.int() })).optional(),
      versions: z.array(z.string()).optional(),
      languages: z.array(z.string()).optional(),
    })
    .optional()
    .describe('Values of the arguments "section", "version" and "language" that narrow the search'),
  removed,
})

/** Arguments of the tool `read`. */
export const READ_INPUT = z.object({
  url: z.string().min(1).max(URL_LENGTH).describe('URL of a page or of a section, as search and outline return it'),
  cursor: z.string().max(40).optional().describe('The cursor of the part before, for the next part'),
  tokens,
})

/** Result of the tool `read`. */
export const READ_OUTPUT = z.object({
  notice,
  title: z.string(),
  url: z.string(),
  text: z.string().describe('Markdown'),
  from: z.int().describe('Place of the text in the whole, in characters'),
  to: z.int(),
  length: z.int().describe('Characters of the whole'),
  cursor: z.string().optional().describe('For the next part; absent in the last one'),
  removed,
})

/** Arguments of the tool `outline`. */
export const OUTLINE_INPUT = z.object({
  version,
  language,
  section: z.string().max(URL_LENGTH).optional().describe('Title or URL of an entry, to begin below it'),
  tokens,
})

/** Result of the tool `outline`. */
export const OUTLINE_OUTPUT = z.object({
  notice,
  title: z.string(),
  language: z.string().optional(),
  version: z.string().optional(),
  languages: z.array(z.string()).optional(),
  versions: z.array(z.string()).optional(),
  pages: z.int().describe('Number of pages'),
  entries: z.array(
    z.object({
      title: z.string(),
      url: z.string().optional(),
      depth: z.int(),
      hidden: z.int().optional().describe('Number of pages below that are left out'),
    }),
  ),
  message: z.string().optional(),
})
