/** A count with its noun: `1 page`, `2,000 pages`. */
export function plural(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}

/** A number with separators. */
export function count(number: number): string {
  // `toLocaleString` takes 15 ms to load, so small numbers avoid it.
  return number < 1000 ? String(number) : number.toLocaleString('en')
}
