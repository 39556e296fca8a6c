/** The door for packages that make records from other sources than a docs folder. */
export { makeRecords, MAX_RECORD_TEXT, type RecordPage, type SectionText } from './record.ts'
export type { Piece } from './section.ts'
