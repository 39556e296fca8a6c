/** The look of every page, from the configuration. */
import type { IconName } from '@docent/ingest'

/** A link of the header: to the code, to a chat, to the product. */
export interface HeaderLink {
  text: string
  /** Root-relative without the base, or absolute. */
  url: string
  /** Shown beside the text, and instead of it on narrow screens. */
  icon?: IconName
}

/** Look and fixed links of a site. URLs of images have the form of asset URLs: root-relative, without the base. */
export interface Appearance {
  logo?: { light: string; dark?: string; hasName?: boolean }
  links?: HeaderLink[]
  /** Plain text at the foot of every page, instead of the site's title. */
  footer?: string
  /** The hue of the accent colour and of every grey, 0 to 360 (OKLCH). */
  hue?: number
  /** The author's own style sheet, loaded after the site's. */
  css?: string
}
