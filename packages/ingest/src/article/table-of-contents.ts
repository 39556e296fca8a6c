/** `!` follows the last entry of a list that is never empty. */
import type { Element } from 'hast'
import type { Heading } from '../result/page.ts'
import { element } from './hast-element.ts'

/** `[[toc]]`: the headings as nested lists. */
export function tableOfContents(headings: Heading[]): Element {
  const root = element('ul', { className: ['toc'] }, [])
  const levels: { level: number; list: Element }[] = [
    { level: Math.min(6, ...headings.map(({ level }) => level)), list: root },
  ]
  for (const { level, text, id } of headings) {
    while (levels.length > 1 && levels.at(-1)!.level > level) levels.pop()
    if (level > levels.at(-1)!.level) {
      const last = levels.at(-1)!.list.children.at(-1)
      if (last?.type === 'element') {
        const list = element('ul', {}, [])
        last.children.push(list)
        levels.push({ level, list })
      }
    }
    const link = element('a', { href: `#${id}` }, [{ type: 'text', value: text }])
    levels.at(-1)!.list.children.push(element('li', {}, [link]))
  }
  return root
}
