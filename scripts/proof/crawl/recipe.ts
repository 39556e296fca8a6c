/** A site of a real generator: the docs folder, our small configuration for it, and the commands that build it. */

/** The programs of a generator, with exact versions, in a folder of their own. */
export interface Tool {
  /** Packages of npm, `name@version`. */
  npm?: readonly string[]
  /** Packages of PyPI, `name==version`, in a virtual environment `env`. */
  pypi?: readonly string[]
  /** Programs of crates.io, `name@version`, in `bin`; they are compiled. */
  cargo?: readonly string[]
}

/** How one site is made. */
export interface Recipe {
  /** Name of the generator with its theme, as the table prints it. */
  generator: string
  /** Key of `TOOLS`. */
  tool: string
  /** Docs folder below one of the directories that are given to the proof: `vite/docs`. */
  source: string
  /** Files that are written over the copy of the source: the generator's configuration. */
  files?: Readonly<Record<string, string>>
  /** Replacements in copied files; each must match. */
  edits?: readonly { file: string; find: RegExp; by: string }[]
  /** Replacements in all pages. */
  everyPage?: readonly { find: RegExp; by: string }[]
  /** Paths of the copy that are deleted: pages that need programs that the docs folder does not have. */
  leaveOut?: readonly string[]
  /** Component file with which missing imports of pages are replaced; by the ending of the import. */
  stubs?: Readonly<Record<string, string>>
  /** The text that is added to such a file for each named import `NAME`. */
  stubName?: string
  /** The command, with its folder below the copy. `{tool}` is the tool's folder, `{out}` the absolute output folder. */
  build: { command: readonly string[]; folder?: string; environment?: Readonly<Record<string, string>> }
  /** Output folder below the copy, where the command has no option for it. */
  out?: string
  /** The docs folder that ingest reads, below the copy; default: its top. */
  docs?: string
  /** Key of `MEMBERS` for an API reference, whose expected sections come from its search index. */
  reference?: string
  /** Path of the site on its host; default `/`. */
  base?: string
}

/** The origin that configurations name; the proof's server replaces it by its own. */
export const ORIGIN = 'https://docs.example.com'
