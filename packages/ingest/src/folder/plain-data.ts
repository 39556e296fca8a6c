/** Checks of parsed data: JSON, YAML, TOML and front matter. */

/** A table; `undefined` for any other value. */
export function tableOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** A text that is not blank; `undefined` for any other value. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A text that is not blank, without white space around it; `undefined` for any other value. */
export function trimmedTextOf(value: unknown): string | undefined {
  return textOf(value)?.trim()
}
