/**
 * Components that a page or a snippet defines itself, if they only return JSX: `export const Mark = ({ children }) =>
 * (<mark>{children}</mark>)`. Their JSX is shown with the attributes of the tag; other functions would have to run.
 */

const DEFINITION =
  /^(?:export\s+)?(?:default\s+)?(?:const\s+([A-Z]\w{0,80})\s*=\s*(?:\([^()]*\)|\w{1,80})\s*=>|function\s+([A-Z]\w{0,80})\s*\([^()]*\)(?=\s*\{))\s*/

/** The name and the JSX of a component; `undefined` for other statements. */
export function jsxComponent(statement: string): { name: string; jsx: string } | undefined {
  const found = DEFINITION.exec(statement)
  const name = found?.[1] ?? found?.[2]
  if (found === null || name === undefined) return undefined
  let body = withoutEnd(statement.slice(found[0].length))
  if (body.startsWith('{') && body.endsWith('}')) {
    const inner = body.slice(1, -1).trim()
    if (!inner.startsWith('return')) return undefined
    body = withoutEnd(inner.slice('return'.length))
  }
  if (body.startsWith('(') && body.endsWith(')')) body = body.slice(1, -1).trim()
  return body.startsWith('<') && body.endsWith('>') ? { name, jsx: body } : undefined
}

function withoutEnd(code: string): string {
  const text = code.trim()
  return text.endsWith(';') ? text.slice(0, -1).trimEnd() : text
}
