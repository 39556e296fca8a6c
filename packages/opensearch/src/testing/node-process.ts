/** The files and the process of one OpenSearch node, for tests and measurements. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The user (and group) `nobody`: OpenSearch refuses to run as root. */
export const NOBODY = 65_534

const LOG_SETTINGS = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
`

/** Writes the folder `config` of a node. */
export function writeNodeConfig(folder: string, settings: Readonly<Record<string, unknown>>): void {
  const config = join(folder, 'config')
  mkdirSync(config, { recursive: true })
  // JSON is YAML.
  const lines = Object.entries(settings).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
  writeFileSync(join(config, 'opensearch.yml'), lines.join(''))
  writeFileSync(join(config, 'log4j2.properties'), LOG_SETTINGS)
}

/**
 * Starts the process of a node, which writes `output.log`. `home` is the distribution, `jvm` has the options for memory and
 * compiler. Node does not wait for the end of the process.
 */
export function startNodeProcess(java: string, folder: string, home: string, jvm: readonly string[]): ChildProcess {
  const output = openSync(join(folder, 'output.log'), 'a')
  const options = [
    ...jvm,
    `-Djava.io.tmpdir=${folder}`,
    '-Djava.awt.headless=true',
    `-javaagent:${join(home, 'agent', 'opensearch-agent.jar')}`,
    '-Dfile.encoding=UTF-8',
    '-Djava.locale.providers=SPI,CLDR',
    '-Dio.netty.noUnsafe=true',
    '-Dio.netty.noKeySetOptimization=true',
    '-Dlog4j2.disable.jmx=true',
    `-Dopensearch.path.home=${home}`,
    `-Dopensearch.path.conf=${join(folder, 'config')}`,
    '-Dopensearch.distribution.type=tar',
    '-Dopensearch.bundled_jdk=false',
  ]
  const child = spawn(java, [...options, '-cp', join(home, 'lib', '*'), 'org.opensearch.bootstrap.OpenSearch'], {
    cwd: folder,
    stdio: ['ignore', output, output],
    // In its own process group: the end of the process that starts it, or a terminal's Ctrl+C, must not end it.
    detached: true,
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  })
  child.unref()
  return child
}
