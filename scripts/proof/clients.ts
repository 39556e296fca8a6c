/**
 * Runs the programs of `docs/guide/clients.md` with the real API clients against a server. Each needs its toolchain (Python with
 * pip, Go, Java 17 with Maven) and fetches the client that the page names; a language without its toolchain is skipped and named.
 * `npm run proof -- clients [python go …]`; a minute, and five for the first fetch.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createApi, isPagesKey, listen, openEmbeddedBackend } from '@docent/server'

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/guide/clients.md'), 'utf8')

/** A program: its file, the other files of its project, and the commands, the last of which runs it. */
interface Language {
  tool: string
  file: string
  files?: Record<string, string>
  commands: string[][]
}

const LANGUAGES: Record<string, Language> = {
  // Inside the checkout, whose dependencies have the client.
  js: { tool: 'node', file: 'main.mjs', commands: [['node', 'main.mjs']] },
  python: {
    tool: 'python3',
    file: 'main.py',
    commands: [
      ['python3', '-m', 'venv', 'env'],
      ['env/bin/pip', 'install', '--quiet', 'algoliasearch==4.48.*'],
      ['env/bin/python', 'main.py'],
    ],
  },
  go: {
    tool: 'go',
    file: 'main.go',
    files: { 'go.mod': 'module clients\n\ngo 1.23\n' },
    commands: [
      ['go', 'get', 'github.com/algolia/algoliasearch-client-go/v4@v4.37.0'],
      ['go', 'run', '.'],
    ],
  },
  java: maven('java', 'Main', [['com.algolia', 'algoliasearch', '4.20.0']]),
  kotlin: maven('kotlin', 'MainKt', [
    ['com.algolia', 'algoliasearch-client-kotlin-jvm', '3.14.0'],
    ['io.ktor', 'ktor-client-java-jvm', '3.0.3'],
  ]),
}

/** A Maven project with one class. */
function maven(language: 'java' | 'kotlin', main: string, dependencies: [string, string, string][]): Language {
  const list = dependencies.map(
    ([group, name, version]) =>
      `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`,
  )
  const kotlin = `<plugin><groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-maven-plugin</artifactId><version>2.2.0</version>
    <executions><execution><goals><goal>compile</goal></goals></execution></executions></plugin>`
  const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
    <groupId>clients</groupId><artifactId>clients</artifactId><version>1</version>
    <properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties><dependencies>${list.join('')}</dependencies>
    <build><sourceDirectory>src</sourceDirectory><plugins>${language === 'kotlin' ? kotlin : ''}</plugins></build></project>`
  return {
    tool: 'mvn',
    file: language === 'kotlin' ? 'src/Main.kt' : 'src/Main.java',
    files: { 'pom.xml': pom },
    commands: [
      ['mvn', '-q', 'compile'],
      ['mvn', '-q', 'org.codehaus.mojo:exec-maven-plugin:3.5.0:java', `-Dexec.mainClass=${main}`],
    ],
  }
}

const RECORD = { objectID: '1', url: 'https://docs.example.com/install', title: 'Install' }

const start = promisify(execFile)

const wanted = process.argv.slice(2)
const data = mkdtempSync(join(tmpdir(), 'docent-clients-'))
const projects = mkdtempSync(join(root, 'e2e/.work-clients-'))
const backend = await openEmbeddedBackend({ dataDir: data })
const api = createApi(backend)
const server = await listen((request) => api.fetch(request), { host: '127.0.0.1', port: 0 })
let failed = 0
try {
  await backend.waitForTask((await backend.replaceRecords('docs', [RECORD], {})).taskID)
  const key = (await backend.keys.list()).find((one) => isPagesKey(one, 'docs'))?.value ?? ''
  for (const [name, language] of Object.entries(LANGUAGES)) {
    if (wanted.length === 0 || wanted.includes(name)) await prove(name, language, key)
  }
} finally {
  await server.close()
  await backend.close()
  rmSync(data, { recursive: true, force: true })
  rmSync(projects, { recursive: true, force: true })
}
if (failed > 0) process.exitCode = 1

async function prove(name: string, { tool, file, files, commands }: Language, key: string): Promise<void> {
  if (!(await isInstalled(tool))) return console.log(`${name}: skipped, there is no ${tool}`)
  const folder = join(projects, name)
  for (const [path, text] of Object.entries({ ...files, [file]: program(name, key) })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  let output = ''
  try {
    for (const command of commands) output = await execute(command, folder)
  } catch (error) {
    output = [(error as Error).message, (error as { stdout?: string }).stdout].join('\n')
  }
  const isRight = output.includes(RECORD.url)
  if (!isRight) failed++
  console.log(`${name}: ${isRight ? 'found' : `FAILED: ${output}`}`)
}

/** The program of the page, with the address of this server. */
function program(language: string, key: string): string {
  const found = [...guide.matchAll(/```(\w+)\n(.*?)```/gs)].find(([, name]) => name === language)?.[2]
  if (found === undefined) throw new Error(`docs/guide/clients.md has no program in ${language}.`)
  return found
    .replace('search.example.com', '127.0.0.1')
    .replace('443', String(server.port))
    .replace(/(["'])https\1/, '$1http$1')
    .replace('SEARCH_KEY', key)
}

/** The output of a command. The server of this process answers while it runs. @throws with the standard error. */
async function execute([command = '', ...args]: string[], cwd: string): Promise<string> {
  return (await start(command.includes('/') ? join(cwd, command) : command, args, { cwd, maxBuffer: 1 << 26 })).stdout
}

async function isInstalled(tool: string): Promise<boolean> {
  return start('which', [tool]).then(
    () => true,
    () => false,
  )
}
