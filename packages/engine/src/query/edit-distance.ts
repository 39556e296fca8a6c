/** Whether two words are within `limit` edits of each other: insert, delete, replace, swap of neighbours. */
export function distanceWithin(left: string, right: string, limit: number): boolean {
  if (Math.abs(left.length - right.length) > limit) return false
  let before: number[] = []
  let above = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1] ? 0 : 1
      let value = Math.min(
        (above[column - 1] as number) + same,
        (above[column] as number) + 1,
        (current[column - 1] as number) + 1,
      )
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        value = Math.min(value, (before[column - 2] as number) + 1)
      }
      current.push(value)
    }
    before = above
    above = current
  }
  return (above[right.length] as number) <= limit
}
