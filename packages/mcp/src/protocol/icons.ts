/** Icons of the server and its tools: strokes of 24 units as data URLs, so that nothing is fetched. */
import type { Icon } from '@modelcontextprotocol/server'

function icon(path: string): Icon[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#0e7490" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`
  return [
    {
      src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
      mimeType: 'image/svg+xml',
      sizes: ['any'],
    },
  ]
}

/** The icons of the site and of each tool, in the form of the protocol. */
export const ICONS = {
  docs: icon('M4 5a2 2 0 0 1 2-2h13v18H6a2 2 0 0 1-2-2zM8 7h7M8 11h7'),
  search: icon('M16 16l5 5M18 10.500a7.500 7.500 0 1 1-15 0 7.500 7.500 0 0 1 15 0z'),
  read: icon('M14 3H6v18h12V7zM14 3v4h4M9 12h6M9 16h6'),
  outline: icon('M4 6h16M8 12h12M12 18h8'),
} as const
