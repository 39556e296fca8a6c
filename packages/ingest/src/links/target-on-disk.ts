/**
 * Targets of links by the files that their paths name: pages of other roots, and files outside the docs folder but
 * inside the project (`../../assets/a.png`), which get a path of their own on the site.
 */
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileIn, isWithin, type Refusal } from '../folder/below-root.ts'
import type { LinkMap, LinkPlace } from './link-map.ts'

/** A page's URL, or a file with its decoded path on the site. */
export type DiskTarget = { page: string } | { path: string; file: string }

/** The place of a path: a folder and a name relative to it. `site` is the path on the site of a public folder's file. */
interface Place {
  folder: string
  name: string
  site?: string
}

/** Finds the file of a decoded path; else the reason why there is none. */
export function targetOnDisk(clean: string, at: LinkPlace, map: LinkMap): DiskTarget | Refusal {
  let reason: Refusal = 'missing'
  // Dots in place of an address are no hidden file.
  if (/^\.{3,}$/.test(clean)) return reason
  for (const { folder, name, site } of placesOf(clean, at, map)) {
    const found = fileIn(map.area, folder, name)
    if (typeof found === 'string') {
      const first = map.folders.get(resolve(folder, `./${name}`))
      if (first !== undefined) return { page: first }
      if (reason !== 'private') reason = found
      continue
    }
    const page = map.pageFiles.get(found.path)
    if (page !== undefined) return { page }
    const path = site ?? map.filePaths.get(found.path) ?? pathOutside(found.path, map.project)
    if (path !== undefined) return { path, file: found.path }
  }
  return reason
}

function placesOf(clean: string, at: LinkPlace, { publicFolders, aliases, project }: LinkMap): Place[] {
  const named = aliases.filter(({ prefix }) => clean.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`))
  const places: Place[] = named.map(({ prefix, folder }) => ({ folder, name: below(clean.slice(prefix.length)) }))
  // GitBook's `.gitbook/assets` is found wherever the path leads from its page.
  const page = join(at.root.folder, at.path)
  const ofOwnSite = aliases.filter(({ folder }) => isWithin(dirname(dirname(folder)), page))
  const inside = [...ofOwnSite, ...aliases].flatMap(({ prefix, folder, ofImports }): Place[] => {
    if (ofImports === true) return []
    const from = `/${clean}`.lastIndexOf(`/${prefix}/`)
    return from < 0 ? [] : [{ folder, name: clean.slice(from + prefix.length + 1) }]
  })
  // `@/` and `~/` without a configuration: a folder of the project around the docs, as Zola's `content`.
  const inProject = /^[@~]\//.test(clean)
    ? foldersAround(at.root.folder, project).map((folder) => ({ folder, name: clean.slice(2) }))
    : []
  // Other names with `@` are aliases of a bundler's, mostly of the folder of that name: `@public/a.png`.
  const [, alias = '', rest = ''] = /^@(?!site\/)([\w-]+)\/([^]+)$/.exec(clean) ?? []
  const byName = alias === '' ? [] : aliasPlaces(alias, rest, at, { publicFolders, project })
  const top = clean.replace(/^(?:@site|~)\//, '/')
  if (!top.startsWith('/'))
    return [
      { folder: dirname(join(at.root.folder, at.path)), name: clean },
      ...places,
      ...inside,
      ...inProject,
      ...byName,
      // Docusaurus also looks for a bare name of a file from the folder of the site: `docs/guide/a.mdx`.
      ...(/^[^.@~][^]*\.mdx?$/i.test(clean)
        ? foldersAround(at.root.folder, project).map((folder) => ({ folder, name: clean }))
        : []),
      // Components may complete a path without a slash in front: `useBaseUrl('img/a.png')`.
      ...(clean.startsWith('.') ? [] : publicFolders.map((folder) => ({ folder, name: clean, site: `/${clean}` }))),
      // Components of Astro complete the name of a picture from the folder of pictures.
      ...(/^[^.@~][^]*\.\w+$/.test(clean)
        ? foldersAround(at.root.folder, project).map((folder) => ({ folder: join(folder, 'src/assets'), name: clean }))
        : []),
    ]
  return [
    ...places,
    ...publicFolders.map((folder) => ({ folder, name: below(top), site: top })),
    ...inside,
    ...inProject,
  ]
}

function aliasPlaces(
  alias: string,
  rest: string,
  at: LinkPlace,
  { publicFolders, project }: Pick<LinkMap, 'publicFolders' | 'project'>,
): Place[] {
  const open = publicFolders.filter((folder) => basename(folder) === alias)
  return [
    ...open.map((folder) => ({ folder, name: rest, site: `/${rest}` })),
    ...foldersAround(at.root.folder, project).map((folder) => ({ folder, name: `${alias}/${rest}` })),
  ]
}

/** A folder and those around it within the project, the innermost first. */
function foldersAround(folder: string, project: string): string[] {
  const folders: string[] = []
  for (let at = folder; isWithin(project, at); at = dirname(at)) {
    folders.push(at)
    if (at === project) break
  }
  return folders
}

function below(path: string): string {
  return path.replace(/^\/+/, '')
}

/** The path on the site of a file outside the docs folder. Hosts may refuse names that begin with a dot. */
function pathOutside(file: string, project: string): string | undefined {
  if (!isWithin(project, file)) return undefined
  const segments = relative(project, file).replaceAll('\\', '/').split('/')
  return `/_docent/files/${segments.map((part) => part.replace(/^\./, '_')).join('/')}`
}
