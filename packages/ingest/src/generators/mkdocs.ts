/** MkDocs with its themes (Material, Read the Docs): `mkdocs.yml` is data. */
import { configurationIn, inside, layoutOf, readData, tableOf, textOf } from './configuration.ts'
import type { Generator } from './generator.ts'

/** MkDocs. */
export const mkdocs: Generator = {
  kind: 'mkdocs',
  folderSetting: 'docs_dir',
  locate(project) {
    const file = configurationIn(project, 'mkdocs.yml', 'mkdocs.yaml')
    if (file === undefined) return undefined
    const data = readData(file)
    return {
      ...layoutOf('mkdocs', inside(project, textOf(data.docs_dir) ?? 'docs'), project, file),
      configuration: { file, data },
      title: textOf(data.site_name),
      lang: textOf(tableOf(data.theme)?.language),
    }
  },
}
