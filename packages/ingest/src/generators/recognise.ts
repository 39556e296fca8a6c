/** Recognises the generator of one folder, and joins a project with the repository around it. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Layout } from '../folder/site.ts'
import { GENERATORS } from './all.ts'

/** Folders in which repositories keep the project of a generator, in order of preference. */
export const PROJECTS = [
  'docs',
  'website',
  'site',
  'doc',
  'documentation',
  'www',
  'apps/docs',
  'packages/docs',
  'docs/site',
]

/** Folders above the named one in which a configuration is looked for. */
export const LEVELS_ABOVE = 4

/** The first generator whose files are in a folder. */
export function recognisedIn(project: string, around = repositoryOf(project)): Layout | undefined {
  for (const generator of GENERATORS) {
    const layout = generator.locate(project, around)
    if (layout !== undefined) return layout
  }
  return undefined
}

/** The repository around a folder: the nearest folder with `.git`, else the folder itself. */
export function repositoryOf(folder: string): string {
  for (let [at, level] = [folder, 0]; level <= LEVELS_ABOVE; [at, level] = [dirname(at), level + 1])
    if (existsSync(join(at, '.git'))) return at
  return folder
}

/** Extends the project to a folder around it. */
export function extended(layout: Layout, named: string): Layout {
  const { file } = layout.generator
  const inner = layout.project.slice(named.length + 1).replaceAll('\\', '/')
  const generator = file === undefined ? layout.generator : { ...layout.generator, file: `${inner}/${file}` }
  return { ...layout, generator, project: named }
}
