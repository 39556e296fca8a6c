/** Commands of npm as other package managers write them. */
import type { TreeNode } from '../tree.ts'
import { text } from '../tree.ts'
import { groupTabs, tab } from './tab-group.ts'

/** A command for each package manager, by name. */
export type Commands = readonly (readonly [name: string, command: string])[]

/** Tabs of commands. */
export function packageTabs(commands: Commands, line: number | undefined): TreeNode[] {
  const blocks = commands.map(([name, value]): TreeNode => {
    const code: TreeNode = { type: 'code', lang: 'sh', meta: null, value, ...(line === undefined ? {} : { line }) }
    return tab([text(name)], [code], line, false)
  })
  return groupTabs(blocks, 'packages').map((group) => {
    if (group.data?.hProperties !== undefined) group.data.hProperties.className = ['tabs', 'code-group']
    return group
  })
}

/** The block of commands for each package manager. A line without a command is a list of packages to install. */
export function packageCommands(source: string): Commands {
  const lines = source.trimEnd().split('\n')
  return ['npm', 'pnpm', 'yarn', 'bun'].map((name) => [name, lines.map((line) => commandFor(line, name)).join('\n')])
}

const WORDS: Record<string, { add: string; install: string; run: string; execute: string; create: string; remove: string; dev: string }> = {
  pnpm: { add: 'pnpm add', install: 'pnpm install', run: 'pnpm', execute: 'pnpm dlx', create: 'pnpm create', remove: 'pnpm remove', dev: '-D' },
  yarn: { add: 'yarn add', install: 'yarn install', run: 'yarn', execute: 'yarn dlx', create: 'yarn create', remove: 'yarn remove', dev: '--dev' },
  bun: { add: 'bun add', install: 'bun install', run: 'bun run', execute: 'bunx', create: 'bun create', remove: 'bun remove', dev: '--dev' },
} // prettier-ignore

function commandFor(line: string, name: string): string {
  const [, space = '', written = ''] = /^(\s*)([^]*)$/.exec(line) ?? []
  if (written === '' || written.startsWith('#')) return line
  const isCommand = /^(?:npm|npx|yarn|pnpm|bun|bunx|cd|node|git|echo|mkdir|curl)(?:\s|$)/.test(written)
  const command = isCommand ? written : `npm i ${written}`
  const words = WORDS[name]
  if (words === undefined) return space + command
  const [tool = '', verb = '', ...rest] = command.split(/\s+/)
  const joined = (...parts: string[]): string => space + parts.filter((part) => part !== '').join(' ')
  if (tool === 'npx') return joined(words.execute, verb.replace(/^(?:--yes|-y)$/, ''), ...rest)
  if (tool !== 'npm') return line
  const options = rest
    .map((word) => (/^(?:-D|--save-dev)$/.test(word) ? words.dev : word))
    .filter((word) => !/^(?:-S|--save|--)$/.test(word))
  if (/^(?:i|install|add)$/.test(verb)) return joined(rest.length === 0 ? words.install : words.add, ...options)
  if (verb === 'ci') return joined(words.install, '--frozen-lockfile')
  if (/^(?:create|init)$/.test(verb)) return joined(words.create, ...options)
  if (/^(?:un|uninstall|remove|rm)$/.test(verb)) return joined(words.remove, ...options)
  if (verb === 'exec') return joined(words.execute, ...options)
  if (verb === 'run' || verb === 'run-script') return joined(words.run, ...rest.filter((word) => word !== '--'))
  return joined(name, verb, ...rest)
}
