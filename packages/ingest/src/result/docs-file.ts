/** Roles of the files of a docs folder: after a reading, each file has exactly one. */

/** All roles with their meanings, in the order of lists. */
export const FILE_ROLES = {
  page: 'a page of the site',
  partial: 'included or imported by pages, and no page itself',
  configuration: 'a configuration of the generator or of Docent that was read',
  asset: 'published: a page refers to it, or its folder is published whole',
  'left-out': 'not on the site, with a reason',
} as const

/** A role of a file. */
export type FileRole = keyof typeof FILE_ROLES

/** All reasons for leaving a file out: a name for one file and for several, and the explanation. The list is closed. */
export const LEFT_OUT = {
  draft: ['draft', 'drafts', '`draft: true` in its front matter; `docent` shows it, `docent serve` and `docent build` do not'],
  'not-rendered': ['not rendered', 'not rendered', 'its front matter, or a rule of the generator about it, keeps it off the site'],
  'generator-rule': ['no page of the generator', 'no pages of the generator', 'the generator makes no page of a file with this name or place'],
  computed: ['without a text of its own', 'without a text of their own', 'HTML whose whole content a template or a script makes, such as a list of all posts'],
  template: ['template', 'templates', "a generator's template or archetype"],
  'agent-notes': ['note for coding agents', 'notes for coding agents', '`AGENTS.md` or `CLAUDE.md` without front matter'],
  fragment: ['unused fragment', 'unused fragments', 'an underscore in its path, neither front matter nor a heading, and no page includes it'],
  'duplicate-address': ['duplicate address', 'duplicate addresses', 'other files have its address and that of its path'],
  'too-large': ['too large', 'too large', 'longer than the limit of a page'],
  unreadable: ['unreadable', 'unreadable', 'the system refuses to read it'],
  'bad-name': ['bad name', 'bad names', 'its name cannot be an address: longer than 250 bytes, with a backslash, or no Unicode'],
  outside: ['outside', 'outside', "a symbolic link that leads out of the project's folder"],
  private: ['private', 'private', 'its name, or the target of its link, is never read'],
  'linked-folder': ['linked folder', 'linked folders', 'a symbolic link to a folder that is around it, or that another link has as well'],
  'no-file': ['no file', 'no files', 'a socket, a pipe, a device, or a symbolic link without a target'],
  hidden: ['hidden', 'hidden', 'a name that begins with a dot, or a folder of installed packages, such as `node_modules`; a folder counts once'],
  closed: ["Docent's own", "Docent's own", "Docent's data folder, or the output of `docent build`; a folder counts once"],
  'unread-format': ['in another format', 'in other formats', 'documentation in a format that is not read, such as reStructuredText'],
  program: ['program file', 'program files', 'a program, a style or a template that no page refers to'],
  'not-linked': ['not linked', 'not linked', 'no page refers to it, and its folder is not published whole'],
} as const satisfies Record<string, readonly [one: string, several: string, meaning: string]> // prettier-ignore

/** A reason for leaving a file out. */
export type LeftOutReason = keyof typeof LEFT_OUT

/** A file of the docs with its role. */
export interface DocsFile {
  /** Relative to the docs folder, as in problems. A folder that is not read ends with a slash. */
  file: string
  role: FileRole
  /** Why it is left out; only with that role. */
  reason?: LeftOutReason
  /** The number of pages that include a partial; only with that role. */
  pages?: number
}
