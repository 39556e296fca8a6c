/** Crawls a site in a process of its own, which a test kills. Arguments: address of the site, file of the store. */
import { crawl } from '../run/crawl.ts'

const [start = '', store = ''] = process.argv.slice(2)
const result = await crawl({ source: { kind: 'site', starts: [start] }, store, version: '0.0.0', allowPrivate: true })
result.close()
