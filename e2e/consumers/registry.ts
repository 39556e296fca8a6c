/** A registry of npm on this machine, with the packages of `build/`; all others come from the configured registry. */
import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { publishPackages } from '../../scripts/release/publish.ts'
import { freePort } from '../../scripts/free-port.ts'

const here = import.meta.dirname
const root = join(here, '../..')

export interface LocalRegistry {
  url: string
  /** The published packages, each after its dependencies. */
  packages: string[]
  close(): Promise<void>
}

/** Starts the registry and publishes into it, as a release does. @param work an empty folder. */
export async function startRegistry(work: string): Promise<LocalRegistry> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const config = join(work, 'verdaccio.yaml')
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const own = { access: '$all', publish: '$all' }
  const settings = {
    storage: join(work, 'storage'),
    uplinks: { npm: { url: upstream, timeout: '120s', maxage: '1h' } },
    packages: { docent: own, '@docent/*': own, '**': { access: '$all', proxy: 'npm' } },
    max_body_size: '50mb',
    web: { enable: false },
    log: { type: 'stdout', format: 'json', level: 'error' },
  }
  writeFileSync(config, JSON.stringify(settings)) // YAML includes JSON
  const verdaccio = join(here, 'node_modules/verdaccio/bin/verdaccio')
  const child = spawn(process.execPath, [verdaccio, '--config', config, '--listen', `127.0.0.1:${port}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    cwd: work,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    await untilReady(`${url}-/ping`)
    // npm publishes only with a token; this registry accepts any.
    const npmrc = join(work, 'npmrc')
    writeFileSync(npmrc, `//127.0.0.1:${port}/:_authToken=none\n`)
    const env = { ...process.env, NPM_CONFIG_USERCONFIG: npmrc }
    const first = publishPackages(root, { url, provenance: false, env })
    const second = publishPackages(root, { url, provenance: false, env })
    if (first.present.length > 0 || second.published.length > 0)
      throw new Error('A repeated publication must leave out the packages that are there.')
    return { url, packages: first.published, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function untilReady(address: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const ready = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The registry did not start within 30 s.')
}
