/**
 * Docent and its peers: the folder of each, its commands to build and to serve with live updates, its addresses, and the
 * selectors of its search box. Peers are the few files of `bench/site-peers`, each with its own dependencies; Docent is
 * installed from the packages of `npm run build`, as for a user.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const peers = join(root, 'bench/site-peers')
/** The environment of all commands: no telemetry, no update checks, no colours. */
const ENV = { ASTRO_TELEMETRY_DISABLED: '1', NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1', NO_COLOR: '1', CI: '1' }

/** Milliseconds after which a reader presses a key again, and the maximum number of presses. */
const PATIENCE = 5000
const MAX_TRIES = 4

/**
 * Peers by name: the paths of the script, the pages and the built site, the ending of a page's address, the command that
 * serves with live updates, and the selectors of the search box.
 */
const PEERS = {
  vitepress: {
    bin: 'vitepress/bin/vitepress.js',
    folders: { docs: '.', out: '.vitepress/dist' },
    end: '',
    dev: ['dev', '--strictPort'],
    search: { input: '.VPLocalSearchBox input', hit: '.VPLocalSearchBox .result' },
  },
  starlight: {
    bin: 'astro/bin/astro.mjs',
    folders: { docs: 'src/content/docs', out: 'dist' },
    end: '/',
    dev: ['dev'],
    search: { input: 'site-search dialog input', hit: 'site-search .pagefind-ui__result-link' },
  },
  docusaurus: {
    bin: '@docusaurus/core/bin/docusaurus.mjs',
    folders: { docs: 'docs', out: 'build' },
    end: '',
    dev: ['start', '--no-open'],
    search: { input: '.navbar__search-input', hit: '[class*="suggestion"] mark' },
  },
}

/** Names for `--peer`. */
export const PEER_NAMES = Object.keys(PEERS)

/** Installs a peer if it is missing, and describes it. */
export function findPeer(name) {
  const { bin, folders, end, dev, search } = PEERS[name]
  const home = join(peers, name)
  const modules = join(home, 'node_modules')
  if (!existsSync(modules)) {
    console.log(`Installing ${name} …`)
    npm(['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'], home)
  }
  const site = (count) => join(home, '.work', String(count))
  const command = (args, count) => commandOf(join(modules, bin), args, site(count))
  return {
    ...contestant({ name, modules, end, search }),
    docs: (count) => join(site(count), folders.docs),
    out: (count) => join(site(count), folders.out),
    /** A fresh copy of the site's own files without caches, below the folder of its dependencies. */
    prepare(count) {
      rmSync(site(count), { recursive: true, force: true })
      mkdirSync(site(count), { recursive: true })
      for (const entry of readdirSync(home)) {
        if (!['node_modules', '.work', '.astro', '.docusaurus'].includes(entry))
          cpSync(join(home, entry), join(site(count), entry), { recursive: true })
      }
    },
    build: (count) => command(['build'], count),
    dev: (count, port) => command([...dev, '--port', String(port), '--host', '127.0.0.1'], count),
  }
}

/** Common to all contestants: addresses of pages, and opening the search by `Ctrl+K`. */
function contestant({ name, modules, end, search }) {
  return {
    name,
    modules,
    page: (path) => path + end,
    searchHit: search.hit,
    /** A page ignores the key before its script runs, so this presses it again, and clicks into the box. */
    async openSearch(page) {
      const input = page.locator(search.input).first()
      const isThere = () =>
        input.waitFor({ timeout: PATIENCE }).then(
          () => true,
          () => false,
        )
      let tries = 0
      do await page.keyboard.press('Control+k')
      while (!(await isThere()) && ++tries < MAX_TRIES)
      await input.focus()
    },
  }
}

function commandOf(script, args, cwd) {
  return { command: process.execPath, args: [script, ...args], cwd, env: ENV }
}

/** Builds Docent's packages, installs them below `work`, and describes the installation. */
export function installDocent(work) {
  console.log('Building and installing docent …')
  execFileSync(process.execPath, [join(root, 'scripts/build.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const home = join(work, 'docent')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }')
  const tarballs = join(root, 'build/tarballs')
  const files = readdirSync(tarballs)
    .filter((file) => /^docent-\d/.test(file))
    .map((file) => join(tarballs, file))
  npm(['install', '--no-audit', '--no-fund', ...files], home)
  const modules = join(work, 'docent/node_modules')
  const { bin } = JSON.parse(readFileSync(join(modules, 'docent/package.json'), 'utf8'))
  return docentBy({ script: join(modules, 'docent', bin.docent), modules, work })
}

/** Docent of a checkout, without installation. Its folders of pages and of sites are below `work`. */
export function docentOf(checkout, work) {
  const modules = join(checkout, 'node_modules')
  execFileSync(process.execPath, ['packages/site/src/build/build-client.ts'], { cwd: checkout, stdio: 'ignore' })
  return docentBy({ script: join(checkout, 'packages/cli/src/main.ts'), modules, work })
}

function docentBy({ script, modules, work }) {
  const docs = (count) => join(work, `docs-${count}`)
  const out = (count) => join(work, `out-${count}`)
  const command = (...args) => commandOf(script, args, work)
  const search = { input: 'dialog [role=combobox]', hit: 'dialog [role=option]' }
  return {
    ...contestant({ name: 'docent', modules, end: '/', search }),
    docs,
    out,
    prepare(count) {
      rmSync(docs(count), { recursive: true, force: true })
      rmSync(out(count), { recursive: true, force: true })
      mkdirSync(docs(count), { recursive: true })
    },
    build: (count) => command('build', docs(count), '--out', out(count), '--quiet'),
    dev: (count, port) => command('dev', docs(count), '--port', String(port), '--quiet'),
    /** The same site with its own search server, for production. */
    serve: (count, port) => command('serve', docs(count), '--port', String(port), '--quiet'),
  }
}

function npm(args, cwd) {
  execFileSync('npm', [...args, '--loglevel=error'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}
