/**
 * The constructs that a component can mean, and the attributes that each reads. A row of the table (`rows.ts`), or of a
 * project's configuration, names a construct and may name other attributes.
 */

/** Parts of a construct that come from attributes. */
export const ROLES = ['title', 'text', 'href', 'src', 'type', 'lang', 'items', 'group', 'open'] as const

/** One of `ROLES`. */
export type Role = (typeof ROLES)[number]

/** Names of attributes by role, separated by blanks; the first one that a tag has counts. */
export type RoleNames = { readonly [role in Role]?: string }

/** A construct: its description for the documentation, and the attributes that it reads. */
export interface ConstructEntry extends RoleNames {
  meaning: string
}

const LINK = 'href link to url'
const TEXT = 'description details content'

/** Every construct. `is` in a row sets its type: of a callout, or the language of code. */
export const CONSTRUCTS = {
  badge: { meaning: 'a badge in the text', title: 'text label', type: 'type variant color intent' },
  button: { meaning: 'a button that links', title: 'text label title', href: LINK, type: 'variant theme type' },
  callout: { meaning: 'a callout of a type (`note`, `tip`, `warning`, …)', title: 'title heading label', type: 'type kind intent variant', text: TEXT },
  card: { meaning: 'a card; one with a link is a link as a whole', title: 'title name heading headline label', href: LINK, src: 'img image src cover', text: `${TEXT} text` },
  'card-grid': { meaning: 'cards or columns beside each other', items: 'items cards members features' },
  code: { meaning: 'a block of code', title: 'title filename file name', lang: 'lang language', text: 'code' },
  'code-group': { meaning: 'blocks of code as tabs', group: 'syncKey groupId group sync' },
  column: { meaning: 'one of the columns in a grid' },
  content: { meaning: 'the content alone', title: '' },
  details: { meaning: 'a section that opens', title: 'title summary label', open: 'defaultOpen open', text: TEXT },
  embed: { meaning: 'a player of a video file, or a link to another page', title: 'title name', src: 'src url href link id' },
  field: { meaning: 'a parameter or a property: name, type, whether it is required, default', title: 'name', type: 'type', text: TEXT },
  fields: { meaning: 'parameters from an object', items: 'type items' },
  file: { meaning: 'a file of a file tree', title: 'name title label' },
  'file-tree': { meaning: 'a tree of files', title: 'title' },
  folder: { meaning: 'a folder of a file tree', title: 'name title label' },
  frame: { meaning: 'a figure with a caption', title: 'caption title', text: 'hint' },
  image: { meaning: 'an image', title: 'alt', src: 'src image img source sources srcLight', text: 'caption' },
  key: { meaning: 'a key of the keyboard', title: 'value label' },
  link: { meaning: 'a link', title: 'text title label name', href: LINK },
  listing: { meaning: 'a numbered listing with a caption', title: 'caption', src: 'file-name', group: 'number' },
  nothing: { meaning: 'nothing: it shows an icon, or belongs to the page around the text' },
  pages: { meaning: 'cards of the pages below this one' },
  packages: { meaning: "a command for each package manager, as tabs", text: 'command pkg' },
  step: { meaning: 'one step', title: 'title label name' },
  steps: { meaning: 'numbered steps' },
  swatch: { meaning: 'a colour with its name', title: 'name title', src: 'value color colour' },
  tab: { meaning: 'one tab', title: 'label title name', text: 'value' },
  tabs: { meaning: 'tabs', group: 'syncKey groupId group sync', items: 'items values', open: 'defaultValue' },
  toc: { meaning: "the page's table of contents" },
  tooltip: { meaning: 'a word with an explanation', title: 'headline', text: 'tip content text', href: LINK },
  update: { meaning: 'an entry of a change log, with a heading', title: 'label title version', text: 'description date', items: 'tags' },
} as const satisfies Record<string, ConstructEntry> // prettier-ignore

/** The name of a construct. */
export type Construct = keyof typeof CONSTRUCTS

/** The names of all constructs, for the configuration. */
export const CONSTRUCT_NAMES = Object.keys(CONSTRUCTS) as Construct[]

/** The construct and the attributes of a component. */
export interface ComponentRow extends RoleNames {
  as: Construct
  /** The type where the component's name decides it: of a callout, or the language of code. */
  is?: string
  /** Prefix of a `src` or `href` that is no address: the site of a video's id. */
  base?: string
}
