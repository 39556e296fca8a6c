/** The store of a site's crawls: all tables, the phase of the present crawl, and its notes. */
import type { DatabaseSync } from 'node:sqlite'
import { type ContentLinks, openContentLinks } from './content-links.ts'
import { inTransaction, openDatabase } from './database.ts'
import { openFrontier, type Frontier } from './frontier.ts'
import { lockStore } from './lock.ts'
import { openPages, type Pages } from './pages.ts'
import { openRecordSets, type RecordSets } from './record-sets.ts'
import { openVisits, type Visits } from './visits.ts'

/** The steps of a crawl, in their order. */
export type Phase = 'seed' | 'fetch' | 'extract' | 'done'

/** The present crawl. */
export interface CrawlRow {
  id: number
  phase: Phase
  /** Pages that were requested. */
  requests: number
  /** Time (ms) of the fetch phase, interruptions excluded. */
  spent: number
  /** JSON of the areas. */
  scope: string
  /** Whether a limit ended the fetch phase. */
  outcome: 'complete' | 'limit'
  /** A `TwinSource`, that of the last crawl at first; or empty. */
  twins: string
  /** 1: a sitemap could not be read, so pages that only it lists are unknown. */
  gaps: number
  /** Changes of pages that their dates in the sitemap had announced; carried over from crawl to crawl. */
  proofs: number
  /** Changes in this crawl that they had not announced. */
  doubts: number
  /** Time (ms) of the last 304 that proved wrong; 0 for none. Carried over. */
  wrong304: number
}

/** An open store. */
export interface CrawlStore {
  frontier: Frontier
  pages: Pages
  visits: Visits
  contentLinks: ContentLinks
  sets: RecordSets
  /** Continues the unfinished crawl with the same key, or begins one. @param fresh never continues. */
  begin: (key: string, fresh: boolean) => CrawlRow
  update: (change: Partial<Omit<CrawlRow, 'id'>>) => void
  /** The present crawl. */
  state: () => CrawlRow
  /** The fingerprint that the extraction had for an input of the last crawl. */
  learnt: (input: string) => string | undefined
  putLearnt: (input: string, fingerprint: string) => void
  note: (text: string) => void
  notes: () => string[]
  transaction: <T>(steps: () => T) => T
  close: () => void
}

/** Opens a store for a crawl. @throws StoreBusyError while another crawl uses it. */
export function openStore(file: string): CrawlStore {
  const database = openDatabase(file)
  try {
    const unlock = lockStore(file)
    return storeOf(database, unlock)
  } catch (error) {
    database.close()
    throw error
  }
}

/** Opens a store to read and switch its sets, also while a crawl writes it. */
export function openStoreUnlocked(file: string): CrawlStore {
  return storeOf(openDatabase(file), () => undefined)
}

function storeOf(database: DatabaseSync, unlock: () => void): CrawlStore {
  const frontier = openFrontier(database)
  const current = (): Record<string, unknown> | undefined =>
    database.prepare('SELECT * FROM crawl ORDER BY id DESC LIMIT 1').get()
  const addNote = database.prepare('INSERT OR IGNORE INTO note VALUES (?)')
  return {
    frontier,
    pages: openPages(database),
    visits: openVisits(database),
    contentLinks: openContentLinks(database),
    sets: openRecordSets(database),
    begin: (key, fresh) =>
      inTransaction(database, () => {
        const last = current()
        if (last?.['key'] === key && last['phase'] !== 'done' && !fresh) return toRow(last)
        frontier.clear()
        database.exec('DELETE FROM note')
        const twins = last?.['key'] === key ? String(last['twins']) : ''
        // One doubt outweighs all proofs before it.
        const proofs = last?.['doubts'] === 0 ? Number(last['proofs']) : 0
        database
          .prepare(`INSERT INTO crawl (key, started, phase, twins, proofs, wrong304) VALUES (?, ?, 'seed', ?, ?, ?)`)
          .run(key, Date.now(), twins, proofs, last?.['key'] === key ? Number(last['wrong304']) : 0)
        database.exec('DELETE FROM crawl WHERE id < (SELECT max(id) FROM crawl)')
        const row = current()
        if (row === undefined) throw new Error('The store of the crawl did not keep a new row.')
        return toRow(row)
      }),
    update(change) {
      for (const [name, value] of Object.entries(change)) {
        database.prepare(`UPDATE crawl SET ${name} = ? WHERE id = (SELECT max(id) FROM crawl)`).run(value)
      }
    },
    state: () => toRow(current() ?? {}),
    learnt(input) {
      const row = database.prepare('SELECT fingerprint FROM learnt WHERE input = ?').get(input)
      return row && String(row['fingerprint'])
    },
    putLearnt(input, fingerprint) {
      database.exec('DELETE FROM learnt')
      database.prepare('INSERT INTO learnt VALUES (?, ?)').run(input, fingerprint)
    },
    // Texts of the site are in it; a terminal would obey their control characters.
    note: (text) => void addNote.run(text.replaceAll(/\p{Cc}+/gu, ' ')),
    notes: () =>
      database
        .prepare('SELECT text FROM note ORDER BY text')
        .all()
        .map((row) => String(row['text'])),
    transaction: (steps) => inTransaction(database, steps),
    close() {
      database.close()
      unlock()
    },
  }
}

function toRow(row: Record<string, unknown>): CrawlRow {
  return {
    id: Number(row['id']),
    phase: row['phase'] as Phase,
    requests: Number(row['requests']),
    spent: Number(row['spent']),
    scope: String(row['scope']),
    twins: String(row['twins']),
    gaps: Number(row['gaps']),
    proofs: Number(row['proofs']),
    doubts: Number(row['doubts']),
    wrong304: Number(row['wrong304']),
    outcome: row['outcome'] as CrawlRow['outcome'],
  }
}
