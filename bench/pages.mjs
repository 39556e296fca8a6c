/**
 * Generates a docs folder of any size from a seed, with the same bytes on every machine. A page has about 5.9 kB: six sections
 * of prose, three blocks of code that no other page has, a table and a link to the next page; 20 pages are a folder.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGES_OF_A_FOLDER = 20
const SUBJECTS =
  `the reader|an index|the server|a backup|the second worker|every request|the oldest segment|a large file|
the parser|an author|the cache|a short query|the schedule|one of the replicas|the configuration|a failed write`.split(
    /\|\s*/,
  )
const VERBS = `keeps|writes|replaces|waits for|measures|opens|counts|returns|compares|moves|checks|describes`.split('|')
const OBJECTS = `the list of pages|each record once|a copy on disk|the next generation|what was acknowledged|the
number of changes|its neighbours|the settings of the site|an answer that is whole|all links of a section|the
time of the last change|a lock that others respect`.split(/\|\s*/)
const ENDS = `before anything else is done|as long as the process runs|unless the folder is empty|and says so in one
sentence|without asking the network|even when the machine is busy|so that nothing is lost|in the order of the
navigation|after the limit has been reached|which takes a few milliseconds`.split(/\|\s*/)
const WORDS =
  `amber basin cedar delta ember fjord grove harbor inlet jetty kelp lagoon meadow nectar orchard prairie quarry
ridge summit tundra umber valley willow yarrow zephyr`.split(/\s+/)

/** A linear congruential generator with the constants of Numerical Recipes. */
function randomOf(seed) {
  let state = seed
  return (items) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return items[Math.floor((state / 2 ** 32) * items.length)]
  }
}

/** The path of a page in the folder. */
export function pagePath(number) {
  const folder = String(Math.floor(number / PAGES_OF_A_FOLDER)).padStart(3, '0')
  return `part-${folder}/page-${number}.md`
}

/** Writes `count` pages below `folder`. */
export function writePages(folder, count) {
  for (let number = 0; number < count; number++) {
    const path = join(folder, pagePath(number))
    if (number % PAGES_OF_A_FOLDER === 0) mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, pageText(number, count))
  }
}

/** The source of a page. */
export function pageText(number, count) {
  const pick = randomOf(20_261 + number)
  const parts = [`---\ntitle: Page ${number}\ndescription: What page ${number} says of ${pick(WORDS)}.\n---`]
  for (let section = 0; section < 6; section++) {
    parts.push(`## The ${pick(WORDS)} and the ${pick(WORDS)} of ${number}`, paragraph(pick), paragraph(pick))
    if (section < 3) parts.push(CODE[section](`${pick(WORDS)}${number}`, `${pick(WORDS)}${section}`))
  }
  const rows = WORDS.slice(0, 4).map((word) => `| \`${word}${number}\` | ${pick(OBJECTS).replace('\n', ' ')} |`)
  parts.push(['| name | what it is |', '|---|---|', ...rows].join('\n'))
  const next = number + 1 < count && (number + 1) % PAGES_OF_A_FOLDER !== 0 ? number + 1 : number
  parts.push(`See [the next page](./page-${next}.md).`)
  return `${parts.join('\n\n')}\n`
}

function paragraph(pick) {
  const sentence = () => {
    const text = `${pick(SUBJECTS)} ${pick(VERBS)} ${pick(OBJECTS)} ${pick(ENDS)}, and \`${pick(WORDS)}\` is **${pick(WORDS)}**.`
    return text.charAt(0).toUpperCase() + text.slice(1).replaceAll('\n', ' ')
  }
  return `${sentence()} ${sentence()} ${sentence()} ${sentence()}`
}

const fence = (lang, code) => `\`\`\`${lang}\n${code}\n\`\`\``
const CODE = [
  (a, b) =>
    fence(
      'rust',
      `use std::collections::HashMap;

pub struct Store {
    ${a}: HashMap<String, Vec<u8>>,
}

impl Store {
    /// The value of a name.
    pub fn ${b}(&self, key: &str) -> Option<&Vec<u8>> {
        self.${a}.get(key)
    }
}`,
    ),
  (a, b) =>
    fence(
      'ts',
      `async function ${a}(url: string, limit = 20): Promise<string[]> {
  const ${b} = await fetch(url, { headers: { accept: 'application/json' } })
  if (!${b}.ok) throw new Error(\`status \${${b}.status}\`)
  return ((await ${b}.json()) as string[]).slice(0, limit)
}`,
    ),
  (a, b) =>
    fence(
      'python',
      `def ${a}(path, limit=100):
    """Yields the first lines of a file."""
    with open(path, encoding="utf-8") as ${b}:
        for number, line in enumerate(${b}):
            if number == limit:
                break
            yield line.rstrip()`,
    ),
]
