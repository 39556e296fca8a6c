/** The head of a landing page, from the front matter of VitePress (`hero`, `features`), Starlight (`hero`) and VuePress (`home`). */
import { tableOf } from '../folder/plain-data.ts'
import { iconNamed } from '../result/icon.ts'
import type { Home, HomeAction, HomeFeature } from '../result/page.ts'
import { htmlText } from './html-token.ts'
import { parseInline } from './parse.ts'
import { inlineText } from './plain-text.ts'

/** The landing page's head, where the front matter describes one. */
export function readHome(frontMatter: Record<string, unknown>): Home | undefined {
  const hero = tableOf(frontMatter.hero)
  const features = list(frontMatter.features).map(readFeature)
  if (hero === undefined && frontMatter.home === true) return vuepressHome(frontMatter, features)
  if (hero === undefined && features.length === 0) return undefined
  const image = hero?.image
  const source =
    typeof image === 'string' ? image : (tableOf(image)?.src ?? tableOf(image)?.light ?? tableOf(image)?.file)
  return {
    title: textOf(hero?.name) || textOf(hero?.title) || textOf(frontMatter.title),
    text: textOf(hero?.text),
    tagline: textOf(hero?.tagline),
    ...(typeof source === 'string' ? { image: source } : {}),
    actions: list(hero?.actions).map(readAction),
    features: features.filter((feature) => feature.title !== '' || feature.details !== ''),
  }
}

/** VuePress' home page. Without a title of its own it has the site's, which is added later. */
function vuepressHome(frontMatter: Record<string, unknown>, features: HomeFeature[]): Home {
  const { heroText, heroImage, tagline, actions, actionText, actionLink } = frontMatter
  const first = textOf(actionText) === '' ? [] : [{ text: actionText, link: actionLink }] // VuePress 1
  return {
    title: heroText === null ? '' : textOf(heroText),
    text: '',
    tagline: textOf(tagline),
    ...(typeof heroImage === 'string' ? { image: heroImage } : {}),
    actions: [...first, ...list(actions)].map(readAction),
    features,
  }
}

function readAction(action: Record<string, unknown>, index: number): HomeAction {
  const kind = action.theme ?? action.variant ?? action.type
  const primary = kind === undefined ? index === 0 : kind === 'brand' || kind === 'primary'
  return { text: textOf(action.text), url: addressOf(action.link), primary }
}

function readFeature(feature: Record<string, unknown>): HomeFeature {
  const url = addressOf(feature.link)
  const icon = iconNamed(feature.icon)
  return {
    title: textOf(feature.title),
    details: textOf(feature.details ?? feature.description),
    ...(url === '' ? {} : { url }),
    ...(icon === undefined ? {} : { icon }),
  }
}

/** The text of a value, which may hold HTML and Markdown. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? inlineText(parseInline(htmlText(value).replaceAll(/\s+/g, ' ').trim(), 1)) : ''
}

function addressOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(tableOf).filter((one) => one !== undefined) : []
}
