import type { Group } from './group-hits.ts'

/**
 * The parts of a page's address that tell it apart from pages of the same names: `7.22` for `/operate/7.22/update` beside
 * `/operate/update`. Empty where all of them have its parts.
 */
export function placeOf(group: Group, groups: readonly Group[]): string {
  const look = ({ context, title, scope }: Group): string => JSON.stringify([context, title, scope])
  const twins = groups.filter((other) => look(other) === look(group)).map(({ key }) => key.split('/'))
  return group.key
    .split('/')
    .filter((part) => !twins.every((parts) => parts.includes(part)))
    .join('/')
}
