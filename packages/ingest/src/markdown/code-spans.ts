/**
 * The parts of a line joined, each changed by `change`, which is not called for backticks.
 * @param parts of the line, in which each run of backticks is a part of its own.
 */
export function changeAroundBackticks(
  parts: readonly string[],
  change: (part: string, isCode: boolean) => string,
): string {
  // The place of the last run of each number of backticks.
  const last = new Map(parts.map((part, at) => [part, at]))
  let code = ''
  return parts
    .map((part, at) => {
      if (!part.startsWith('`')) return change(part, code !== '')
      if (code === part) code = ''
      else if (code === '' && (last.get(part) ?? 0) > at) code = part
      return part
    })
    .join('')
}
