/** MyST (mystmd, Jupyter Book 2): `myst.yml` has the title, the pages that are left out, and the list of pages. */
import { readText } from '../folder/read-text.ts'
import type { Site } from '../folder/site.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import { tocSidebar } from '../navigation/toc-file.ts'
import { pathTest } from '../navigation/wildcard.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { configurationIn, layoutOf, readData } from './configuration.ts'
import type { Generator } from './generator.ts'

/** MyST. */
export const myst: Generator = {
  kind: 'myst',
  locate(project) {
    const file = configurationIn(project, 'myst.yml', 'myst.yaml')
    if (file === undefined) return undefined
    const data = readData(file)
    const own = tableOf(data.project) ?? {}
    const layout = layoutOf('myst', project, project, file)
    const variables = Object.entries({ ...tableOf(data.substitutions), ...tableOf(own.substitutions) }).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return {
      ...layout,
      configuration: { file, data },
      title: textOf(tableOf(data.site)?.title) ?? textOf(own.title),
      syntax: { ...layout.syntax, variables: Object.fromEntries(variables) },
    }
  },
  isPage(path, site) {
    const exclude = [tableOf(site.configuration?.data.project)?.exclude ?? []].flat()
    const patterns = exclude.filter((one) => typeof one === 'string').map((one) => one.replace(/^\.?\//, ''))
    const tests = patterns.flatMap((one) => [pathTest(`/${one}`), pathTest(`/${one}/**`)])
    return !path.startsWith('_build/') && !tests.some((matches) => matches(`/${path}`))
  },
  configuration,
  reads: [
    '`myst.yml`: titles, `exclude`, `toc` and `substitutions`; `_toc.yml`',
    'the directives, roles and references of MyST; Markdown and notebooks',
  ],
  doesNotRead: ['`extends` and remote configurations', 'plugins', 'citations and bibliographies', 'outputs of cells'],
}

function configuration({ home, configuration: own }: Site): SiteConfiguration | undefined {
  if (own === undefined) return undefined
  const listed = tableOf(own.data.project)?.toc
  const file = listed === undefined ? configurationIn(home, '_toc.yml') : own.file
  const toc = file === undefined ? undefined : (listed ?? readData(file))
  return {
    files: file === undefined ? [] : [file],
    faults: [],
    links: [],
    sidebar: (context) =>
      file === undefined ? undefined : tocSidebar(toc, { file, source: readText({ absolute: file }) }, context),
  }
}
