/** Chirpy: `media_subpath` (earlier `img_path`) of the front matter is the folder of a page's relative images. */
import type { TreeNode } from './tree.ts'
import { walk } from './tree.ts'

/** Puts the folder before the relative addresses of images, in place. */
export function placeMedia(root: TreeNode, { media_subpath: media, img_path: images }: Record<string, unknown>): void {
  const folder = typeof media === 'string' ? media : images
  if (typeof folder !== 'string') return
  const start = folder.endsWith('/') ? folder : `${folder}/`
  walk(root, (node) => {
    const url = node.type === 'image' ? node.url : undefined
    if (url !== undefined && !/^(?:[/#]|[a-z][a-z\d+.-]*:)/i.test(url)) node.url = start + url
  })
}
