/** Tabs for package managers, which generators make from one command of npm. */
import type { Kind } from './recognise.ts'

/** The number of tabs that a code block with a command of npm becomes; 0 for another block. */
export function packageTabsOf(info: string, kind: Kind): number {
  const [language = '', ...options] = info.split(/\s+/)
  const isCommand =
    kind === 'fumadocs'
      ? language === 'npm' || language === 'package-install'
      : (kind === 'docusaurus' || kind === 'nextra') && options.some((option) => option.startsWith('npm2yarn'))
  // npm, yarn, pnpm and bun.
  return isCommand ? 4 : 0
}

/** Rspress' tabs for package managers: where they begin, and their number. */
export function packageManagerTabs(prose: string): { at: number; count: number }[] {
  return [...prose.matchAll(/<PackageManagerTabs\b(?:\s+command=\{\{([^{}]*)\}\})?/g)].map((hit) => ({
    at: hit.index,
    // npm, yarn, pnpm and bun without an object with a command for each.
    count: hit[1] === undefined ? 4 : [...hit[1].matchAll(/(?:^|[,{\n])\s*["']?\w+["']?\s*:/g)].length,
  }))
}
