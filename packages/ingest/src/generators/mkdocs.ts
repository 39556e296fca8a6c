/** MkDocs with its themes (Material, Read the Docs): `mkdocs.yml` is data. */
import { configurationIn, inside, layoutOf, readData, tableOf, textOf } from './configuration.ts'
import { readText } from '../folder/list-files.ts'
import type { Generator } from './generator.ts'
import { mkdocsSlugs } from './slug-settings.ts'

/** MkDocs. */
export const mkdocs: Generator = {
  kind: 'mkdocs',
  folderSetting: 'docs_dir',
  locate(project) {
    const file = configurationIn(project, 'mkdocs.yml', 'mkdocs.yaml')
    if (file === undefined) return undefined
    const data = readData(file)
    const layout = layoutOf('mkdocs', inside(project, textOf(data.docs_dir) ?? 'docs'), project, file)
    return {
      ...layout,
      syntax: { ...layout.syntax, slugs: mkdocsSlugs(readText({ absolute: file })) },
      configuration: { file, data },
      title: textOf(data.site_name),
      lang: textOf(tableOf(data.theme)?.language),
    }
  },
}
