/** Links of sources whose targets exist on disk, found without ingest's code. */
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decode } from '../decode.ts'
import type { Project } from './recognise.ts'
import { lineFinder } from './blank-spans.ts'
import type { Scanned } from './scan-source.ts'

/** A link or an image as written, with the existing file (absolute) that it means. */
export interface SourceTarget {
  url: string
  line: number
  image: boolean
  file: string
  /** Without `#`; empty for none. */
  anchor: string
}

const LINKS = [
  /(!?)\[(?:[^[\]]|\[[^\]]*\])*\]\(\s*(?:<([^>\n]+)>|([^\s()<>]+(?:\([^\s()]*\)[^\s()]*)?))/g,
  /<(?!use\b)(img|Image|video|source)?\b[^<>]*?\s(?:href|src)=["']([^"'{}\n]+)["']/g,
]

const PAGE_ENDINGS = [
  '',
  '.md',
  '.mdx',
  '.markdown',
  '.qmd',
  '/index.md',
  '/index.mdx',
  '/README.md',
  '/readme.md',
  '/_index.md',
  '/page.mdx',
  '/page.md',
]

const PUBLIC = ['public', 'static', '.vuepress/public', '.vitepress/public', 'docs/public', 'src/public']

/** The links of a page whose targets exist. @param file absolute. */
export function existingTargets(scanned: Scanned, file: string, project: Project): SourceTarget[] {
  const prose = scanned.lines.join('\n')
  const lineAt = lineFinder(prose)
  const found: SourceTarget[] = []
  for (const pattern of LINKS)
    for (const hit of prose.matchAll(pattern)) {
      // docsify shows the file in place of such a link.
      if (project.kind === 'docsify' && /^[^)\n]*':include/.test(prose.slice(hit.index + hit[0].length))) continue
      const url = hit[2] ?? hit[3] ?? ''
      if (url === '' || /[·{}$]|^[a-z][a-z\d+.-]*:|^\/\/|^#/i.test(url)) continue
      const [path = '', anchor = ''] = url.split('#')
      const target = fileOf(decode(path.replace(/\?.*$/, '')), file, project)
      if (target === undefined) continue
      const image = hit[1] === '!' || /^(?:img|Image|video|source)$/.test(hit[1] ?? '')
      found.push({ url, line: lineAt(hit.index), image, file: target, anchor: decode(anchor) })
    }
  return found
}

/** The file that a path of a link means: from the page's folder, from its address, or from the top of the site. */
function fileOf(path: string, file: string, { top, roots, folder }: Project): string | undefined {
  const tops = [...roots, top, folder].flatMap((root) => [root, ...PUBLIC.map((name) => join(root, name))])
  const bare = file.replace(/\.\w+$/, '')
  const site = path.replace(/^(?:@site|~)\//, '/')
  const bases = site.startsWith('/') ? tops : [dirname(file), bare]
  for (const base of bases)
    for (const ending of PAGE_ENDINGS) {
      const name = join(base, site.replace(/\.html?$/, '').replace(/\/$/, '')) + ending
      const target = ending === '' ? join(base, site) : name
      if (!target.startsWith(`${folder}/`) || !isOpen(target.slice(folder.length))) continue
      if (existsSync(target) && statSync(target).isFile()) return target
    }
  return undefined
}

/** Whether no part of a path is a dot-folder, but for folders of assets that a generator publishes. */
function isOpen(path: string): boolean {
  return path
    .replace(/\/\.(?:gitbook\/assets|vuepress\/public|vitepress\/public)\//, '/')
    .split('/')
    .every((part) => !part.startsWith('.'))
}
