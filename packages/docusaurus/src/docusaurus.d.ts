/** The parts of Docusaurus that the theme uses; its packages are peers and not installed here. */

declare module '@docusaurus/router' {
  export function useHistory(): { push(path: string): void }
}

declare module '@docusaurus/useDocusaurusContext' {
  export default function useDocusaurusContext(): { siteConfig: { baseUrl: string } }
}

declare module '@docusaurus/useGlobalData' {
  /** The data that the plugin has set with `setGlobalData`. */
  export function usePluginData(name: string): unknown
}

declare module '@docusaurus/Translate' {
  export function translate(text: { id: string; message: string; description: string }): string
}

declare module '@docusaurus/plugin-content-docs/client' {
  /** `docs-PLUGIN-VERSION` for each docs plugin: its active, preferred or last version. */
  export function useDocsContextualSearchTags(): string[]
}

declare module '*.css'
