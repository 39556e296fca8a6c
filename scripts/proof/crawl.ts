/**
 * Builds sites of real generators from docs folders, crawls them, and compares the records with the Markdown: sections
 * found with the right heading trail and anchor, words of navigation in records, verdicts. Then it crawls the output of
 * `docent build` and compares the answers of the two indexes.
 *
 * `npm run proof -- crawl [--site vitepress] [--sites directory] [--folders directory] [--queries directory] [--list] [--json]`.
 * `--site docent` compares only Docent's own output. `--queries` has files `NAME.queries.*.jsonl` for docs folders; the
 * project's own queries are always asked. `--folders` (several, or the environment variable `DOCENT_FOLDERS`) has the
 * docs folders; without one, nothing is built. `--sites` keeps the sites and their programs there and uses those that are
 * built; default: a temporary folder. The programs come from npm and PyPI: 2 GB, and some 15 minutes for all sites.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { builtSites, buildSite } from './crawl/build-site.ts'
import { crawlSite } from './crawl/crawl-site.ts'
import { RECIPES } from './crawl/recipes.ts'
import { evalFolders, measureOwnExport, type OwnExport } from './crawl/own-export.ts'
import { isOwnRight, isRight, printFindings, printOwn, printTable, type SiteResult } from './crawl/report.ts'

const { values } = parseArgs({
  options: {
    site: { type: 'string', multiple: true },
    sites: { type: 'string' },
    queries: { type: 'string' },
    folders: { type: 'string', multiple: true },
    kind: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    json: { type: 'boolean' },
  },
})
const folders = (values.folders ?? (process.env.DOCENT_FOLDERS === undefined ? [] : [process.env.DOCENT_FOLDERS])).map(
  (folder) => resolve(folder),
)
const directory = values.sites === undefined ? mkdtempSync(join(tmpdir(), 'docent-sites-')) : resolve(values.sites)
mkdirSync(directory, { recursive: true })
try {
  const isWanted = (name: string): boolean => values.site === undefined || values.site.includes(name)
  for (const [name, { source }] of Object.entries(RECIPES)) {
    if (!isWanted(name) || existsSync(join(directory, name, 'site.json'))) continue
    if (folders.some((folder) => existsSync(join(folder, source)))) buildSite(name, directory, folders)
    else {
      console.log(
        `Skipped: no directory of docs folders (--folders or DOCENT_FOLDERS) has "${source}", of which ${name} is built.`,
      )
      if (values.site !== undefined) process.exitCode = 1
    }
  }
  const results: SiteResult[] = []
  for (const site of builtSites(directory)) if (isWanted(site.name)) results.push(await crawlSite(site))
  const own: OwnExport[] = []
  if (isWanted('docent'))
    for (const folder of evalFolders(folders, values.queries)) own.push(await measureOwnExport(folder))
  if (values.json === true) console.log(JSON.stringify({ sites: results, own }, null, 2))
  else {
    if (values.list === true || values.kind !== undefined) printFindings(results, values.kind)
    printTable(results)
    printOwn(own, values.list === true)
  }
  if (!results.every(isRight) || !own.every(isOwnRight)) process.exitCode = 1
} finally {
  if (values.sites === undefined) rmSync(directory, { recursive: true, force: true })
}
