/** The layers of the repository: allowed imports between packages, and between the folders of a package. */

export interface Layers {
  /** By package (folder below `packages/`), what it may import of the others. After `type `, types only. */
  packages: Readonly<Record<string, readonly string[]>>
  /**
   * By package and folder below its `src/`, the other folders that the folder may import. A folder includes its
   * subfolders, unless these have a row of their own. Files directly in `src/` and folders without a row have no rule.
   */
  folders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

/** `layers.test.ts` checks that the sources keep to these, tests apart. */
export const LAYERS: Layers = {
  packages: {
    engine: [],
    client: ['type @docent/engine'],
    ingest: ['type @docent/engine'],
    dialog: ['type @docent/engine', '@docent/client'],
    server: ['@docent/engine'],
    opensearch: ['@docent/engine', '@docent/server/backend'],
    site: ['@docent/engine', '@docent/client', '@docent/dialog', 'type @docent/ingest', '@docent/ingest/below-root'],
    cli: [
      '@docent/engine',
      '@docent/client',
      '@docent/ingest',
      '@docent/ingest/below-root',
      '@docent/server',
      '@docent/server/private-files',
      '@docent/opensearch',
      '@docent/site',
    ],
  },
  folders: {
    engine: {
      analysis: [],
      query: ['analysis', 'segment'],
      ranking: ['analysis', 'segment', 'query'],
      result: ['analysis', 'segment', 'query', 'ranking'],
    },
    ingest: {
      folder: [],
      program: ['folder'],
      navigation: ['folder', 'program', 'markdown'],
      records: ['markdown', 'article'],
    },
    dialog: {
      languages: ['core'],
      core: ['languages'],
      react: ['core'],
      vanilla: ['core', 'react'],
    },
    server: {
      keys: ['wire'],
      http: ['node', 'keys', 'wire', 'backend'],
      embedded: ['node', 'keys', 'wire', 'backend'],
    },
    opensearch: {
      http: [],
    },
    cli: {
      eval: [],
      explain: ['eval'],
      indexing: ['eval'],
      commands: ['eval', 'explain', 'indexing'],
    },
  },
}
