/**
 * All output of the command. Titles, texts, addresses and file names come from outside, and a terminal executes control
 * characters in them: escape sequences that move the cursor, rename the window or fill the clipboard, and marks that
 * change the direction of text. So only line ends and our own colours are written; other control characters are shown
 * as `\u001b`, which in JSON is the same text. Lint forbids other modules to write to the terminal.
 */

import { styleText } from 'node:util'

/**
 * Control characters (C0, DEL, C1), the line ends of Unicode, and marks that embed, override or isolate a direction.
 */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu

/** The escape sequences of the styles that this package uses. */
const COLOURS = new Set(['1', '2', '22', '33', '36', '39'].map((code) => `\u001B[${code}m`))

/** A text from outside as one line, with every control character shown. */
export function visible(text: string): string {
  return text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Writes a text and a line end to the standard output. Pass texts from outside through `visible` first, because their
 * line ends would look like ours.
 */
export function print(text: string): void {
  const coloured = styleText('dim', 'x') !== 'x'
  console.log(shown(text, coloured ? COLOURS : undefined))
}

/** The same to the standard error; only the whole text can have a colour. */
export function printError(text: string, colour?: 'red'): void {
  const lines = shown(text)
  console.error(colour === undefined ? lines : styleText(colour, lines))
}

// oxlint-disable-next-line no-control-regex -- each colour begins with the control character ESC
const LINES_AND_COLOURS = /(\n|\u001B\[\d+m)/

/** Lines without control characters. @param kept sequences that stay as they are. */
function shown(text: string, kept?: ReadonlySet<string>): string {
  return text
    .split(LINES_AND_COLOURS)
    .map((part) => (part === '\n' || kept?.has(part) ? part : visible(part)))
    .join('')
}
