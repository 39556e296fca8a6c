/** Attributes whose value is an expression: `:src="logo"` and `v-bind` of Vue, `src={logo}` of JSX in Markdown's HTML. */
import { tableOf } from '../folder/plain-data.ts'
import type { HtmlToken } from './html-token.ts'
import type { PageModule } from './page-module.ts'
import type { Attributes } from './tree.ts'

type OpenToken = Extract<HtmlToken, { kind: 'open' }>

const VUE = /^(?::|v-bind:)(?=[\w-])/
const BOUND = /\s(?:(?::|v-bind:)[\w-]+=["']|v-bind=|(?:src|href|poster|alt|title)=\{)/

/** Whether a tag has such attributes. */
export function isBound(raw: string): boolean {
  return BOUND.test(raw)
}

/** The attributes with the values of Vue's bound ones, under their plain names. */
export function bound(attributes: Attributes, { data }: Pick<PageModule, 'data'>): Attributes {
  const names = Object.keys(attributes)
  if (!names.some((name) => VUE.test(name) || name === 'v-bind')) return attributes
  const result: Attributes = {}
  for (const name of names) {
    const source = attributes[name]
    if (name === 'v-bind' && typeof source === 'string') {
      const table = data(source)
      Object.assign(result, tableOf(table))
    } else if (VUE.test(name)) {
      if (typeof source === 'string') result[name.replace(VUE, '')] = data(source)
    } else result[name] = source
  }
  return result
}

/** Whether a tag is a slot of Vue's, whose content is shown by the component around it. */
export function isSlot(token: HtmlToken): boolean {
  return token.kind === 'open' && token.name === 'template' && /\s(?:#|v-slot)/.test(token.raw)
}

/** A tag of HTML with plain attributes. One without bound attributes stays as it is written. */
export function htmlOf(token: OpenToken, module: Pick<PageModule, 'data'>): string {
  if (!isBound(token.raw)) return token.raw
  const attributes = Object.entries(bound(token.attributes, module)).flatMap(([name, value]) => {
    if (value === true) return [` ${name}`]
    const shown = typeof value === 'object' ? addressOf(value) : value
    if (typeof shown !== 'string' && typeof shown !== 'number') return []
    const text = String(shown).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    return [` ${name === 'className' ? 'class' : name}="${text}"`]
  })
  return `<${token.name}${attributes.join('')}${token.selfClosing ? ' /' : ''}>`
}

/** The address of an imported image. */
function addressOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'src' in value ? value.src : undefined
}
