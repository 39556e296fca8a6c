/**
 * Slugs of headings by the rules of each generator. The rules are those of the generators' sources; the tests hold
 * ids that the generators themselves made.
 */
import { slug as githubSlug } from 'github-slugger'
import type { SlugStyle } from '../folder/page-syntax.ts'
import { isBesideText, rawText } from './plain-text.ts'
import { withoutDashes } from './slug-source.ts'
import type { TreeNode } from './tree.ts'

/** Everything but word characters of Ruby, hyphens and blanks. */
const NO_WORD = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu

/** Letters that docutils replaces, since they have no decomposition. */
const DOCUTILS_LETTERS: Record<string, string> = {
  ß: 'sz',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
}

const EMOJI =
  /\p{Emoji_Modifier}|\p{Emoji_Modifier_Base}|\p{Emoji_Presentation}|\p{Extended_Pictographic}|\u200D|\uFE0E|\uFE0F/gu

const DOCSIFY_SIGNS = /[\u2000-\u206F\u2E00-\u2E7F\\'!"#$%&()*+,./:;<=>?@[\]^`{|}~]/g

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replaceAll(/[\u0300-\u036F]/g, '')
}

function asciiOnly(text: string): string {
  return text.normalize('NFKD').replaceAll(/\P{ASCII}/gu, '')
}

/** Without hyphens at its ends. Two scans, since a pattern for both ends takes quadratic time. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && text[start] === '-') start++
  while (end > start && text[end - 1] === '-') end--
  return text.slice(start, end)
}

function docsify(text: string): string {
  return text
    .trim()
    .normalize('NFC')
    .replaceAll(/\uFE0F|\p{Emoji_Presentation}|\p{Extended_Pictographic}/gu, '')
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replaceAll(/<[^<>]+>/g, '')
    .replaceAll(DOCSIFY_SIGNS, '')
    .replaceAll(/\s/g, '-')
    .replace(/^(\d)/, '_$1')
}

/** The letters and digits of the entities that docsify 4 leaves: it makes ids of the HTML of headings. */
const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '39' }

function docsify4(text: string): string {
  return text
    .trim()
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
    .replaceAll(DOCSIFY_SIGNS, '')
    .replaceAll(/[\s-]+/g, '-')
    .replace(/^(\d)/, '_$1')
}

/** The rule follows from the anchors that GitBook's editor writes into links. */
function gitbook(text: string): string {
  const words = text.toLowerCase().replaceAll('&', ' and ').replaceAll(/['‘’]/g, '')
  const slug = trimmed(words.replaceAll(/[^\p{L}\p{M}\p{N}_.]+/gu, '-'))
  return slug.replace(/^(?=\d)/, 'id-')
}

/** `slugize` of hexo-util: letters keep their case. */
function hexo(text: string): string {
  return trimmed(
    withoutAccents(text)
      .replaceAll(/\p{Cc}/gu, '')
      .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, '-'),
  )
}

function hugo(text: string): string {
  return text
    .trim()
    .replaceAll(/[^\p{L}\p{Nd}_ -]/gu, '')
    .replaceAll(' ', '-')
    .replaceAll('İ', 'i')
    .toLowerCase()
}

function mditVue(text: string): string {
  return mditVueCase(text).toLowerCase()
}

function mditVueCase(text: string): string {
  return withoutDigit(trimmed(mditVueSigns(text)))
}

function mditVueSigns(text: string): string {
  return withoutAccents(text)
    .replaceAll(/\p{Cc}/gu, (sign) => (/\s/.test(sign) ? '-' : ''))
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
}

function withoutDigit(slug: string): string {
  return slug.replace(/^(\d)/, '_$1')
}

/** Percent-encodes, reduces the result to letters, digits and hyphens, and decodes it. */
function mintlify(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed().toLowerCase().trim().replaceAll(/\s+/g, '-'))
  const slug = trimmed(encoded.replaceAll(/[^a-zA-Z\d%_]+/g, '-'))
  return decodeURIComponent(slug)
    .replaceAll(/[?,;:!'"()[\]{}]/g, '')
    .replaceAll(EMOJI, '')
}

function pymdownx(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/<[^<>]*>/g, '')
    .trim()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')
}

function python(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[-\s]+/g, '-')
}

const SLUGS: Record<SlugStyle, (text: string) => string> = {
  docsify,
  'docsify-4': docsify4,
  docutils: (text) => {
    const letters = text.toLowerCase().replaceAll(/[ßæœøđħıłŧ]/g, (letter) => DOCUTILS_LETTERS[letter] ?? letter)
    return trimmed(
      asciiOnly(letters)
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replace(/^[-0-9]+/, ''),
    )
  },
  gitbook,
  github: (text) => githubSlug(text),
  hexo,
  hugo,
  // Accents are removed, and signs that only look like others are not replaced.
  'hugo-ascii': (text) =>
    hugo(text)
      .normalize('NFD')
      .replaceAll(/\P{ASCII}/gu, ''),
  'hugo-blackfriday': (text) =>
    trimmed(
      text
        .replaceAll('İ', 'i')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-'),
    ),
  kramdown: (text) =>
    text
      .replace(/^[^a-zA-Z]+/, '')
      .replaceAll(/[^a-zA-Z0-9 -]/g, '')
      .replaceAll(' ', '-')
      .toLowerCase(),
  'kramdown-gfm': (text) => text.toLowerCase().replaceAll(NO_WORD, '').replaceAll(' ', '-'),
  mdbook: (text) =>
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{Alphabetic}\p{N}_\s-]/gu, '')
      .replaceAll(/\s/g, '-'),
  mdc: (text) => trimmed(githubSlug(text).replaceAll(/-+/g, '-')).replace(/^(\d)/, '_$1'),
  'mdit-vue': mditVue,
  'mdit-vue-case': mditVueCase,
  'mdit-vue-open': (text) => withoutDigit(mditVueSigns(text)),
  mintlify,
  pandoc: (text) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_.\s-]/gu, '')
      .trim()
      .replaceAll(/\s+/g, '-')
      .replace(/^\P{L}+/u, ''),
  pymdownx: (text) => pymdownx(text.toLowerCase()),
  'pymdownx-case': pymdownx,
  python: (text) => python(asciiOnly(text)),
  'python-unicode': python,
}

/** The slug of a heading's text; may be empty. */
export function slugOf(style: SlugStyle, text: string): string {
  return SLUGS[style](text)
}

/** The ids of one page. */
export interface PageIds {
  /** Takes an id; false where it is in use. */
  take: (id: string) => boolean
  /** An unused id for a heading's text, which is then in use. */
  make: (text: string) => string
}

/** Creates the ids of one page. @param reserved ids that authors set on the page, which no other heading gets. */
export function pageIds(style: SlugStyle, reserved: ReadonlySet<string>): PageIds {
  const used = new Set<string>()
  /** The last number of each repeated slug. */
  const counts = new Map<string, number>()
  const isTaken = (id: string): boolean => used.has(id) || reserved.has(id)
  const count = (start: string, first: number): string => {
    let number = counts.get(start) ?? first - 1
    do number++
    while (isTaken(start + number))
    counts.set(start, number)
    return start + number
  }
  const unique = (slug: string): string => {
    if (slug !== '' && !isTaken(slug)) return slug
    if (style === 'docutils') return count('id', 1)
    if (style.startsWith('py')) {
      const [, base = slug, number = '0'] = /^(.*)_(\d{1,9})$/s.exec(slug) ?? []
      return count(`${base}_`, Number(number) + 1)
    }
    const base = slug === '' ? (style.startsWith('hugo') ? 'heading' : 'section') : slug
    return isTaken(base) ? count(`${base}-`, style === 'mintlify' ? 2 : 1) : base
  }
  const take = (id: string): boolean => !used.has(id) && used.add(id).has(id)
  const make = (text: string): string => {
    const id = unique(slugOf(style, text))
    used.add(id)
    return id
  }
  return { take, make }
}

/**
 * The text of a heading from which a generator makes the id: without badges, which are components; for kramdown
 * without dashes, which become other signs.
 */
export function slugText(nodes: readonly TreeNode[] | undefined, style: SlugStyle): string {
  const dashes = style.startsWith('kramdown')
  const read = (node: TreeNode): string => {
    if (isBesideText(node)) return ''
    if (dashes && node.type === 'text') return withoutDashes(node.value ?? '')
    return node.children === undefined ? rawText(node) : node.children.map(read).join('')
  }
  return (nodes ?? [])
    .map(read)
    .join('')
    .replaceAll(/[\t\n\r]/g, ' ')
    .trim()
}

/**
 * The letters and digits of an anchor or a heading, by which anchors of other slug styles, and anchors with another
 * case or other hyphens, find their heading.
 */
export function looseAnchor(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  return withoutAccents(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
