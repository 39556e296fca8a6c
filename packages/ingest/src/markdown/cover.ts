/** docsify's cover (`_coverpage.md`) as the head of the landing page. */
import type { Home, HomeAction } from '../result/page.ts'
import { docsifyLines } from './docsify.ts'
import { htmlText } from './html-token.ts'
import { LIMITS } from '../limits/limits.ts'
import { parseMarkdown } from './parse.ts'
import { inlineText } from './plain-text.ts'
import { sourceLines } from './source-line.ts'
import { pageSyntax } from '../folder/page-syntax.ts'
import type { TreeNode } from './tree.ts'

/** The head: an image, a heading, a quote as the tagline, a list as features, links as actions. */
export function readCover(source: string): Home {
  const none = {
    syntax: pageSyntax('docsify'),
    read: () => 'missing' as const,
    report: () => undefined,
    budget: { includes: 0, units: 0, read: 0 },
  }
  const lines = docsifyLines(sourceLines(source.slice(0, LIMITS.frontMatterUnits)), none)
  const home: Home = { title: '', text: '', tagline: '', actions: [], features: [] }
  for (const node of parseMarkdown(lines.map(({ text }) => text).join('\n'), () => 1).children ?? []) {
    if (node.type === 'heading') home.title ||= titleOf(node)
    else if (node.type === 'blockquote') home.tagline ||= inlineText([node])
    else if (node.type === 'list')
      home.features.push(...(node.children ?? []).map((item) => ({ title: inlineText([item]), details: '' })))
    else if (node.type === 'paragraph') readParagraph(node, home)
  }
  return home
}

function titleOf(node: TreeNode): string {
  return htmlText(inlineText((node.children ?? []).filter((_, at) => !isSmall(node.children ?? [], at))))
    .replace(/\{#[\w-]+\}$/, '')
    .trim()
}

/** Whether a node is inside `<small>`, which holds a version. */
function isSmall(nodes: TreeNode[], at: number): boolean {
  const tags = nodes.slice(0, at + 1).filter(({ type, value }) => type === 'html' && /^<\/?small/.test(value ?? ''))
  return tags.at(-1)?.value?.startsWith('<small') === true
}

/** An image alone is the logo, links are actions; a cover's background (`![color](#fff)`) is left out. */
function readParagraph(node: TreeNode, home: Home): void {
  for (const child of node.children ?? []) {
    if (child.type === 'link') home.actions.push(actionOf(child, home.actions.length === 0))
    else if (
      child.type === 'image' &&
      !/^(?:color|)$/.test(child.alt ?? '') &&
      home.image === undefined &&
      child.url !== undefined
    )
      home.image = child.url
  }
  const hasParts = (node.children ?? []).some(({ type }) => type === 'link' || type === 'image')
  if (!hasParts) home.text ||= inlineText([node])
}

function actionOf(link: TreeNode, primary: boolean): HomeAction {
  return { text: inlineText(link.children), url: link.url ?? '', primary }
}
