/**
 * Keys that open the dialog. Modifiers match exactly, since browsers use Ctrl+Shift+K. On layouts without Latin letters
 * (Cyrillic, Greek, Hebrew …) the position of the key is used.
 */

/** A combination such as `Alt+S` or `Ctrl+Shift+P`, or a single character such as `/`. `Ctrl/Cmd+K` accepts either modifier. */
export type Shortcut = string

/** The default shortcuts. */
export const DEFAULT_SHORTCUTS: readonly Shortcut[] = ['Ctrl/Cmd+K', '/']

/** The properties of a `KeyboardEvent` that are read. */
export interface KeyPress {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  isComposing: boolean
  keyCode: number
  composedPath(): EventTarget[]
}

/** Whether a key press is one of the shortcuts. A single character is none in a text field. */
export function matchesShortcut(event: KeyPress, shortcuts: readonly Shortcut[]): boolean {
  if (isComposing(event)) return false
  return shortcuts.some((shortcut) => {
    const keys = shortcut.length === 1 ? [shortcut] : shortcut.split('+')
    const key = keys.at(-1) ?? ''
    const modifiers = keys.slice(0, -1).map((name) => name.toLowerCase())
    if (modifiers.length === 0) {
      // Shift is ignored, since some layouts need it for the character.
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey
      return plain && event.key === key && !isEditable(event.composedPath()[0])
    }
    const either = modifiers.includes('ctrl/cmd')
    const control = either ? event.ctrlKey !== event.metaKey : event.ctrlKey === modifiers.includes('ctrl')
    const meta = either || event.metaKey === (modifiers.includes('cmd') || modifiers.includes('meta'))
    return (
      control &&
      meta &&
      event.altKey === modifiers.includes('alt') &&
      event.shiftKey === modifiers.includes('shift') &&
      isKey(event, key)
    )
  })
}

/** Whether the keyboard of this machine has a ⌘ key. */
export function isApple(): boolean {
  return /mac|iphone|ipad|ipod/i.test(navigator.platform)
}

/**
 * Whether an input method is composing and uses Enter, Escape and arrows itself (Safari reports this only by key code 229).
 * Keyboards of Android compose every word of every language, so there the text of a composition is a query.
 */
export function isComposing(event: { isComposing: boolean; keyCode?: number }): boolean {
  return event.keyCode === 229 || (event.isComposing && !/Android/.test(navigator.userAgent))
}

function isKey(event: KeyPress, key: string): boolean {
  if (event.key.toLowerCase() === key.toLowerCase()) return true
  // With Alt, or in another script, `key` is a different character.
  const latin = event.key.length === 1 && event.key <= '~' && !event.altKey
  return !latin && event.code === `Key${key.toUpperCase()}`
}

function isEditable(target: EventTarget | undefined): boolean {
  const element = target as Partial<HTMLElement> | undefined
  return element?.isContentEditable === true || /^(?:INPUT|TEXTAREA|SELECT)$/.test(element?.tagName ?? '')
}

/** The public component's option: `{ '/': false }` turns a shortcut off; a list replaces them. */
export type ShortcutsOption = Readonly<Record<string, boolean>> | readonly string[]

/** The enabled shortcuts of the public component's option. */
export function shortcutsOf(option: ShortcutsOption | undefined): readonly string[] {
  if (Array.isArray(option)) return option as readonly string[]
  return DEFAULT_SHORTCUTS.filter((shortcut) => (option as Record<string, boolean> | undefined)?.[shortcut] !== false)
}
