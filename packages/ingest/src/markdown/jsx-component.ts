/**
 * Components that a page or a snippet defines itself, if they only return JSX: `export const Mark = ({ children }) =>
 * (<mark>{children}</mark>)`. Their JSX is shown with the attributes of the tag; other functions would have to run. JSX in an
 * expression or an attribute of a tag is shown too.
 */

const DEFINITION =
  /^(?:export\s+)?(?:default\s+)?(?:const\s+([A-Z]\w{0,80})\s*=\s*(?:\([^()]*\)|\w{1,80})\s*=>|function\s+([A-Z]\w{0,80})\s*\([^()]*\)(?=\s*\{))\s*/

/** The name and the JSX of a component; `undefined` for other statements. */
export function jsxComponent(statement: string): { name: string; jsx: string } | undefined {
  const found = DEFINITION.exec(statement)
  const name = found?.[1] ?? found?.[2]
  if (found === null || name === undefined) return undefined
  const jsx = returned(statement.slice(found[0].length))
  return jsx === undefined ? undefined : { name, jsx }
}

/** The beginning of an arrow function. */
const ARROW = /^(?:\([^()]*\)|\w{1,80})\s*=>\s*/

/** The JSX of an expression, or that its function returns: `<b>x</b>`, `() => (<b>x</b>)`. */
export function jsxOf(expression: string): string | undefined {
  return returned(expression.trim().replace(ARROW, ''))
}

/** Whether an expression is a function. */
export function isFunction(expression: string): boolean {
  return ARROW.test(expression.trim())
}

/** The JSX of a function's body. */
function returned(code: string): string | undefined {
  let body = withoutEnd(code)
  if (body.startsWith('{') && body.endsWith('}')) {
    const inner = body.slice(1, -1).trim()
    if (!inner.startsWith('return')) return undefined
    body = withoutEnd(inner.slice('return'.length))
  }
  if (body.startsWith('(') && body.endsWith(')')) body = body.slice(1, -1).trim()
  return body.startsWith('<') && body.endsWith('>') ? body : undefined
}

function withoutEnd(code: string): string {
  const text = code.trim()
  return text.endsWith(';') ? text.slice(0, -1).trimEnd() : text
}
