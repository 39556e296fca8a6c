/** A process that parses the MDX of its standard input. It ends with another status than 0 where the parser ends it. */
import { text } from 'node:stream/consumers'
import { repairAndParse } from './mdx-repair.ts'

repairAndParse(await text(process.stdin), (line) => line)
