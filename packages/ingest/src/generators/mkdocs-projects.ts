/** MkDocs with a project for each language (`docs/en/mkdocs.yml`, `docs/fr/mkdocs.yml`): together they are one site. */
import { basename, dirname } from 'node:path'
import { languageOf } from '../folder/place.ts'
import type { Layout, Root } from '../folder/site.ts'

/** The chosen project with the pages of its translations, whose folders are beside it. @param sites all projects that were found. */
export function withTranslations(chosen: Layout, sites: readonly Layout[]): Layout {
  const own = languageOf(basename(chosen.project))
  if (own === undefined || chosen.generator.kind !== 'mkdocs') return chosen
  const translations = sites.filter(
    ({ project, folder, generator }) =>
      generator.kind === 'mkdocs' && dirname(project) === dirname(chosen.project) && folder !== chosen.folder,
  )
  const roots = translations.flatMap(({ project, folder, configuration }): Root[] => {
    const name = basename(project)
    const lang = languageOf(name)
    return lang === undefined || configuration === undefined
      ? []
      : [{ folder, prefix: `/${name}`, lang, configuration }]
  })
  return {
    ...chosen,
    lang: chosen.lang ?? own,
    roots: [...chosen.roots, ...roots],
    configurations: [...chosen.configurations, ...translations.flatMap(({ configurations }) => configurations)],
  }
}
