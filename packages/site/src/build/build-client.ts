/**
 * Builds the browser code and the server-rendering bundle, into `dist/client`, `dist/server` and `dist/built.json`. Skipped
 * when the sources have not changed since the last build. For the repository and for publishing: the published package
 * contains the result, and a user's site is never bundled.
 *
 * node packages/site/src/build/build-client.ts [--force]
 */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { InlineConfig, Rollup } from 'vite'
import type { BuiltManifest } from '../node/built.ts'
import { placeFolders } from './place-folders.ts'
import { BUNDLED, packagePath, ROOT, sourceStamp, versionOf } from './sources.ts'
import { boxConfig, clientConfig, dialogConfig, scriptConfig, serverConfig, toolsConfig } from './vite-configs.ts'

const DIST = join(ROOT, 'dist')

/** Builds if the sources have changed. Returns whether it built. @throws when a source does not compile. */
export async function buildClient(force = false): Promise<boolean> {
  const stamp = sourceStamp()
  if (!force && readStamp() === stamp) return false
  const staging = join(DIST, `staging-${process.pid}`)
  try {
    const manifest: BuiltManifest = { stamp, ...(await buildInto(staging)) }
    // If another process has finished the same build, its files stay, because its server reads them.
    if (!force && readStamp() === stamp) return false
    rmSync(join(DIST, 'built.json'), { force: true })
    writeNotices(join(DIST, 'NOTICES.md'))
    placeFolders(staging, DIST, ['client', 'server', 'box'])
    // Written last: if this file exists, the build is complete.
    writeFileSync(join(DIST, 'built.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
  return true
}

/** Builds all bundles into the folders of `staging`. Returns the names of their files. */
async function buildInto(staging: string): Promise<Omit<BuiltManifest, 'stamp'>> {
  const { build } = await import('vite')
  const filesOf = async (config: InlineConfig): Promise<Built[]> => outputOf(await build(config))
  const asking = await filesOf(scriptConfig(staging, 'search-client', 'src/browser/search/search-client.ts', 'es'))
  const searchClient = nameOf(asking, 'search-client', '.js')
  const client = await filesOf(clientConfig(staging, searchClient))
  const dialog = await filesOf(dialogConfig(staging, searchClient))
  const tools = await filesOf(toolsConfig(staging, searchClient))
  const boot = await filesOf(scriptConfig(staging, 'boot', 'src/browser/boot.ts'))
  const worker = await filesOf(scriptConfig(staging, 'search-worker', 'src/browser/search/static-search-worker.ts'))
  const diagrams = await filesOf(scriptConfig(staging, 'diagrams', 'src/browser/diagrams.ts', 'es'))
  const frame = await filesOf(scriptConfig(staging, 'diagram-frame', 'src/browser/diagram-frame/draw.ts'))
  const box = await filesOf(boxConfig(staging))
  await build(serverConfig(staging))
  const icon = copyIcon(join(staging, 'client'))
  const files = [...asking, ...client, ...dialog, ...tools, ...boot, ...worker, ...diagrams, ...frame]
  return {
    boot: nameOf(boot, 'boot', '.js'),
    app: nameOf(client, 'main', '.js'),
    searchWorker: nameOf(worker, 'search-worker', '.js'),
    tools: nameOf(tools, 'page-tools', '.js'),
    diagrams: nameOf(diagrams, 'diagrams', '.js'),
    diagramFrame: nameOf(frame, 'diagram-frame', '.js'),
    css: nameOf(client, 'site', '.css'),
    // The dialog's styles and script, the client that it imports, and its core.
    search: [
      nameOf(client, 'dialog', '.css'),
      nameOf(dialog, 'search-dialog', '.js'),
      searchClient,
      nameOf(dialog, 'first-query', '.js'),
    ],
    icon,
    box: {
      script: nameOf(box, 'box', '.js'),
      dialog: nameOf(box, 'box-dialog', '.css'),
      button: nameOf(box, 'box-button', '.css'),
      files: box.map(({ fileName }) => fileName),
    },
    files: [...new Set(files.map(({ fileName }) => fileName)), icon].filter((name) => !name.startsWith('empty')),
  }
}

/** Copies the site's icon into a folder. Returns its name, which has a hash of its content. */
function copyIcon(folder: string): string {
  const source = join(ROOT, 'src/styles/icon.svg')
  const icon = `icon-${createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 8)}.svg`
  copyFileSync(source, join(folder, icon))
  return icon
}

type Built = Rollup.OutputChunk | Rollup.OutputAsset

function outputOf(result: Awaited<ReturnType<typeof import('vite').build>>): Built[] {
  const [bundle] = Array.isArray(result) ? result : [result]
  if (!bundle || !('output' in bundle)) throw new TypeError('The build gave no output.')
  return bundle.output
}

function nameOf(files: Built[], name: string, extension: string): string {
  const file = files.find(({ fileName }) => fileName.startsWith(`${name}-`) && fileName.endsWith(extension))
  if (!file) throw new Error(`The build made no ${name}${extension}.`)
  return file.fileName
}

/** The stamp of the last build; `undefined` when a file of it is missing. */
function readStamp(): string | undefined {
  try {
    const manifest = JSON.parse(readFileSync(join(DIST, 'built.json'), 'utf8')) as BuiltManifest
    const whole =
      manifest.files.every((file) => existsSync(join(DIST, 'client', file))) &&
      manifest.box.files.every((file) => existsSync(join(DIST, 'box', file)))
    return whole && existsSync(join(DIST, 'server/frame.js')) ? manifest.stamp : undefined
  } catch {
    return undefined
  }
}

/** Writes the licences of the bundled packages. */
function writeNotices(path: string): void {
  const notices = BUNDLED.map((name) => {
    const licence = readFileSync(join(dirname(packagePath(name)), 'LICENSE'), 'utf8').trim()
    return `## ${name} ${versionOf(name)}\n\n${licence}\n`
  })
  writeFileSync(path, `# Notices\n\nThe website's browser and server bundles hold:\n\n${notices.join('\n')}`)
}

if (import.meta.main) {
  const built = await buildClient(process.argv.includes('--force'))
  if (built) console.log('Built the website’s browser code.')
}
