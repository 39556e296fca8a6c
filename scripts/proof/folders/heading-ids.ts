/**
 * The ids of headings by the rules of each generator, written from their documentation and sources: an oracle that
 * shares no code with ingest. The texts are those of the rendered headings.
 */
import type { Kind } from './recognise.ts'

/** A heading of one page: its text, and the id that its author set. */
export interface Titled {
  text: string
  explicit: string | undefined
}

/** A rule: slugs and the way in which repeated ones become unique. */
interface SlugRule {
  slug: (text: string) => string
  /** The id of the nth repetition of a slug; `taken` are the ids so far. */
  next: (slug: string, taken: Set<string>) => string
}

const counted =
  (join: string, first: number) =>
  (slug: string, taken: Set<string>): string => {
    let id = slug
    for (let count = first; taken.has(id); count++) id = `${slug}${join}${count}`
    return id
  }

const foldAscii = (text: string): string => text.normalize('NFKD').replaceAll(/\P{ASCII}/gu, '')

const github = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** Hugo names a heading without letters "heading". */
function ofHugo(slug: string, taken: Set<string>): string {
  return counted('-', 1)(slug === '' ? 'heading' : slug, taken)
}

/** Go's lower case: one sign for one. */
function lower(sign: string): string {
  return sign === 'İ' ? 'i' : sign.toLowerCase()
}

const HUGO_TYPES: Readonly<Record<string, 'hugo' | 'hugoAscii' | 'hugoBlackfriday'>> = {
  'github-ascii': 'hugoAscii',
  blackfriday: 'hugoBlackfriday',
}

const RULES = {
  github: { slug: github, next: counted('-', 1) },
  /** gitbook.com, by the anchors that its editor writes into links. */
  gitbook: {
    slug: (text) =>
      [...text.trim().toLowerCase()]
        .map((sign) =>
          /[\p{L}\p{M}\p{N}_.]/u.test(sign) ? sign : sign === '&' ? '-and-' : /['‘’]/.test(sign) ? '' : '-',
        )
        .join('')
        .replaceAll(/-{2,}/g, '-')
        .replaceAll(/^-|-$/g, '')
        .replace(/^\d/, 'id-$&'),
    next: counted('-', 1),
  },
  /** `@mdit-vue/shared`, with the counting of markdown-it-anchor. */
  mditVue: {
    slug: (text) =>
      text
        .normalize('NFKD')
        .replaceAll(/[\u0300-\u036F]/g, '')
        .replaceAll(/\p{Cc}/gu, '')
        .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
        .replaceAll(/-{2,}/g, '-')
        .replaceAll(/^-+|-+$/g, '')
        .replace(/^(\d)/, '_$1')
        .toLowerCase(),
    next: counted('-', 1),
  },
  /** `toc` of Python-Markdown. */
  python: {
    slug: (text) =>
      foldAscii(text)
        .replaceAll(/[^\w\s-]/g, '')
        .trim()
        .toLowerCase()
        .replaceAll(/[-\s]+/g, '-'),
    next: counted('_', 1),
  },
  /** `pymdownx.slugs.slugify` with `case: lower`. */
  pymdownx: {
    slug: (text) =>
      text
        .normalize('NFC')
        .trim()
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
        .replaceAll(' ', '-'),
    next: counted('_', 1),
  },
  mdbook: {
    slug: (text) =>
      [...text.trim()]
        .map((sign) => (/[\p{L}\p{N}_-]/u.test(sign) ? sign.toLowerCase() : /\s/.test(sign) ? '-' : ''))
        .join(''),
    next: counted('-', 1),
  },
  hugo: {
    slug: (text) =>
      [...text.trim()]
        .map((sign) => (/[\p{L}\p{Nd}_]/u.test(sign) ? lower(sign) : sign === ' ' || sign === '-' ? '-' : ''))
        .join(''),
    next: ofHugo,
  },
  /** Hugo with `autoHeadingIDType: github-ascii`. */
  hugoAscii: {
    slug: (text) =>
      [...text.trim().normalize('NFD')]
        .map((sign) => (/[A-Za-z\d_]/.test(sign) ? sign.toLowerCase() : sign === ' ' || sign === '-' ? '-' : ''))
        .join(''),
    next: ofHugo,
  },
  /** Hugo with `autoHeadingIDType: blackfriday`. */
  hugoBlackfriday: {
    slug: (text) =>
      text
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== '')
        .map((word) => [...word].map(lower).join(''))
        .join('-'),
    next: ofHugo,
  },
  /** kramdown with its GFM parser, the default of Jekyll. */
  kramdownGfm: {
    slug: (text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- \t]/gu, '')
        .replaceAll(/[ \t]/g, '-'),
    next: counted('-', 1),
  },
  /** `make_id` of docutils. */
  docutils: {
    slug: (text) =>
      foldAscii(text.toLowerCase())
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^[-0-9]+|-+$/g, ''),
    next: (slug, taken) => {
      let id = slug
      for (let count = 1; id === '' || taken.has(id); count++) id = `id${count}`
      return id
    },
  },
  /** Nuxt Content: GitHub's without repeated hyphens. */
  mdc: {
    slug: (text) => github(text).replaceAll(/-+/g, '-').replaceAll(/^-|-$/g, '').replace(/^(\d)/, '_$1'),
    next: counted('-', 1),
  },
  mintlify: {
    slug: (text) => {
      const encoded = encodeURIComponent(text.toLowerCase().trim().replaceAll(/\s+/g, '-'))
      return decodeURIComponent(encoded.replaceAll(/[^\w%]+/g, '-').replaceAll(/^-+|-+$/g, ''))
        .replaceAll(/[?,;:!'"()[\]{}]/g, '')
        .replaceAll(/\p{Emoji_Modifier}|\p{Emoji_Presentation}|\p{Extended_Pictographic}|\uFE0F|\u200D/gu, '')
    },
    next: counted('-', 2),
  },
  /** docsify 5. */
  docsify: {
    slug: (text) =>
      text
        .trim()
        .normalize('NFC')
        .replaceAll(/\uFE0F|\p{Emoji_Presentation}|\p{Extended_Pictographic}/gu, '')
        .toLowerCase()
        .replaceAll(/[\u2000-\u206F\u2E00-\u2E7F\\'!"#$%&()*+,./:;<=>?@[\]^`{|}~]/g, '')
        .replaceAll(/\s/g, '-')
        .replace(/^(\d)/, '_$1'),
    next: counted('-', 1),
  },
  pandoc: {
    slug: (text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_.\s-]/gu, '')
        .trim()
        .replaceAll(/\s+/g, '-')
        .replace(/^[^\p{L}]+/u, '') || 'section',
    next: counted('-', 1),
  },
} satisfies Record<string, SlugRule>

const RULE_OF: Record<Kind, keyof typeof RULES> = {
  docfx: 'github',
  docsify: 'docsify',
  docusaurus: 'github',
  fern: 'github',
  fumadocs: 'github',
  gitbook: 'gitbook',
  hugo: 'hugo',
  jekyll: 'kramdownGfm',
  mdbook: 'mdbook',
  mintlify: 'mintlify',
  mkdocs: 'python',
  nextra: 'github',
  docus: 'mdc',
  plain: 'github',
  quarto: 'pandoc',
  retype: 'github',
  rspress: 'github',
  sphinx: 'docutils',
  starlight: 'github',
  vitepress: 'mditVue',
  vocs: 'github',
  vuepress: 'mditVue',
}

/**
 * The ids of a page's headings, in order; empty for an id that an author sets a second time. @param configuration text of
 * the generator's configuration.
 */
export function idsOf(headings: readonly Titled[], kind: Kind, configuration: string): string[] {
  const toc = /^( *)- toc:[ \t]*\n((?:\1 {3,}.*\n)*)/m.exec(configuration)?.[2] ?? ''
  const isPymdownx = kind === 'mkdocs' && /slugify:.*pymdownx\.slugs/.test(toc)
  const type = /auto(?:Heading)?IDType["']?\s*[:=]\s*["']?([\w-]+)/i.exec(configuration)?.[1] ?? ''
  const ofKind = kind === 'hugo' ? (HUGO_TYPES[type] ?? 'hugo') : RULE_OF[kind]
  const { slug, next }: SlugRule = RULES[isPymdownx ? 'pymdownx' : ofKind]
  const taken = new Set<string>()
  return headings.map(({ text, explicit }) => {
    if (explicit !== undefined && taken.has(explicit)) return ''
    const id = explicit ?? next(slug(text), taken)
    taken.add(id)
    return id
  })
}

/** The id in a heading's source: `{#id}`, `{ #id .class }`, `[#id]`, `:id=id`, a comment, an attribute of HTML. */
export function explicitId(source: string, kind: Kind): string | undefined {
  const list = /\{:?\s*(?:[^{}]*\s)?#([^\s{}]+)[^{}]*\}\s*$/.exec(source)?.[1]
  if (list !== undefined) return list.replace(/\\$/, '')
  const html = /^<h[1-6]\b[^>]*\bid=["']([^"']+)["']/i.exec(source)?.[1]
  if (html !== undefined) return html
  if (kind === 'nextra' || kind === 'fumadocs' || kind === 'fern')
    return /\[#([^\]]+)\]\s*(?:\[\w+\]\s*)*$/.exec(source)?.[1]
  if (kind === 'docsify') return /:id=([\w-]+)/.exec(source)?.[1]
  if (kind === 'docusaurus') return /\{\/\*\s*#(\S+)\s*\*\/\}\s*$/.exec(source)?.[1]
  return undefined
}
