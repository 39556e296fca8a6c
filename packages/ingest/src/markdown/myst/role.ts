/**
 * MyST's roles, `{name}` before a code span, and its links: `[](#label)`, `<project:page.md>`, `inv:` references to
 * other projects, spans with attributes. A reference without a text shows its target's title, which is known when the
 * article is rendered.
 */
import { decodeOnce } from '../../folder/below-root.ts'
import type { Report } from '../../result/problem.ts'
import { addSpans } from '../attribute-spans.ts'
import { implicitLink, nameTerms } from './directive.ts'
import { moveTargets } from './label.ts'
import { explicitTitle } from './explicit-title.ts'
import type { TreeNode } from '../tree.ts'
import { inline, text } from '../tree.ts'

const ROLE = /\{([A-Za-z][\w:+.-]*)\}$/

/** Before the name of another project among the site's variables: roles may name its objects. */
export const INVENTORY = 'inventory:'

/** Settings of the site, and the report of faults. */
export interface RoleContext {
  /**
   * Addresses of schemes, by the scheme with its colon; `{{path}}` in them is replaced by the rest of a link. Those of other
   * projects, by `INVENTORY` and the name.
   */
  variables: Readonly<Record<string, string>>
  report: Report
}

/** Reads the roles and links below a node, in place. */
export function readRoles(node: TreeNode, context: RoleContext): void {
  const { children } = node
  if (children === undefined || node.type === 'code') return
  const result: TreeNode[] = []
  for (const child of children) {
    const before = result.at(-1)
    const role = child.type === 'inlineCode' && before?.type === 'text' ? ROLE.exec(before.value ?? '') : null
    if (role !== null && before !== undefined) {
      before.value = before.value!.slice(0, role.index) // a node of text, see above
      if (before.value === '') result.pop()
      result.push(...roleNodes(role[1]!.toLowerCase(), child.value ?? '', child.line, context))
    } else if (child.type === 'text' && child.value?.includes(']{') === true) addSpans(child, result)
    else if (child.type === 'link') result.push(...readLink(child, context))
    else result.push(child)
  }
  node.children = result.some((one) => one.data?.hProperties?.dataTarget === true) ? moveTargets(result) : result
  if (node.data?.hName === 'dl') nameTerms(node)
  for (const child of result) readRoles(child, context)
}

/** `Text <target>`, or the target alone. */
function targetOf(source: string): { target: string; shown: string | undefined } {
  const { title, target } = explicitTitle(source)
  const shown = title ?? (target.startsWith('~') ? target.slice(target.lastIndexOf('.') + 1) : undefined)
  return { target: target.replace(/^[!~]/, ''), shown }
}

const ELEMENTS: Record<string, string> = {
  kbd: 'kbd', sub: 'sub', subscript: 'sub', sup: 'sup', superscript: 'sup', strong: 'strong', emphasis: 'em', u: 'u',
  underline: 'u', del: 's', strike: 's', small: 'small', guilabel: 'strong', smallcaps: 'span', dfn: 'dfn',
} // prettier-ignore

/** Roles of icons, which have no text. */
const ICONS = /^(?:octicon|material-(?:regular|outlined|round|sharp|twotone)|fa[bsr]?|fas|fa-\w+|icon|iconify)$/

/** Roles that refer to objects of programming languages. */
const OBJECT =
  /^(?:(?:py|c|cpp|js|rst|std|external)[:+][\w:+-]+|func|class|meth|method|attr|obj|data|const|exc|mod|external|envvar|option|confval)$/

/** Roles that refer to places, terms and formulas, by a label. */
const LABEL = /^(?:ref|numref|std:ref|std:numref|prf:ref|proof:ref|myst|any|term|std:term|eq|math:numref)$/
/** Roles that refer to a page, by its path. */
const PAGE = /^(?:std:)?doc$/

const OTHER_PROJECT =
  'References to the inventories of other projects are not resolved and are shown as text; link the page itself.'

function roleNodes(name: string, source: string, line: number | undefined, context: RoleContext): TreeNode[] {
  const { target, shown } = targetOf(source)
  const [, project = '', object = ''] = /^([\w.-]+):([^]+)$/.exec(target) ?? []
  if (Object.hasOwn(context.variables, INVENTORY + project) && (LABEL.test(name) || PAGE.test(name))) {
    context.report('broken-link', line, OTHER_PROJECT)
    return [text(shown ?? object)]
  }
  const link = (href: string): TreeNode =>
    shown === undefined ? implicitLink(href, target, line) : inline('a', { href }, [text(shown)], line)
  const element = Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : undefined
  if (element === 'kbd') return [keys(source, line)]
  if (element !== undefined) return [inline(element, {}, [text(source)], line)]
  if (LABEL.test(name)) {
    if (/eq$|math:numref/.test(name)) return [inline('a', { href: `#${target}` }, [text(shown ?? `(${target})`)], line)]
    return [shown !== undefined && shown.includes('%s') ? implicitLink(`#${target}`, target, line) : link(`#${target}`)]
  }
  if (PAGE.test(name)) return [link(target)]
  if (name === 'download')
    return [inline('a', { href: target, download: true }, [text(shown ?? target.replace(/^.*\//, ''))], line)]
  if (OBJECT.test(name)) return [objectLink(target, shown, line)]
  if (name === 'math') return [{ type: 'inlineMath', value: source, line: line ?? 1 }]
  if (name === 'abbr' || name === 'abbreviation') return [abbreviation(source, line)]
  if (name === 'menuselection')
    return [
      inline(
        'strong',
        {},
        [
          text(
            source
              .split('-->')
              .map((one) => one.trim())
              .join(' ‣ '),
          ),
        ],
        line,
      ),
    ]
  if (name === 'pep' || name === 'rfc') return [standard(name, target, shown, line)]
  if (/^bdg(?:-|$)|^badge$/.test(name)) return [badge(name, target, shown, line)]
  if (/^(?:cite|footcite)(?::\w+)?$/.test(name)) return [text(`[${source}]`)]
  if (/^(?:index|sub-ref|eval|raw|html)$/.test(name))
    return name === 'index' ? [text(shown ?? source)] : name === 'raw' ? [] : [text(source)]
  if (ICONS.test(name)) return []
  return [{ type: 'inlineCode', value: source, line: line ?? 1 }]
}

function keys(source: string, line: number | undefined): TreeNode {
  const names = source.split(/(?<=\S)\s*\+\s*(?=\S)/)
  if (names.length === 1) return inline('kbd', {}, [text(source)], line)
  const children = names.flatMap((key, at) => [...(at === 0 ? [] : [text('+')]), inline('kbd', {}, [text(key)], line)])
  return inline('span', { className: ['keys'] }, children, line)
}

/** An object's name as code; it is a link where the docs describe the object. */
function objectLink(target: string, shown: string | undefined, line: number | undefined): TreeNode {
  // A dot before a name means that the name may be in any module.
  const name = target.replace(/^\.(?=\w)/, '')
  const code: TreeNode = { type: 'inlineCode', value: shown ?? name, line: line ?? 1 }
  return inline('a', { href: `#${name}`, dataOptional: true }, [code], line)
}

function abbreviation(source: string, line: number | undefined): TreeNode {
  const written = source.trim()
  const open = written.endsWith(')') ? written.indexOf('(') : -1
  if (open < 1) return inline('abbr', {}, [text(written)], line)
  return inline('abbr', { title: written.slice(open + 1, -1) }, [text(written.slice(0, open).trimEnd())], line)
}

function standard(name: 'pep' | 'rfc', target: string, shown: string | undefined, line: number | undefined): TreeNode {
  const number = /\d+/.exec(target)?.[0] ?? ''
  const href =
    name === 'pep'
      ? `https://peps.python.org/pep-${number.padStart(4, '0')}/`
      : `https://datatracker.ietf.org/doc/html/rfc${number}`
  return inline('a', { href }, [text(shown ?? `${name.toUpperCase()} ${target}`)], line)
}

/** sphinx-design's badges: `{bdg-primary}`, `{bdg-link-primary}`, `{bdg-ref-primary}`. */
function badge(name: string, target: string, shown: string | undefined, line: number | undefined): TreeNode {
  const span = inline('span', { className: ['badge'], dataType: 'default' }, [text(shown ?? target)], line)
  if (name.startsWith('bdg-link')) return inline('a', { href: target }, [span], line)
  return name.startsWith('bdg-ref') ? inline('a', { href: `#${target}` }, [span], line) : span
}

/** Addresses of schemes that the configuration defines: `gh-issue:12`. */
function withScheme(url: string, variables: Readonly<Record<string, string>>): string {
  const [, scheme = '', path = ''] = /^([a-z][\w+.-]*):([^]*)$/i.exec(url) ?? []
  const key = `${scheme}:`
  const template = scheme !== '' && Object.hasOwn(variables, key) ? variables[key] : undefined
  return template?.replaceAll(/\{\{\s*(path|uri)\s*\}\}/g, (_, name: string) => (name === 'uri' ? url : path)) ?? url
}

/** A link: `project:` and `path:` are prefixes, `inv:` names an object of another project. */
function readLink(node: TreeNode, { variables, report }: RoleContext): TreeNode[] {
  const written = withScheme(node.url ?? '', variables)
  const [first] = node.children ?? []
  // `<name>` is a link only with a scheme.
  const isAutomatic =
    first?.type === 'text' &&
    first.value === node.url &&
    node.children?.length === 1 &&
    /^[a-z][a-z\d+.-]+:/i.test(first.value ?? '')
  const isBare = isAutomatic || (node.children ?? []).length === 0
  if (/^inv:/i.test(written)) {
    report('broken-link', node.line, OTHER_PROJECT)
    return isBare ? [text(written.replace(/^[^#]*#/, '').replace(/^inv:/i, ''))] : (node.children ?? [])
  }
  const url = written.replace(/^(?:project|path):/i, '')
  // A label may have a colon, which in an automatic link ends a protocol.
  const isForeign = isAutomatic ? /^[a-z][a-z\d+.-]*:|^\/\//i : /^(?:[a-z][a-z\d+.-]*:)?\/\/|^(?:mailto|tel|data):/i
  const isOwn = url !== written || !isForeign.test(url)
  if (isBare && isOwn && url !== '') return [implicitLink(url, decodeOnce(url), node.line)]
  node.url = url
  return [node]
}
