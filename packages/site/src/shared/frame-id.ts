/**
 * The ids of the frame's elements. Ingest allows no id of an author with this prefix (`frame-names.ts` there), so a heading
 * `#sidebar` cannot be confused with the sidebar.
 */
export const FRAME_ID = {
  app: 'docent:app',
  state: 'docent:state',
  content: 'docent:content',
  sidebar: 'docent:sidebar',
  contents: 'docent:contents',
  contentsTitle: 'docent:contents-title',
  versions: 'docent:versions',
  languages: 'docent:languages',
  searchLimit: 'docent:search-limit',
  suggestions: 'docent:suggestions',
} as const
