/** The package managers: how each installs a project, and runs a program in it. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const tools = join(import.meta.dirname, 'node_modules')

export interface Manager {
  name: string
  /** Configuration files of a project that uses a registry and caches below a folder. */
  configuration(registry: string, cache: string): Record<string, string>
  /** Program and arguments that install the dependencies of a project. */
  install: string[]
  /** Program and arguments before those of a program of the project: `node`, or a `bin` of a dependency. */
  run: string[]
}

const pnpm = [process.execPath, join(tools, 'pnpm/bin/pnpm.mjs')]
const yarn = [process.execPath, join(tools, '@yarnpkg/cli-dist/bin/yarn.js')]

function npmrc(registry: string, cache: string): string {
  return `registry=${registry}\ncache=${join(cache, 'npm')}\nstore-dir=${join(cache, 'pnpm')}\naudit=false\nfund=false\n`
}

function yarnrc(registry: string, cache: string, linker: string): string {
  return [
    `npmRegistryServer: ${JSON.stringify(registry)}`,
    'unsafeHttpWhitelist: ["127.0.0.1"]',
    `nodeLinker: ${linker}`,
    `globalFolder: ${JSON.stringify(join(cache, 'yarn'))}`,
    'enableTelemetry: false',
    'enableImmutableInstalls: false',
    'npmMinimalAgeGate: 0',
    '',
  ].join('\n')
}

/** npm, pnpm, and Yarn with and without folders of modules: pnpm and Yarn's own format hide dependencies that are not declared. */
export const MANAGERS: readonly Manager[] = [
  {
    name: 'npm',
    configuration: (registry, cache) => ({ '.npmrc': npmrc(registry, cache) }),
    install: ['npm', 'install', '--loglevel=error'],
    run: ['npm', 'exec', '--'],
  },
  {
    name: 'pnpm',
    configuration: (registry, cache) => ({
      '.npmrc': npmrc(registry, cache),
      'pnpm-workspace.yaml': `storeDir: ${JSON.stringify(join(cache, 'pnpm'))}\nminimumReleaseAge: 0\n`,
    }),
    install: [...pnpm, 'install', '--reporter=silent'],
    run: [...pnpm, 'exec'],
  },
  {
    name: 'yarn',
    configuration: (registry, cache) => ({ '.yarnrc.yml': yarnrc(registry, cache, 'node-modules'), 'yarn.lock': '' }),
    install: [...yarn, 'install'],
    run: [...yarn, 'exec'],
  },
  {
    name: 'yarn-pnp',
    configuration: (registry, cache) => ({ '.yarnrc.yml': yarnrc(registry, cache, 'pnp'), 'yarn.lock': '' }),
    install: [...yarn, 'install'],
    run: [...yarn, 'exec'],
  },
]

const execute = promisify(execFile)

/** Runs a program in a folder under this Node. @returns its output. @throws with the output if it fails. */
export async function run(folder: string, command: readonly string[]): Promise<string> {
  const [program = '', ...args] = command
  // Node as the consumers have it: without the settings of this process and of npm's parent.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_COMPILE_CACHE|NODE_OPTIONS)/i.test(name),
  )
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  try {
    const options = { cwd: folder, env: { ...Object.fromEntries(inherited), PATH: path, CI: '1', NO_COLOR: '1' } }
    return (await execute(program, args, { ...options, maxBuffer: 64 * 1024 * 1024 })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`\`${command.join(' ')}\` failed in ${folder}:\n${stdout}${stderr}`, { cause: error })
  }
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}
