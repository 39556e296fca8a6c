/** The numbers of chapters and sections before their names. */

const NUMBER =
  /^(?:(?:chapter|appendix|section|part) (?:\d{1,4}|[a-z]|[ivx]{1,6})|\d{1,4}|[a-z](?=\.))(?:\.\d{1,4}){0,6}[.:]? +(?:[-–—] +)?/i

/** A heading without its number: `4.9 Commands`, `Appendix A. Commands`, `Chapter 4 - Commands` are `Commands`. */
export function withoutNumber(heading: string): string {
  return heading.replace(NUMBER, '')
}
