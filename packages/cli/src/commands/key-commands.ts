/** The declarations of `docent keys list`, `create` and `delete`. */

import { resolve } from 'node:path'

import type { Command } from 'commander'

import { BACKEND, CONFIG, DATA, FOLDER, JSON_OUTPUT, withOptions } from './shared-options.ts'

/** Adds the commands. @param end sets the exit code. */
export function keyCommands(program: Command, end: (code: number) => void): void {
  const keys = program.command('keys').description('API keys: the rights to search and write')
  withOptions(keys.command('list'), BACKEND)
    .description('all keys but the admin key')
    .addArgument(FOLDER)
    .addOption(DATA)
    .addOption(CONFIG)
    .addOption(JSON_OUTPUT)
    .addHelpText('after', '\nExample:\n  docent keys list docs')
    .action(async (folder: string, options) => {
      const { listKeysCommand } = await import('./keys.ts')
      end(await listKeysCommand(resolve(folder), options))
    })
  withOptions(keys.command('create'), BACKEND)
    .description('make a key and print it')
    .addArgument(FOLDER)
    .option('--acl <right>', 'a right; repeatable; default: search', collect)
    .option(
      '--index <pattern>',
      'an index or a pattern, such as docs or team-*; repeatable; default: all indexes',
      collect,
    )
    .option('--description <text>', 'its purpose')
    .option('--expires <duration>', 'its lifetime, such as 30d, 12h or 45m; default: unlimited')
    .addOption(DATA)
    .addOption(CONFIG)
    .addOption(JSON_OUTPUT)
    .addHelpText('after', '\nExample:\n  docent keys create docs --acl search --index docs --description "The website"')
    .action(async (folder: string, options) => {
      const { createKeyCommand } = await import('./keys.ts')
      end(await createKeyCommand(resolve(folder), { ...options, acl: options.acl ?? ['search'] }))
    })
  withOptions(keys.command('delete'), BACKEND)
    .description('delete a key')
    .argument('<key>', 'the key')
    .addArgument(FOLDER)
    .addOption(DATA)
    .addOption(CONFIG)
    .addOption(JSON_OUTPUT)
    .addHelpText('after', '\nExample:\n  docent keys delete 0123456789abcdef0123456789abcdef docs')
    .action(async (key: string, folder: string, options) => {
      const { deleteKeyCommand } = await import('./keys.ts')
      end(await deleteKeyCommand(key, resolve(folder), options))
    })
}

/** Adds a value of a repeatable option. */
function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}
