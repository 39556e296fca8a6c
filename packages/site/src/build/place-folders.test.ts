import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { placeFolders } from './place-folders.ts'

let dist: string
beforeEach(() => void (dist = folderOf()))

describe('the folders of a build', () => {
  test('replace those of the last one', () => {
    const staging = join(dist, 'staging')
    for (const text of ['first', 'second']) {
      rmSync(staging, { recursive: true, force: true })
      mkdirSync(join(staging, 'client'), { recursive: true })
      writeFileSync(join(staging, 'client', `${text}.js`), text)
      placeFolders(staging, dist, ['client'])
    }
    expect(readdirSync(join(dist, 'client'))).toEqual(['second.js'])
  })

  test('are placed by three processes at the same time', async () => {
    const program = `
      import { mkdirSync, writeFileSync } from 'node:fs'
      const { placeFolders } = await import(${JSON.stringify(join(import.meta.dirname, 'place-folders.ts'))})
      for (let round = 0; round < 150; round += 1) {
        const staging = ${JSON.stringify(dist)} + '/staging-' + process.pid + '-' + round
        mkdirSync(staging + '/client', { recursive: true })
        writeFileSync(staging + '/client/main.js', 'whole')
        placeFolders(staging, ${JSON.stringify(dist)}, ['client'])
      }`
    const ends = [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    })
    expect(await Promise.all(ends)).toEqual([0, 0, 0])
    expect(readFileSync(join(dist, 'client/main.js'), 'utf8')).toBe('whole')
  })
})
