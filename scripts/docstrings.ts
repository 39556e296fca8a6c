/** Finds the exported declarations of the packages' shipped sources that have no docstring. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { type ESTree, parseSync } from 'vite'

import { sourcesIn } from './sources.ts'

type Statement = ESTree.Program['body'][number]

/**
 * The exports below `packages/*\/src` without a docstring, each as `path:line name`. Re-exports of another file's
 * declarations are left out. Throws an `Error` for a source with a syntax error.
 *
 * @param root of the repository.
 */
export function findUndocumented(root: string): string[] {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'src'))
  return folders.filter(existsSync).flatMap((folder) => {
    return [...sourcesIn(folder)].flatMap((path) => {
      return undocumentedIn(relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'))
    })
  })
}

/**
 * An overloaded function is one declaration: its first signature has the docstring. A list (`export { a, b }`) has one for
 * all of its names, or each declaration has its own.
 */
function undocumentedIn(path: string, text: string): string[] {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} could not be parsed: ${errors[0]?.message}`)
  const docstrings = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
  // A comment before a blank line is about the file.
  const hasDocstring = (statement: Statement): boolean =>
    docstrings.some(
      ({ end }) => end <= statement.start && /^[^\S\n]*\n?[^\S\n]*$/.test(text.slice(end, statement.start)),
    )
  const listed = new Set(program.body.filter((statement) => !hasDocstring(statement)).flatMap(namesInList))
  const seen = new Set<string>()
  return program.body.flatMap((statement) => {
    const isExported = statement.type.startsWith('Export')
    const names = declaredNames(statement).filter((name) => (isExported || listed.has(name)) && !seen.has(name))
    for (const name of names) seen.add(name)
    const line = text.slice(0, statement.start).split('\n').length
    return hasDocstring(statement) ? [] : names.map((name) => `${path}:${line} ${name}`)
  })
}

/** The local names of a list like `export { a, b as c }`. */
function namesInList(statement: Statement): string[] {
  if (statement.type !== 'ExportNamedDeclaration' || statement.source) return []
  return statement.specifiers.flatMap(({ local }) => (local.type === 'Identifier' ? [local.name] : []))
}

function declaredNames(statement: Statement): string[] {
  switch (statement.type) {
    case 'ExportDefaultDeclaration':
      return ['default']
    case 'ExportNamedDeclaration':
      return statement.declaration ? namesOf(statement.declaration) : []
    case 'VariableDeclaration':
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSDeclareFunction':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSEnumDeclaration':
      return namesOf(statement)
    default:
      return []
  }
}

function namesOf(declaration: ESTree.Declaration): string[] {
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : ['a pattern']))
  }
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : []
}
