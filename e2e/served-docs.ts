/** Writes a folder of Markdown for a test, and serves it by a real Docent: website and search on one port. */

import { rmSync } from 'node:fs'
import { buildClient } from '../packages/site/src/build/build-client.ts'
import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { type Served, serveFolder } from '../packages/cli/src/serve/serve-folder.ts'

/** A small handbook: a page of several sections, one with a section far down, and thirty that share a word. */
const HANDBOOK: Record<string, string> = {
  'index.md': '# Handbook\n\nWhere to begin.\n\n- [Install](/guide/install)\n',
  'guide/install.md': `# Install

Fetch the tool with one command.

## With a package manager

Run \`npm install tool\` to install the **tool**, and install it again when it is old.

## Behind a proxy

${'A reader has to be patient behind a proxy. '.repeat(120)}

## Check the installation

Ask for the version: an installation that works answers.

\`\`\`sh
tool --version
\`\`\`

## After that

Nothing to install any more.

${'And so on. '.repeat(600)}
`,
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `topics/topic-${at + 1}.md`,
      `# Topic ${at + 1}\n\nA gearbox is the subject of topic ${at + 1}.\n\n## Details of topic ${at + 1}\n\nMore of it.\n`,
    ]),
  ),
}

/** Serves files; `close` ends the server and removes the folder. */
export async function serveDocs(
  files: Record<string, string> = HANDBOOK,
): Promise<{ url: string; served: Served; close(): Promise<void> }> {
  await buildClient()
  const folder = folderOf(files)
  const served = await serveFolder(folder, { mode: 'serve', host: '127.0.0.1', port: 0 })
  return {
    url: served.url.replace(/\/$/, ''),
    served,
    async close() {
      await served.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
