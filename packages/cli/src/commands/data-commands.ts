/** The declarations of the commands about stored data: `events`, `keys`, `backup`, `restore` and `migrate`. */

import { resolve } from 'node:path'

import type { Command } from 'commander'

import { BACKEND, CLUSTER, CONFIG, DATA, FOLDER, JSON_OUTPUT, wholeNumberFrom, withOptions } from './shared-options.ts'

/** Adds the commands. @param end sets the exit code. */
export function dataCommands(program: Command, end: (code: number) => void): void {
  withOptions(program.command('events'), BACKEND)
    .description('the events of readers, the latest first, a line of JSON each')
    .addArgument(FOLDER)
    .addOption(DATA)
    .addOption(CONFIG)
    .option('--limit <count>', 'how many', wholeNumberFrom(1, 9_999_999), 1000)
    .addHelpText('after', '\nExample:\n  docent events docs --limit 100')
    .action(async (folder: string, options) => {
      const { eventsCommand } = await import('./events.ts')
      end(await eventsCommand(resolve(folder), options))
    })

  keyCommands(program, end)

  program
    .command('backup')
    .description('copy all acknowledged data, also while the server runs')
    .argument('<file>', 'the file to write; it must not exist')
    .addArgument(FOLDER)
    .addOption(DATA)
    .addHelpText('after', '\nExample:\n  docent backup docs-2026-05-01.db docs')
    .action(async (file: string, folder: string, options) => {
      const { backupCommand } = await import('./backup.ts')
      end(await backupCommand(resolve(file), resolve(folder), options))
    })

  program
    .command('restore')
    .description('replace the stored data by a backup; no server may run')
    .argument('<file>', 'the backup')
    .addArgument(FOLDER)
    .addOption(DATA)
    .addHelpText('after', '\nExample:\n  docent restore docs-2026-05-01.db docs')
    .action(async (file: string, folder: string, options) => {
      const { restoreCommand } = await import('./restore.ts')
      end(await restoreCommand(resolve(file), resolve(folder), options))
    })

  const migrating = program
    .command('migrate')
    .description(
      'copy all stored data from the data folder into an OpenSearch cluster or back, compared record by record',
    )
    .addArgument(FOLDER)
    .requiredOption('--to <backend>', 'opensearch or embedded')
  withOptions(migrating, CLUSTER)
    .addOption(DATA)
    .addOption(CONFIG)
    .addOption(JSON_OUTPUT)
    .addHelpText(
      'after',
      '\nExample:\n  docent migrate docs --to opensearch --opensearch https://search-1.example:9200',
    )
    .action(async (folder: string, options) => {
      const { migrateCommand } = await import('./migrate.ts')
      end(await migrateCommand(resolve(folder), options))
    })
}

function keyCommands(program: Command, end: (code: number) => void): void {
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
