/** The size of an installation: packages, megabytes, and the number of packages with an install script. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row for one contestant. */
export function installRow({ name, modules }) {
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  const installed = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link)
  const bytes = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .map((file) => lstatSync(join(modules, file)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
  return {
    site: name,
    packages: installed.length,
    MB: Math.round(bytes / 1e6),
    'install scripts': installed.filter(([, entry]) => entry.hasInstallScript).length,
  }
}
