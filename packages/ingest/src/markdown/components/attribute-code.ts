/** Code in attributes of a component: commands for package managers, and texts of several lines. */
import type { Attributes, TreeNode } from '../tree.ts'
import { packageTabs } from './package-managers.ts'

/** Names of attributes that hold a command for the tool of that name. */
const TOOLS = new Set(['npm', 'npx', 'pnpm', 'yarn', 'bun', 'deno', 'cargo', 'pip', 'uv', 'poetry', 'conda', 'brew'])

/** The code of a component: tabs if two or more attributes are commands, else a block for each text of several lines. */
export function codeIn(attributes: Attributes, line: number | undefined): TreeNode[] {
  const texts = Object.entries(attributes).flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value] as const] : [],
  )
  const commands = texts.filter(([name]) => TOOLS.has(name))
  if (commands.length > 1)
    return packageTabs(
      commands.map(([name, value]) => [name, value.trim().replaceAll(/\n[ \t]+/g, '\n')] as const),
      line,
    )
  return texts
    .filter(([, value]) => isCode(value))
    .map(([, value]): TreeNode => ({
      type: 'code',
      lang: null,
      meta: null,
      value: dedented(value),
      ...(line === undefined ? {} : { line }),
    }))
}

/** Whether a text has several lines, or one on a line of its own. Markup, such as the text of an SVG file, is to be drawn. */
function isCode(value: string): boolean {
  return value.includes('\n') && !value.trimStart().startsWith('<')
}

/** The lines without the indentation that all of them have, and without blank ones around them. */
function dedented(value: string): string {
  const lines = value
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .split('\n')
  const indents = lines.filter((one) => one.trim() !== '').map((one) => one.length - one.trimStart().length)
  const indent = indents.reduce((least, one) => Math.min(least, one), Infinity)
  return lines.map((one) => one.slice(indent)).join('\n')
}
