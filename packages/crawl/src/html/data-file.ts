/**
 * Pages without a text whose scripts show a file of data that can be read without them: the archives of DocC, the
 * operations of OpenAPI files in Swagger UI, Redoc, RapiDoc, Elements and Scalar, the requests of apidoc.js.
 */
import { tableOf } from '@docent/ingest/data'
import { type Document, type Element } from 'domhandler'
import { findAll, findOne, textContent } from 'domutils'
import { toAddress } from '../result/address.ts'
import { apidocPage } from './apidoc-page.ts'
import { doccPage } from './docc-page.ts'
import type { MadePage } from './made-page.ts'
import { type Anchors, openApiPage } from './openapi-page.ts'

/** A file of data. */
export interface DataFile {
  /** Its address; or that of a script which names it, in the way of scripts on the page itself. */
  url: string
  isScript?: true
  /** Address of a file with the name of the docs. */
  about?: string
  /** Writes the page; `undefined` for a text that is no such data. @param about the text of that file. */
  write: (text: string, about?: string) => MadePage | undefined
}

/** As `createDeepLinkPath` and `opId` of Swagger UI and its client write them. */
const SWAGGER: Anchors = {
  tag: (tag) => `/${spelled(tag)}`,
  operation: ({ tag, id, method, path }) =>
    `/${spelled(tag === '' ? 'default' : tag)}/${id ?? `${method}${path.replaceAll(/\W/g, '_')}`}`,
}

const spelled = (tag: string): string => tag.trim().replaceAll(/\s/g, '%20')

/** As the models of groups and operations of Redoc write them. */
const REDOC: Anchors = {
  tag: (tag) => `tag/${slug(tag)}`,
  operation: ({ tag, id, method, path }) => {
    const around = tag === '' ? '' : `tag/${slug(tag)}/`
    const pointer = path.replaceAll('~', '~0').replaceAll('/', '~1')
    return around + (id === undefined ? `paths/${pointer}/${method}` : `operation/${id}`)
  },
}

const slug = (name: string): string =>
  name
    .replaceAll(/[^\w\s$*+~.()'"!:@-]+/g, '')
    .trim()
    .replaceAll(/\s+/g, '-')

/** As the menu of Redoc 3 has them. Ids of operations are those of its publisher's hosted docs. */
const REDOC_3: Anchors = {
  tag: (tag) => `/${slug(tag).toLowerCase()}`,
  operation: ({ tag, id, method, path }) => {
    const around = tag === '' ? '' : `/${slug(tag).toLowerCase()}`
    const pointer = path.replaceAll('~', '~0').replaceAll('/', '~1')
    return `${around}/${id === undefined ? `paths/${pointer}/${method}` : slug(id).toLowerCase()}`
  },
}

/** As the element ids of RapiDoc. */
const RAPIDOC: Anchors = {
  tag: (tag) => `tag--${tag.replaceAll(/[\s#:?&={}]/g, '-')}`,
  operation: ({ method, path }) => `${method}-${path.replaceAll(/[\s#:?&={}]/g, '-')}`,
}

/** As the router of Elements has them after `#`. Operations without an id have generated ones. */
const ELEMENTS: Anchors = {
  tag: (tag) => `/${slug(tag)}`,
  operation: ({ id, method, path }) => `/operations/${id ?? `${method}${path.replaceAll(/[/{}]/g, '-')}`}`,
}

/** As the menu of Scalar links to them. */
const SCALAR: Anchors = {
  tag: (tag) => `tag/${slug(tag).toLowerCase()}`,
  operation: ({ tag, method, path }) => `tag/${slug(tag === '' ? 'default' : tag).toLowerCase()}/${method}${path}`,
}

/** The file that a page without a text shows. @param url its address. @param base address that relative ones are resolved against. */
export function dataFileOf(document: Document, url: string, base: string): DataFile | undefined {
  const scripts = findAll(({ name }) => name === 'script', document.children)
  const programs = scripts.map((script) => textContent(script)).join('\n')
  const redoc = findOne(({ name }: Element) => name === 'redoc', document.children, true)
  const named = redoc?.attribs['spec-url'] ?? /\bRedoc\.init\(\s*["']([^"'\n]{1,500})["']/.exec(programs)?.[1]
  if (named !== undefined) return fileAt(named, base, (text) => openApiPage(text, REDOC))
  const shown = shownFile(document, programs)
  if (shown !== undefined) return fileAt(shown.named, base, (text) => openApiPage(text, shown.anchors))
  const isSwagger = findOne(({ attribs }: Element) => attribs.id === 'swagger-ui', document.children, true) !== null
  if (isSwagger) return swaggerFile(scripts, programs, base)
  return scripts.some(isApidocTemplate) ? apidocFile(base) : doccFile(programs, url)
}

/** The file that an element or a call of RapiDoc, Elements or Scalar names. Names of attributes are in lower case. */
function shownFile(document: Document, programs: string): { named: string; anchors: Anchors } | undefined {
  for (const { name, attribs } of findAll(() => true, document.children)) {
    const { 'spec-url': spec, apidescriptionurl: description, 'data-url': data } = attribs
    if (/^rapi-doc(?:-mini)?$/.test(name) && spec !== undefined) return { named: spec, anchors: RAPIDOC }
    if (name === 'elements-api' && description !== undefined) return { named: description, anchors: ELEMENTS }
    if (attribs.id === 'api-reference' && data !== undefined) return { named: data, anchors: SCALAR }
  }
  const call = programs.indexOf('createApiReference(')
  const named = call === -1 ? undefined : urlIn(programs.slice(call))
  return named === undefined ? undefined : { named, anchors: SCALAR }
}

/** The page of the specification that Redoc 3 writes into its page; `undefined` for a page without one. */
export function pageInPage(document: Document): MadePage | undefined {
  for (const { children } of findAll(isRedocProgram, document.children)) {
    const program = textContent(children)
    const start = program.indexOf(REDOC_DEFINITION) + REDOC_DEFINITION.length
    const end = program.indexOf('\n', start)
    try {
      const file: unknown = JSON.parse(program.slice(start, end === -1 ? undefined : end).replace(/;\s*$/, ''))
      return openApiPage(JSON.stringify(file), REDOC_3)
    } catch {
      // Another program with that name.
    }
  }
  return undefined
}

/**
 * Whether a page has a specification in a script of Redoc 3: of the operations, its own text is only the menu. Its text is asked
 * first, because few documents are worth a walk.
 */
export const hasSpecification = (text: string, document: Document): boolean =>
  text.includes(REDOC_DEFINITION) && findOne(isRedocProgram, document.children, true) !== null

const isRedocProgram = (element: Element): boolean =>
  element.name === 'script' && textContent(element).includes(REDOC_DEFINITION)

const REDOC_DEFINITION = 'const __redoc_definition = '

/** Templates of the pages of apidoc.js. */
const isApidocTemplate = ({ attribs }: Element): boolean =>
  attribs.id === 'template-article' && attribs.type?.startsWith('text/x-handlebars') === true

/** The data of apidoc.js, beside its page. Since version 0.50 they are in a program, and in this file on request. */
function apidocFile(base: string): DataFile | undefined {
  const file = fileAt('api_data.json', base, apidocPage)
  const about = toAddress('api_project.json', base)
  return file && { ...file, ...(about !== undefined && { about }) }
}

/** The file that a script of Swagger UI names; a page that leaves the call to another script names that one. */
function swaggerFile(scripts: readonly Element[], programs: string, base: string): DataFile | undefined {
  const own = fileInProgram(programs, base)
  if (own !== undefined) return own
  const initializer = scripts
    .map(({ attribs }) => attribs.src ?? '')
    .find((src) => /swagger-(?:initializer|ui-init)\.js(?:\?|$)/.test(src))
  const script = initializer === undefined ? undefined : fileAt(initializer, base, () => undefined)
  return script && { ...script, isScript: true }
}

/** The file of the call `SwaggerUIBundle({ url: '/openapi.json' })`. @param base of the page, also for a call in a script. */
export function fileInProgram(program: string, base: string): DataFile | undefined {
  const named = urlIn(program)
  return named === undefined ? undefined : fileAt(named, base, (text) => openApiPage(text, SWAGGER))
}

const urlIn = (program: string): string | undefined =>
  /["']?\burl["']?\s*:\s*["']([^"'\n]{1,500})["']/.exec(program)?.[1]

/** The page of a specification within the script that `swagger-ui-express` writes: `var options = { "swaggerDoc": … };`. */
export function pageInProgram(program: string): MadePage | undefined {
  const start = program.indexOf(OPTIONS)
  const end = program.indexOf('\n};', start)
  if (start === -1 || end === -1) return undefined
  try {
    const options = tableOf(JSON.parse(program.slice(start + OPTIONS.length, end + 2)))
    return openApiPage(JSON.stringify(options?.swaggerDoc ?? {}), SWAGGER)
  } catch {
    return undefined
  }
}

const OPTIONS = 'var options = '

/** The file of a page of DocC: `/gears/documentation/axle/` shows `/gears/data/documentation/axle.json`. */
function doccFile(programs: string, url: string): DataFile | undefined {
  const base = /\bvar baseUrl = "(\/[^"\n]{0,500})"/.exec(programs)?.[1]
  const { pathname } = new URL(url)
  if (base?.endsWith('/') !== true || !pathname.startsWith(base)) return undefined
  const path = pathname.slice(base.length).replace(/\/(?:index\.html)?$/, '')
  if (!/^(?:documentation|tutorials)(?:\/|$)/.test(path)) return undefined
  return fileAt(`${base}data/${path}.json`, url, (text) => doccPage(text, base))
}

function fileAt(named: string, base: string, write: DataFile['write']): DataFile | undefined {
  const url = toAddress(named, base)
  return url === undefined ? undefined : { url, write }
}
