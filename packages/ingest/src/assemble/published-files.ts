/** The published files of the docs: referenced ones, and those in folders that are published whole. */
import { encodePath } from '../folder/below-root.ts'
import type { FileEntry } from '../folder/list-files.ts'
import type { Asset } from '../result/page.ts'

/** Files that a page references, and files in folders that are published whole. */
export function listAssets(publicFiles: readonly FileEntry[], linked: ReadonlyMap<string, string>): Asset[] {
  const assets = new Map(publicFiles.map(({ path, absolute }) => [`/${path}`, absolute]))
  for (const [path, file] of linked) assets.set(path, file)
  return [...assets]
    .map(([path, file]) => ({ url: encodePath(path), path: file }))
    .sort((a, b) => (a.url < b.url ? -1 : 1))
}
