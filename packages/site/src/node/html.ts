/**
 * HTML from text: a template tag that escapes what is put in, and the one way to say that something is HTML already.
 * Only the document around React's output is written with it.
 */

/** A string that is HTML, because our own code made it so. */
export interface Html {
  html: string
}

/** Marks a string as HTML: for the output of React, of ingest, and of `markup` itself. */
export function trusted(html: string): Html {
  return { html }
}

/** Escapes strings; takes `Html` and lists of it as they are; leaves out `undefined`. */
export function markup(parts: TemplateStringsArray, ...values: (string | Html | Html[] | undefined)[]): Html {
  let result = parts[0] ?? ''
  for (const [position, value] of values.entries()) {
    result += serialise(value) + (parts[position + 1] ?? '')
  }
  return { html: result }
}

/** For text between tags and for attribute values in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * JSON of which the browser reads the same text as of HTML. HTML can hold neither half a surrogate pair, which becomes
 * U+FFFD, nor U+0000, which is left out. React renders a page again in full where its text differs from the JSON's.
 */
export function browserJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '') : part,
  )
}

/**
 * JSON for a `<script type="application/json">`: `<` is written as an escape, so that neither an end tag nor a comment
 * can begin in it.
 */
export function embedJson(value: unknown): Html {
  return { html: browserJson(value).replaceAll('<', String.raw`\u003c`) }
}

function serialise(value: string | Html | Html[] | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return escapeHtml(value)
  return Array.isArray(value) ? value.map((item) => item.html).join('') : value.html
}
