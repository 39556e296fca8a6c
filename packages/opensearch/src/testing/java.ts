/** Finds a Java that OpenSearch runs on; the default one of a machine is often older. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** OpenSearch 3 is compiled for it. */
const MIN_VERSION = 21

/** Where Debian and macOS put their Javas. */
const PLACES = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines']

/** The path of a `java` that is new enough: of JAVA_HOME, of the path, or of those that are installed beside. */
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

/** The first number of its version; 0 when it does not run. */
function versionOf(java: string): number {
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' })
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0)
}
