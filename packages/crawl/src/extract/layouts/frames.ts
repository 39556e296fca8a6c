/** Pages of frames. */
import type { Layout } from './layout.ts'

/** In the order in which they are tried. */
export const FRAMES: readonly Layout[] = [
  {
    // Pages of frames: menus, whose links open in another frame or in the window that opened them, and the page that divides the window.
    name: 'frames',
    marker:
      'frameset, body:has(a[onclick^="opener.location" i]), body:has(a[target]:not([target^="_"])):not(:has(a[href]:not([target]), a[target=blank i], a[target=new i], p, pre, dl, h1, main, article))',
    content: [],
    verified: true,
  },
  // The page of MadCap Flare in which a script shows topics.
  { name: 'flare-frame', marker: 'html[data-mc-runtime-file-type=Default]', content: [], verified: true },
]
