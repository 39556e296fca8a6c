/**
 * Offers the tools `search`, `read` and `outline` to the assistant of the reader's browser (WebMCP, `document.modelContext`): the same
 * tools over the same docs as on a server. A separate bundle, which the boot script loads where the browser has that interface.
 */
import {
  checkArguments,
  OUTLINE_SCHEMA,
  outlineDocs,
  READ_SCHEMA,
  readDocs,
  SEARCH_SCHEMA,
  searchDocs,
  ToolError,
  type ArgumentsSchema,
} from '@docent/mcp/tools'
import type { PageState } from '../shared/page-data.ts'
import { FRAME_ID } from '../shared/frame-id.ts'
import { siteDocs } from './site-docs.ts'

/** A tool as the interface takes it (WebMCP, draft of 2026). */
interface PageTool {
  name: string
  title: string
  description: string
  inputSchema: ArgumentsSchema
  annotations: { readOnlyHint: true }
  execute: (input: unknown) => Promise<ToolAnswer>
}

/** A result in the form of the Model Context Protocol. */
interface ToolAnswer {
  content: { type: 'text'; text: string }[]
  structuredContent?: object
  isError?: true
}

/** The part of `document.modelContext` that is used. */
export interface ModelContext {
  registerTool: (tool: PageTool) => unknown
}

/** Registers the tools. @throws TypeError for a page without the state of a site. */
export function offerTools(context: ModelContext): void {
  const state = document.getElementById(FRAME_ID.state)
  if (!state) throw new TypeError(`The page holds no ${FRAME_ID.state}.`)
  const { site } = JSON.parse(state.textContent) as PageState
  const docs = siteDocs(site, location.origin)
  const register = <Wanted extends object>(
    facts: Pick<PageTool, 'name' | 'title' | 'description' | 'inputSchema'>,
    run: (wanted: Wanted) => Promise<object>,
  ): void => {
    const execute: PageTool['execute'] = async (input) => {
      try {
        const result = await run(checkArguments(facts.inputSchema, input) as Wanted)
        return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
      } catch (error) {
        const isOwn = error instanceof ToolError || (error instanceof Error && error.name === 'SearchError')
        const text = isOwn ? error.message : 'The documentation could not be read. Try again later.'
        return { content: [{ type: 'text', text }], isError: true }
      }
    }
    context.registerTool({ ...facts, annotations: { readOnlyHint: true }, execute })
  }
  register(
    {
      name: 'search',
      title: 'Search the documentation',
      description:
        'Sections of the documentation that answer a question or match words, best first, with their text, headings and URLs. Says so when these docs do not answer.',
      inputSchema: SEARCH_SCHEMA,
    },
    (wanted: Parameters<typeof searchDocs>[1]) => searchDocs(docs, wanted),
  )
  register(
    {
      name: 'read',
      title: 'Read a page of the documentation',
      description: 'The Markdown of a page, or of one section of it, by URL; a long one in parts.',
      inputSchema: READ_SCHEMA,
    },
    (wanted: Parameters<typeof readDocs>[1]) => readDocs(docs, wanted),
  )
  register(
    {
      name: 'outline',
      title: 'Outline of the documentation',
      description:
        'The navigation: titles and URLs of sections and pages, for all of the documentation or one section.',
      inputSchema: OUTLINE_SCHEMA,
    },
    (wanted: Parameters<typeof outlineDocs>[1]) => outlineDocs(docs, wanted),
  )
}
