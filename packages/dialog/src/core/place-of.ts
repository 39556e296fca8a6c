import type { Group } from './group-hits.ts'

/**
 * The parts of a page's address that some page with the same names lacks: `7.22` for `/operate/7.22/update` beside
 * `/operate/update`. Empty where all of them have its parts.
 */
export function placeOf(group: Group, groups: readonly Group[]): string {
  const look = ({ context, title, scope }: Group): string => JSON.stringify([context, title, scope])
  const own = look(group)
  const twins = groups.filter((other) => look(other) === own).map(({ key }) => key.split('/'))
  return group.key
    .split('/')
    .filter((part) => !twins.every((parts) => parts.includes(part)))
    .join('/')
}
