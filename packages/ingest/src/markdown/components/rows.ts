/**
 * The components of the generators, each with its construct. To add a component, add a row. `docs/reference/components.md`
 * is printed from this table.
 *
 * Names count without case and hyphens. A name with a dot is looked up whole, then by its last part: `<Tabs.Tab>` is a
 * `Tab`. A row reads the attributes of its construct (`result/construct.ts`), or those that it names.
 */
import type { ComponentRow } from '../../result/construct.ts'

/** A row: the components' names and their generators, both separated by blanks. */
export interface TableRow extends ComponentRow {
  names: string
  of: string
}

/** The table, by construct. */
export const ROWS: readonly TableRow[] = [
  // Callouts.
  { names: 'Aside', of: 'Starlight', as: 'callout' },
  { names: 'Admonition', of: 'Docusaurus', as: 'callout' },
  { names: 'Callout', of: 'Nextra Fumadocs Mintlify Rspress Vocs Nuxt-UI Fern', as: 'callout' },
  { names: 'Alert', of: 'Nuxt-UI', as: 'callout' },
  { names: 'Note', of: 'Mintlify Nuxt-UI Fern', as: 'callout', is: 'note' },
  { names: 'Tip', of: 'Mintlify Nuxt-UI Fern', as: 'callout', is: 'tip' },
  { names: 'Info', of: 'Mintlify Fern', as: 'callout', is: 'info' },
  { names: 'Warning', of: 'Mintlify Nuxt-UI Fern', as: 'callout', is: 'warning' },
  { names: 'Caution', of: 'Nuxt-UI', as: 'callout', is: 'caution' },
  { names: 'Danger', of: 'Mintlify', as: 'callout', is: 'danger' },
  { names: 'Check', of: 'Mintlify Fern', as: 'callout', is: 'success' },
  { names: 'Success', of: 'Fern', as: 'callout', is: 'success' },
  { names: 'Error', of: 'Fern', as: 'callout', is: 'danger' },
  { names: 'Launch', of: 'Fern', as: 'callout', is: 'tip' },
  { names: 'Important', of: 'Starlight', as: 'callout', is: 'important' },
  { names: 'Banner', of: 'Nextra Fumadocs Mintlify', as: 'callout', is: 'info' },
  { names: 'Prompt', of: 'Mintlify Rspress', as: 'callout', is: 'example', title: 'description title', text: '' },

  // Tabs.
  { names: 'Tabs', of: 'Docusaurus Starlight Nextra Fumadocs Rspress Mintlify Nuxt-UI Fern', as: 'tabs' },
  { names: 'CodeBlockTabs', of: 'Fumadocs', as: 'tabs' },
  { names: 'TabItem', of: 'Docusaurus Starlight', as: 'tab' },
  { names: 'Tab Tabs.Tab', of: 'Nextra Fumadocs Rspress Mintlify Fern', as: 'tab' },
  { names: 'TabsItem', of: 'Nuxt-UI', as: 'tab' },
  { names: 'TabsContent CodeBlockTab', of: 'Fumadocs', as: 'tab' },
  { names: 'TabsList TabsTrigger CodeBlockTabsList CodeBlockTabsTrigger', of: 'Fumadocs', as: 'nothing' },
  { names: 'CodeGroupItem', of: 'VuePress', as: 'tab' },
  { names: 'View', of: 'Mintlify', as: 'tab' },
  { names: 'PageTabs', of: 'Rspress', as: 'tabs' },
  { names: 'PageTab', of: 'Rspress', as: 'tab' },

  // Steps.
  { names: 'Steps', of: 'Starlight Nextra Fumadocs Rspress Mintlify Nuxt-UI Vocs Fern', as: 'steps' },
  { names: 'Step', of: 'Fumadocs Mintlify Vocs Fern', as: 'step' },

  // Cards and columns.
  { names: 'Card', of: 'Starlight Nextra Fumadocs Rspress Mintlify Nuxt-UI Fern', as: 'card' },
  { names: 'Cards.Card', of: 'Nextra', as: 'card' },
  { names: 'LinkCard', of: 'Starlight Rspress', as: 'card' },
  { names: 'DocCard', of: 'Docusaurus', as: 'card' },
  { names: 'Tile', of: 'Mintlify', as: 'card' },
  { names: 'PageCard PageFeature', of: 'Nuxt-UI', as: 'card' },
  { names: 'VPCard', of: 'VuePress', as: 'card', text: 'desc', src: 'logo' },
  { names: 'CardGrid', of: 'Starlight', as: 'card-grid' },
  { names: 'Cards', of: 'Nextra Fumadocs Fern', as: 'card-grid' },
  { names: 'CardGroup', of: 'Mintlify Nuxt-UI Fern', as: 'card-grid' },
  { names: 'Columns', of: 'Mintlify', as: 'card-grid' },
  { names: 'PageGrid PageColumns', of: 'Nuxt-UI', as: 'card-grid' },
  { names: 'VPTeamMembers', of: 'VitePress', as: 'card-grid', items: 'members' },
  { names: 'VPFeatures', of: 'VitePress', as: 'card-grid', items: 'features' },
  { names: 'Column', of: 'Mintlify', as: 'column' },

  // Code.
  { names: 'Code', of: 'Starlight Nextra', as: 'code' },
  { names: 'CodeBlock', of: 'Docusaurus Mintlify VuePress Fern', as: 'code' },
  { names: 'DynamicCodeBlock ServerCodeBlock', of: 'Fumadocs', as: 'code' },
  { names: 'CodeBlockRuntime', of: 'Rspress', as: 'code' },
  { names: 'Mermaid', of: 'Nextra Fumadocs', as: 'code', is: 'mermaid', text: 'chart code' },
  { names: 'CodeGroup', of: 'Mintlify Nuxt-UI Fern', as: 'code-group' },
  { names: 'CodeTabs', of: 'VuePress', as: 'code-group' },
  { names: 'CodeBlocks', of: 'Fern', as: 'code-group' },
  { names: 'CodeTree', of: 'Nuxt-UI', as: 'code-group' },
  { names: 'RequestExample ResponseExample', of: 'Mintlify', as: 'code-group' },
  { names: 'PackageManagerTabs', of: 'Rspress', as: 'packages' },
  { names: 'PackageManagers', of: 'Starlight', as: 'packages' },
  { names: 'PmInstall', of: 'undocs', as: 'packages', text: 'name' },
  { names: 'PmRun', of: 'undocs', as: 'packages', is: 'run', text: 'script' },
  { names: 'PmX', of: 'undocs', as: 'packages', is: 'dlx', text: 'command' },
  { names: 'Listing', of: 'mdBook', as: 'listing' },
  { names: 'CodePreview CodeCollapse ProsePre', of: 'Nuxt-UI', as: 'content' },

  // Sections that open.
  { names: 'Accordion', of: 'Fumadocs Mintlify Fern', as: 'details' },
  { names: 'AccordionItem', of: 'Nuxt-UI', as: 'details' },
  { names: 'Collapsible', of: 'Nuxt-UI', as: 'details', title: 'name title label' },
  { names: 'Details', of: 'Docusaurus', as: 'details' },
  { names: 'Expandable', of: 'Mintlify', as: 'details' },
  { names: 'AccordionGroup', of: 'Mintlify Fern', as: 'content' },
  { names: 'Accordions', of: 'Fumadocs', as: 'content' },

  // APIs.
  { names: 'ParamField', of: 'Mintlify Fern', as: 'field', title: 'path query body header cookie name' },
  { names: 'ResponseField', of: 'Mintlify', as: 'field' },
  { names: 'Field', of: 'Nuxt-UI', as: 'field' },
  { names: 'FieldGroup', of: 'Nuxt-UI', as: 'content' },
  { names: 'Color', of: 'Mintlify', as: 'content' },
  { names: 'Color.Row', of: 'Mintlify', as: 'content', title: 'title' },
  { names: 'TypeTable', of: 'Fumadocs', as: 'fields' },
  { names: 'EndpointRequestSnippet EndpointResponseSnippet EndpointSchemaSnippet WebhookPayloadSnippet', of: 'Fern', as: 'code', text: 'endpoint webhook' },

  // Colours.
  { names: 'Color.Item', of: 'Mintlify', as: 'swatch' },

  // File trees.
  { names: 'FileTree', of: 'Starlight Nextra', as: 'file-tree' },
  { names: 'Files', of: 'Fumadocs Fern', as: 'file-tree' },
  { names: 'Tree', of: 'Mintlify', as: 'file-tree' },
  { names: 'Folder FileTree.Folder Tree.Folder', of: 'Nextra Fumadocs Mintlify Fern', as: 'folder' },
  { names: 'File FileTree.File Tree.File', of: 'Nextra Fumadocs Mintlify Fern', as: 'file' },

  // Images, videos, frames.
  { names: 'Image', of: 'Docusaurus Starlight Nextra Fumadocs Rspress', as: 'image' },
  { names: 'Img', of: 'Nextra', as: 'image' },
  { names: 'ImageZoom', of: 'Nextra Fumadocs', as: 'image' },
  { names: 'Picture', of: 'Starlight', as: 'image' },
  { names: 'ThemedImage IdealImage', of: 'Docusaurus', as: 'image' },
  { names: 'VPImage', of: 'VitePress', as: 'image' },
  { names: 'NuxtImg NuxtPicture ColorModeImage', of: 'Nuxt-UI', as: 'image', src: 'src light' },
  { names: 'Frame', of: 'Mintlify Fern', as: 'frame' },
  { names: 'Figure', of: 'Starlight', as: 'frame' },
  { names: 'YouTube', of: 'Starlight VuePress', as: 'embed', base: 'https://www.youtube.com/watch?v=', src: 'id videoId video src url' },
  { names: 'YouTubeVideo', of: 'VitePress', as: 'embed', base: 'https://www.youtube.com/watch?v=', src: 'videoId id src url' },
  { names: 'Vimeo', of: 'Starlight', as: 'embed', base: 'https://vimeo.com/', src: 'id videoId video src url' },
  { names: 'Tweet', of: 'Starlight', as: 'embed', base: 'https://x.com/i/status/', src: 'id url' },
  { names: 'BiliBili', of: 'VuePress', as: 'embed', base: 'https://www.bilibili.com/video/', src: 'bvid id url' },
  { names: 'Video', of: 'Mintlify Nextra Nuxt-UI', as: 'embed', title: 'title caption' },
  { names: 'iframe', of: 'HTML', as: 'embed' },
  { names: 'Embed', of: 'Fern', as: 'embed' },
  { names: 'ReactPlayer', of: 'Docusaurus', as: 'embed', src: 'url src' },
  { names: 'PDF VidStack ArtPlayer', of: 'VuePress', as: 'embed', src: 'url src' },

  // In the text.
  { names: 'Badge', of: 'Starlight VitePress VuePress Rspress Mintlify Nuxt-UI Fern', as: 'badge' },
  { names: 'Tag', of: 'Rspress', as: 'badge', title: 'tag text label' },
  { names: 'Kbd', of: 'Nuxt-UI', as: 'key' },
  { names: 'Tooltip', of: 'Mintlify Fern', as: 'tooltip' },
  { names: 'LinkButton', of: 'Starlight', as: 'button' },
  { names: 'Button', of: 'Rspress Nuxt-UI Vocs Fern', as: 'button' },
  { names: 'VPButton', of: 'VitePress', as: 'button' },
  { names: 'Link', of: 'Docusaurus Nextra Fumadocs Rspress', as: 'link' },
  { names: 'ReadMore', of: 'Docus undocs', as: 'link' },
  { names: 'VPLink', of: 'VitePress', as: 'link' },
  { names: 'RouteLink RouterLink', of: 'VuePress', as: 'link' },
  { names: 'AutoLink', of: 'VuePress', as: 'link', title: 'text', href: 'link' },
  { names: 'NuxtLink', of: 'Nuxt-UI', as: 'link' },
  { names: 'SourceCode', of: 'Rspress', as: 'link' },
  { names: 'Download', of: 'Fern', as: 'link', href: 'src href' },
  { names: 'GitHub.Repo', of: 'Mintlify', as: 'link', title: 'repo', href: 'repo', base: 'https://github.com/' },
  { names: 'Translate', of: 'Docusaurus', as: 'content' },

  // The rest of a page.
  { names: 'Update', of: 'Mintlify', as: 'update' },
  { names: 'TOCInline InlineTOC', of: 'Docusaurus Fumadocs', as: 'toc' },
  { names: 'Toc', of: 'Rspress VuePress', as: 'toc' },
  { names: 'DocCardList', of: 'Docusaurus', as: 'pages' },
  { names: 'DocsCategory', of: 'Fumadocs', as: 'pages' },
  { names: 'Overview', of: 'Rspress', as: 'pages' },
  { names: 'Catalog AutoCatalog', of: 'VuePress', as: 'pages' },
  { names: 'Panel', of: 'Mintlify', as: 'content' },
  { names: 'Visibility', of: 'Mintlify', as: 'content' },
  { names: 'If Indent Anchor StickyTable llms-ignore', of: 'Fern', as: 'content' },
  { names: 'Fragment', of: 'Docusaurus Starlight', as: 'content' },
  { names: 'Template', of: 'VitePress VuePress Fern', as: 'content' },
  { names: 'ClientOnly', of: 'VitePress VuePress Nuxt-UI', as: 'content' },
  { names: 'BrowserOnly', of: 'Docusaurus', as: 'content' },
  { names: 'NoSSR', of: 'Rspress', as: 'content' },
  { names: 'Center Bleed', of: 'Nextra', as: 'content' },
  { names: 'VPTeamPage VPTeamPageTitle VPTeamPageSection', of: 'VitePress', as: 'content' },
  { names: 'PageHero PageSection PageCTA', of: 'Nuxt-UI', as: 'content', title: 'title' },
  { names: 'Container Page PageBody', of: 'Nuxt-UI', as: 'content' },
  { names: 'HomePage.Root HomePage.Content HomePage.Tagline HomePage.Description HomePage.Buttons', of: 'Vocs', as: 'content' },
  { names: 'HomePage.Button', of: 'Vocs', as: 'button' },
  { names: 'HomePage.InstallPackage', of: 'Vocs', as: 'packages', text: 'name' },
  { names: 'HomePage.Logo', of: 'Vocs', as: 'nothing' },
  { names: 'Icon', of: 'Starlight Mintlify Nuxt-UI Fern', as: 'nothing' },
  { names: 'FontIcon ExternalLinkIcon', of: 'VuePress', as: 'nothing' },
  { names: 'Head', of: 'Docusaurus Rspress', as: 'nothing' },
  { names: 'llms-only', of: 'Fern', as: 'nothing' },
  { names: 'Script Style', of: 'Nextra', as: 'nothing' },
] // prettier-ignore
