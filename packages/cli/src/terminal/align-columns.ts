import { visible } from './terminal.ts'

/** Rows of cells as lines: the first column to the left, the others to the right. */
export function alignColumns(cells: string[][]): string {
  const rows = cells.map((row) => row.map(visible))
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n')
}
