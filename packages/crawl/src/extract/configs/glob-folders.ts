/**
 * Globs with `!(a|b)`, which RE2 cannot express, folder by folder: an address that has a folder `a` may have another one for the place of
 * `!(a)` beside `**`.
 */

/** Whether the text of one folder of an address matches its part of a glob. */
type FolderMatcher = (text: string) => boolean

/** A part of a glob: `**` matches a run of folders, also none, and a matcher one folder. */
type Part = '**' | FolderMatcher

/** Maximum number of parts of a glob: each may be compared with each folder of an address. */
const MAX_PARTS = 50

/**
 * A glob as a test of whole addresses; `undefined` for one whose parts are not those of an address: a group with a slash, `a**`.
 *
 * @param compile of a part without slashes.
 */
export function folderGlob(glob: string, compile: (part: string) => FolderMatcher): FolderMatcher | undefined {
  const names = partsOf(glob)
  if (names === undefined || names.length === 1 || names.length > MAX_PARTS) return undefined
  const parts = names.map((name, at): Part => {
    if (name === '**') return name
    return name === '*' && at === names.length - 1 ? (text) => text !== '' : compile(name)
  })
  const globs = lengthsOf(names, parts).map((length) => parts.slice(0, length))
  const hasOpenEnd = /(?:^|[^*\\])\*$/.test(names.at(-1) ?? '')
  return (address) => {
    const folders = address.split('/')
    if (globs.some((each) => isMatch(each, folders))) return true
    return hasOpenEnd && folders.at(-1) === '' && isMatch(parts, folders.slice(0, -1))
  }
}

/** The parts between the slashes of a glob, several `**` in a row as one. */
function partsOf(glob: string): string[] | undefined {
  let part = ''
  let depth = 0
  const parts: string[] = []
  for (const [sign] of `${glob}/`.matchAll(/\\[^]|\[[^[\]]*\]|[^]/g)) {
    if (sign === '(' || sign === '{') depth++
    if (sign === ')' || sign === '}') depth--
    if (sign !== '/') part += sign
    else if (depth !== 0 || (part !== '**' && part.includes('**'))) return undefined
    else {
      if (part !== '**' || parts.at(-1) !== '**') parts.push(part)
      part = ''
    }
  }
  return parts
}

/** The numbers of parts that an address may match: without a `!(a)` after `**` at the end, too, as `folder/**` has the folder. */
function lengthsOf(names: readonly string[], parts: readonly Part[]): number[] {
  const lengths = [names.length]
  for (let end = names.length; ;) {
    const last = names[end - 1] === '**' ? end - 2 : end - 1
    const part = parts[last]
    const isOptional = names[last]?.startsWith('!(') === true && part !== undefined && part !== '**' && part('')
    if (!isOptional || names[last - 1] !== '**') return lengths
    end = last - 1
    lengths.push(end)
  }
}

/** Whether the parts match all folders. It steps through the folders with the places that the glob may be at. */
function isMatch(parts: readonly Part[], folders: readonly string[]): boolean {
  let places = withoutFolders(parts, new Set([0]))
  for (const folder of folders) {
    const next = new Set<number>()
    for (const place of places) {
      const part = parts[place]
      if (part === '**') next.add(place)
      else if (part?.(folder) === true) next.add(place + 1)
    }
    places = withoutFolders(parts, next)
  }
  return places.has(parts.length)
}

/** Adds the places after `**`, which may have no folder. */
function withoutFolders(parts: readonly Part[], places: Set<number>): Set<number> {
  for (const place of places) if (parts[place] === '**') places.add(place + 1)
  return places
}
