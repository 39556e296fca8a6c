/**
 * Reads the data of the hosted crawler's configuration, which is a program: `new Crawler({ … })`, an exported object, or
 * the object alone. Nothing is run; each part that only running would give becomes a note with its line.
 */
import { messageOf } from '@docent/ingest/message-of'
import { evaluate, faultLine, parseProgram, type Scope, type Value } from '@docent/ingest/program'
import type { AnyNode, Expression, Program } from 'acorn'
import { fieldsOf, isTable } from './fields.ts'
import { settingsIn } from './index-settings.ts'
import { readExtractor } from './record-extractor.ts'
import { type PageRule, type SiteConfig, SiteConfigError, type UrlPattern } from './site-config.ts'
import { isExclusion } from './url-pattern.ts'

/** Largest program (UTF-16 units), and most values read from it. */
const MAX_PROGRAM = 1 << 19
const MAX_STEPS = 100_000

/** Keys without an effect, with the reason. */
const ACCESS = 'records are written to the host of --to with the key of --key, else to the data folder'
const GUARD = 'each crawl is compared with the served records before it replaces them'
const UNUSED = {
  appId: ACCESS,
  apiKey: ACCESS,
  hostname: ACCESS,
  safetyChecks: GUARD,
  maxLostRecordsPercentage: GUARD,
  saveBackup: 'the records of the last accepted crawl are always kept for --rollback',
  cache: 'unchanged pages are never read again',
  externalData: 'records have the data of their pages only',
}

/** Keys of an action without an effect, with the reason. */
const UNUSED_OF_ACTION = {
  selectorsToMatch: 'an action is chosen by the address of a page',
  fileTypesToMatch: 'only HTML pages are read',
  autoGenerateObjectIDs: 'records always have ids of their own',
}

/** Reads a configuration. @throws SiteConfigError for a text that holds none. */
export function readCrawlerProgram(text: string, file: string): SiteConfig {
  if (text.length > MAX_PROGRAM)
    throw new SiteConfigError(
      `${file} is larger than ${MAX_PROGRAM >> 10} KiB, the limit of a configuration; name the file that holds it.`,
    )
  const program = parsed(text, file)
  const scope = scopeOf(program, file)
  const value = configurationIn(program, scope)
  if (value?.kind !== 'table')
    throw new SiteConfigError(`${file} holds no configuration of a crawler; name a file with "new Crawler({".`)
  const notes: string[] = []
  const actions = value.entries.get('actions')
  const top = fieldsOf(plainOf(value, 'actions', file, notes), '', notes)
  const rules = (actions?.kind === 'list' ? actions.items : []).flatMap((action, index) =>
    rulesOf(action, `actions[${index}]`, file, notes),
  )
  if (rules.length === 0)
    throw new SiteConfigError(
      `${file} has no "actions" with a record extractor that can be read${firstOf(actions)}; call helpers.docsearch with an object for "recordProps", or crawl the site without this configuration.`,
    )
  const names = [...new Set(rules.flatMap(({ indexName }) => indexName ?? []))]
  if (names.length > 1) notes.push(`The actions write the indexes ${names.join(', ')}; Docent writes one index.`)
  const [indexName] = names
  const initial = new Map(Object.entries(top.table('initialIndexSettings') ?? {}))
  const chosen = indexName !== undefined && initial.has(indexName) ? indexName : ([...initial.keys()][0] ?? '')
  const settings = initial.get(chosen)
  for (const key of initial.keys())
    if (key !== chosen || !isTable(settings))
      notes.push(
        `"initialIndexSettings.${key}" is not used: ${key === chosen ? 'it is no table' : `the settings of ${chosen} are`}.`,
      )
  const patterns = top.texts('discoveryPatterns')
  // An address that one action excludes may be that of another.
  const paths = rules.flatMap(({ rule }) => rule.pages.filter((page) => !isExclusion(page)))
  const config: SiteConfig = {
    kind: 'hosted-crawler',
    ...(indexName === undefined ? {} : { indexName: `${top.text('indexPrefix') ?? ''}${indexName}` }),
    starts: [...top.texts('startUrls'), ...top.texts('extraUrls')],
    allowed: patterns.length > 0 ? globs(patterns) : paths,
    stops: globs(top.texts('exclusionPatterns')),
    sitemaps: top.texts('sitemaps'),
    hosts: [],
    sitemapAlternates: false,
    wholeSitemaps: false,
    ignoredParameters: top.texts('ignoreQueryParams'),
    rules: rules.map(({ rule }) => rule),
    ...settingsIn(isTable(settings) ? settings : undefined),
    render: rendersPages(top.any('renderJavaScript')),
    ignores: {
      robots: top.flag('ignoreRobotsTxtRules'),
      noindex: top.flag('ignoreNoIndex'),
      canonical: top.any('ignoreCanonicalTo') === true,
    },
    ...numbers({ maxPages: top.number('maxUrls'), maxDepth: top.number('maxDepth'), rate: top.number('rateLimit') }),
    ...(top.any('schedule') === undefined ? {} : { schedule: top.text('schedule') ?? '' }),
    notes,
  }
  top.unused(UNUSED)
  top.rest()
  return config
}

function parsed(text: string, file: string): Program {
  // The editor of the hosted crawler also holds objects without a name, which are no program.
  for (const source of [text, `(${text.trim().replace(/;$/, '')}\n)`]) {
    try {
      return parseProgram(file.endsWith('.ts') ? 'configuration.ts' : 'configuration.js', source)
    } catch (error) {
      if (source !== text)
        throw new SiteConfigError(
          `${file} cannot be parsed at line ${faultLine(error)} (${messageOf(error)}); correct it.`,
        )
    }
  }
  throw new SiteConfigError(`${file} cannot be parsed; correct it.`)
}

/** The constants of a program, by name. */
function scopeOf({ body }: Program, file: string): Scope {
  const constants = new Map<string, Expression>()
  for (const node of body) {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue
    for (const { id, init } of declaration.declarations)
      if (id.type === 'Identifier' && init) constants.set(id.name, init)
  }
  const open = new Set<string>()
  const scope: Scope = {
    file,
    budget: { steps: MAX_STEPS, depth: 0 },
    find(name) {
      const init = constants.get(name)
      if (init === undefined || open.has(name)) return undefined
      open.add(name)
      const value = evaluate(init, scope)
      open.delete(name)
      return value
    },
    require: (source, name, at) => ({ kind: 'call', name, from: source, args: [], at }),
  }
  return scope
}

/** The object of the configuration: the argument of `new Crawler`, the default export, or an expression. */
function configurationIn({ body }: Program, scope: Scope): Value | undefined {
  const candidates = body.flatMap((node): AnyNode[] => {
    if (node.type === 'ExpressionStatement') return [node.expression]
    if (node.type === 'ExportDefaultDeclaration') return [node.declaration]
    return node.type === 'VariableDeclaration' ? node.declarations.flatMap(({ init }) => init ?? []) : []
  })
  for (const candidate of candidates) {
    const expression = candidate.type === 'AssignmentExpression' ? candidate.right : candidate
    const isNew = expression.type === 'NewExpression' || expression.type === 'CallExpression'
    const inner = isNew ? expression.arguments[0] : expression
    if (inner === undefined || inner.type === 'SpreadElement') continue
    const value = evaluate(inner as Expression, scope)
    if (value.kind === 'table' && (value.entries.has('actions') || value.entries.has('startUrls'))) return value
  }
  return undefined
}

/** The place of the first action, for a message; empty for none. */
function firstOf(actions: Value | undefined): string {
  const [first] = actions?.kind === 'list' ? actions.items : []
  return first === undefined ? '' : ` ("actions[0]", line ${first.at.line})`
}

function rulesOf(
  action: Value,
  place: string,
  file: string,
  notes: string[],
): { indexName?: string; rule: PageRule }[] {
  if (action.kind !== 'table') {
    notes.push(`"${place}" is not used: only running the program would give it.`)
    return []
  }
  const extractor = action.entries.get('recordExtractor')
  const read =
    extractor?.kind === 'function'
      ? readExtractor(extractor.node, extractor.scope, `${place}.recordExtractor`, notes)
      : undefined
  const fields = fieldsOf(plainOf(action, 'recordExtractor', file, notes), place, notes)
  const indexName = fields.text('indexName')
  const paths = fields.texts('pathsToMatch')
  // The name is for the list of actions.
  fields.any('name')
  fields.unused(UNUSED_OF_ACTION)
  fields.rest()
  if (read === undefined) {
    notes.push(
      `"${place}" (${file}:${action.at.line}) is not used: its record extractor does not call helpers.docsearch with an object for "recordProps".`,
    )
    return []
  }
  return [{ ...(indexName === undefined ? {} : { indexName }), rule: { ...read, pages: globs(paths) } }]
}

/** A table as data, without one entry. Values that only running would give are notes. */
function plainOf(
  value: Value & { kind: 'table' },
  without: string,
  file: string,
  notes: string[],
): Record<string, unknown> {
  const entries = [...value.entries].filter(([key]) => key !== without)
  return Object.fromEntries(entries.flatMap(([key, one]) => (isData(one, key) ? [[key, dataOf(one)] as const] : [])))

  function isData(one: Value, key: string): boolean {
    if (one.kind === 'plain' || one.kind === 'list' || one.kind === 'table') return true
    notes.push(`"${key}" (${file}:${one.at.line}) is not used: only running the program would give it.`)
    return false
  }
}

function dataOf(value: Value): unknown {
  if (value.kind === 'plain') return value.value
  if (value.kind === 'list') return value.items.map(dataOf)
  if (value.kind === 'table') return Object.fromEntries([...value.entries].map(([key, one]) => [key, dataOf(one)]))
  return undefined
}

function globs(sources: string[]): UrlPattern[] {
  return sources.map((source) => ({ kind: 'glob', source }))
}

function rendersPages(value: unknown): boolean {
  return (
    value === true ||
    (Array.isArray(value) && value.length > 0) ||
    (typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === true)
  )
}

function numbers<K extends string>(values: Record<K, number | undefined>): Partial<Record<K, number>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<
    Record<K, number>
  >
}
