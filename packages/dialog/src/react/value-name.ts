/** The name of a facet's value: a language's own name for itself, any other value as it is. */
export function valueName(facet: string, value: string): string {
  if (!facet.startsWith('lang')) return value
  try {
    return new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value
  } catch {
    return value
  }
}
