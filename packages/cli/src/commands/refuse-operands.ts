/** Operands of the default command that are no docs folder: mostly a misspelt command. */

import { isFolder } from '@docent/ingest/below-root'

import { similar } from '../terminal/similar.ts'
import { UsageError } from '../terminal/usage-error.ts'

/**
 * Checks the operands of `docent`, which may be one folder.
 * @param commands the names of all commands.
 * @throws UsageError for more than one operand, and for a name that is no folder but resembles a command.
 */
export function refuseOperands(operands: readonly string[], commands: readonly string[]): void {
  const [name = '', ...others] = operands
  if (name === '' || (others.length === 0 && isFolder(name))) return
  const meant = similar(name, commands)
  if (meant !== undefined && !isFolder(name))
    throw new UsageError(`There is no folder and no command "${name}"; did you mean "docent ${meant}"?`)
  if (others.length > 0)
    throw new UsageError(
      `"${others.join(' ')}" is one argument too many: name one docs folder, or a command of docent --help.`,
    )
}
