/**
 * The ids of all that stands around an article. Ingest lets no author's id begin like this (`frame-names.ts` there), so
 * what is looked up by such an id is the frame's, and a heading `#sidebar` is the heading.
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
