/**
 * Keys that open the dialog. Modifiers match exactly: Ctrl+Shift+K belongs to the browser. On layouts whose K key gives
 * another letter (Cyrillic, Greek, Hebrew …) the place of the key counts.
 */

/** A combination: `Ctrl/Cmd+K` is either modifier, others as `Alt+S`, `Ctrl+Shift+P` or a single character such as `/`. */
export type Shortcut = string

/** Which shortcuts are on when a host says nothing. */
export const DEFAULT_SHORTCUTS: readonly Shortcut[] = ['Ctrl/Cmd+K', '/']

/** The part of a `KeyboardEvent` that counts. */
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

/** Whether a key press is one of the shortcuts. A single character never is while the reader writes somewhere. */
export function matchesShortcut(event: KeyPress, shortcuts: readonly Shortcut[]): boolean {
  if (isComposing(event)) return false
  return shortcuts.some((shortcut) => {
    const keys = shortcut.length === 1 ? [shortcut] : shortcut.split('+')
    const key = keys.at(-1) ?? ''
    const modifiers = keys.slice(0, -1).map((name) => name.toLowerCase())
    if (modifiers.length === 0) {
      // Shift may be what it takes to get the character.
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

/** Whether this machine's keyboard has a ⌘. */
export function isApple(): boolean {
  return /mac|iphone|ipad|ipod/i.test(navigator.platform)
}

/** An input method is at work: Enter, Escape and arrows are its own (Safari says so by key code 229 only). */
export function isComposing(event: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229
}

function isKey(event: KeyPress, key: string): boolean {
  if (event.key.toLowerCase() === key.toLowerCase()) return true
  // With Alt, or in another script, `key` is some other character.
  const latin = event.key.length === 1 && event.key <= '~' && !event.altKey
  return !latin && event.code === `Key${key.toUpperCase()}`
}

function isEditable(target: EventTarget | undefined): boolean {
  const element = target as Partial<HTMLElement> | undefined
  return element?.isContentEditable === true || /^(?:INPUT|TEXTAREA|SELECT)$/.test(element?.tagName ?? '')
}
