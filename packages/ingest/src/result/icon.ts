/** Icons that authors can name in front matter, navigation files and the configuration. */
export const ICON_NAMES = [
  'arrow-up-right',
  'building',
  'chat',
  'chevron-down',
  'close',
  'code',
  'cube',
  'database',
  'graduation-cap',
  'grid',
  'lightning',
  'menu',
  'monitor',
  'moon',
  'play',
  'search',
  'share',
  'sun',
  'upload',
] as const

/** One of `ICON_NAMES`. */
export type IconName = (typeof ICON_NAMES)[number]

/** The icon of that name; `undefined` for any other value, since names of other tools' icons are no fault. */
export function iconNamed(value: unknown): IconName | undefined {
  return typeof value === 'string' ? ICON_NAMES.find((name) => name === value) : undefined
}
