/** Recognises the search pages of sites: a field, whose results scripts show. */
import { isTag, type ChildNode, type Document } from 'domhandler'

/** The word for search as titles have it, in the languages of many docs. */
const SEARCH =
  /^(?:search(?: page| results)?|suche|suchergebnisse|recherche|buscar|búsqueda|pesquisa|ricerca|zoeken|поиск|搜索|搜尋|検索|검색)$/i

/** Between the title of a page and the name of its site. */
const SEPARATOR = /\s[-–—|·:•»]\s/

/** Types of input fields for text; an element without a type is one. */
const TEXT_TYPES = new Set(['', 'text', 'search'])

/** Whether a page is a search page by its title or its address, and has a field for text and none for a password. */
export function isSearchPage(document: Document, title: string, url: string): boolean {
  const isNamed = title.split(SEPARATOR).some((part) => SEARCH.test(part.trim()))
  if (!isNamed && !/\/search(?:\.[a-z]{3,5})?\/?$/i.test(new URL(url).pathname)) return false
  let hasField = false
  const nodes: ChildNode[] = [...document.children]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (!isTag(node)) continue
    const type = (node.attribs['type'] ?? '').trim().toLowerCase()
    if (node.name === 'input' && type === 'password') return false
    if (node.name === 'input' && TEXT_TYPES.has(type)) hasField = true
    for (const child of node.children) nodes.push(child)
  }
  return hasField
}
