/** Finds a Java that is new enough for OpenSearch; the default one of a machine is often older. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The version for which OpenSearch 3 is compiled. */
const MIN_VERSION = 21

/** The folders of installed Javas on Debian and macOS. */
const PLACES = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines']

/** The path of a `java` that is new enough: from JAVA_HOME, from PATH, or from `PLACES`. */
export function findJava(): string | undefined {
  const home = process.env.JAVA_HOME
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const installed = PLACES.flatMap((place) =>
    existsSync(place) ? readdirSync(place).map((name) => join(place, name)) : [],
  )
  const candidates = [
    ...(home ? [join(home, 'bin', 'java')] : []),
    ...onPath.map((folder) => join(folder, 'java')),
    ...installed.flatMap((folder) => [join(folder, 'bin', 'java'), join(folder, 'Contents', 'Home', 'bin', 'java')]),
  ]
  return candidates.find((java) => existsSync(java) && versionOf(java) >= MIN_VERSION)
}

/** The major version of a `java`; 0 when it does not run. */
function versionOf(java: string): number {
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' })
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0)
}
