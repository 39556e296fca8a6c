/** Hexo's `_config.yml`: folders, left-out files, addresses of posts. */
import { oncePerConfiguration } from '../configuration.ts'
import { textOf } from '../../folder/plain-data.ts'
import { type PathTest, pathTest } from '../../navigation/wildcard.ts'

/** The settings that pages depend on. */
export interface HexoSettings {
  /** The folder of the pages, below the project. */
  source: string
  /** Files that are copied as they are, or left out, though they are Markdown. */
  isExcluded: PathTest
  isIncluded: PathTest
  /** Pattern of the posts' addresses. */
  permalink: string
  /** Pattern of the names of posts' files, without an ending: `:year-:month-:day-:title`. */
  postName: string
  /** Category of a post without one, in its address. */
  defaultCategory: string
  /** Whether drafts, and posts with a date ahead, are published. */
  drafts: boolean
  future: boolean
}

/** The settings of a site. */
export const hexoSettings = oncePerConfiguration(makeSettings)

function makeSettings(data: Record<string, unknown>): HexoSettings {
  return {
    source: textOf(data.source_dir) ?? 'source',
    isExcluded: anyOf(data.skip_render, data.exclude, data.ignore),
    isIncluded: anyOf(data.include),
    permalink: textOf(data.permalink) ?? ':year/:month/:day/:title/',
    postName: (textOf(data.new_post_name) ?? ':title.md').replace(/\.\w+$/, ''),
    defaultCategory: textOf(data.default_category) ?? 'uncategorized',
    drafts: data.render_drafts === true,
    future: data.future !== false,
  }
}

function anyOf(...patterns: unknown[]): PathTest {
  const tests = patterns
    .flat()
    .filter((one): one is string => typeof one === 'string' && one !== '')
    .map((pattern) => pathTest(`/${pattern.replace(/^\/+/, '')}`))
  return (path) => tests.some((matches) => matches(`/${path}`))
}
