/** The manifests of the packages: in the repository, where they point at sources, and as they are published. */

/** A target of `exports`: a path, or paths by condition. */
export type ExportTarget = string | { [condition: string]: ExportTarget }

export interface Manifest {
  name: string
  version: string
  private?: boolean
  description?: string
  license?: string
  repository?: unknown
  files?: string[]
  exports?: Record<string, ExportTarget>
  bin?: Record<string, string>
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  publishConfig?: Record<string, unknown>
}

/** The parts of a published manifest that the manifest in the repository cannot know. */
export interface Publication {
  /** Names of the entries of the published folder. */
  files: readonly string[]
  /** Replaces the dependencies, if the package is a bundle of most of them. */
  dependencies?: Record<string, string> | undefined
  /** Web address of the repository without `.git`; absent if the project has none. */
  repository?: string | undefined
  /** The package's folder, from the root of the repository. */
  directory: string
}

/**
 * The published manifest. In the repository `exports` and `bin` point at TypeScript sources, which Node runs directly; under
 * `node_modules` Node strips no types, so the published ones point at the compiled files. `publishConfig` makes scoped packages
 * public and asks for a statement of provenance, which npm makes in CI and which needs `repository`.
 */
export function publishedManifest(source: Manifest, publication: Publication): Manifest {
  const { devDependencies: _, exports, bin, ...manifest } = source
  const { files, dependencies, repository, directory } = publication
  return {
    ...manifest,
    ...(repository !== undefined && {
      homepage: `${repository}/tree/HEAD/${directory}#readme`,
      bugs: `${repository}/issues`,
      repository: { type: 'git', url: `git+${repository}.git`, directory },
    }),
    files: [...files].sort(),
    // Tools and adapters look for the manifest of a package by this name.
    exports: { ...(exports && mapValues(exports, publishedExport)), './package.json': './package.json' },
    ...(bin && { bin: mapValues(bin, publishedPath) }),
    ...(dependencies && { dependencies }),
    publishConfig: { access: 'public', provenance: true },
  }
}

/** `./src/index.ts` → its compiled file and its types; a file that is not compiled keeps its name. */
function publishedExport(target: ExportTarget): ExportTarget {
  if (typeof target !== 'string') return mapValues(target, publishedExport)
  const path = publishedPath(target)
  const isCompiled = /(?<!\.d)\.tsx?$/.test(target)
  return isCompiled ? { types: path.replace(/\.js$/, '.d.ts'), default: path } : path
}

/** The published place of a source file: `src/index.ts` → `dist/index.js`, `src/dialog.css` → `dist/dialog.css`. */
export function publishedPath(path: string): string {
  const moved = path.replace(/(^|\/)src\//, '$1dist/')
  return path.endsWith('.d.ts') ? moved : moved.replace(/\.tsx?$/, '.js')
}

/** The paths that a manifest promises: of `exports` and of `bin`. */
export function promisedPaths({ exports = {}, bin = {} }: Manifest): string[] {
  const paths = (target: ExportTarget): string[] =>
    typeof target === 'string' ? [target] : Object.values(target).flatMap(paths)
  return [...Object.values(exports).flatMap(paths), ...Object.values(bin)]
}

function mapValues<From, To>(object: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}
