/**
 * HTML templates: a template tag that escapes inserted strings, and `trusted` for strings that already are HTML. Used for
 * the document around React's output.
 */

/** A string of HTML that our own code made. */
export interface Html {
  html: string
}

/** Marks a string as HTML: for the output of React, of ingest, and of `markup` itself. */
export function trusted(html: string): Html {
  return { html }
}

/** Escapes strings, inserts `Html` and lists of it unchanged, leaves out `undefined`. */
export function markup(parts: TemplateStringsArray, ...values: (string | Html | Html[] | undefined)[]): Html {
  let result = parts[0] ?? ''
  for (const [position, value] of values.entries()) {
    result += serialise(value) + (parts[position + 1] ?? '')
  }
  return { html: result }
}

/** Escapes text for element content and for quoted attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A lone surrogate or U+0000 in JSON; also some escaped backslashes before such letters. */
const ESCAPED = /\\u(?:d[89a-f]|0000)/

/**
 * JSON with the same text as the browser reads from HTML. HTML can contain neither a lone surrogate, which becomes U+FFFD,
 * nor U+0000, which is left out. React renders a page again in full when its text differs from the JSON.
 */
export function browserJson(value: unknown): string {
  const json = JSON.stringify(value)
  // JSON escapes both, so most values need no second, slow pass.
  if (!ESCAPED.test(json)) return json
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
