/** Measures one crawl in its own process. Arguments: crawler, origin of the site, number of pages, store. */

const [crawler, origin, pages, store] = process.argv.slice(2)
const start = `${origin}/docs/0`
const { crawl } = crawler === 'docent' ? await docent() : await crawlee()

const cpu = process.cpuUsage()
const began = performance.now()
const found = await crawl()
const { user, system } = process.cpuUsage(cpu)
process.send({
  ...found,
  cpuMs: (user + system) / 1000,
  wallMs: performance.now() - began,
  peakBytes: process.resourceUsage().maxRSS * 1024,
})
process.disconnect()

async function docent() {
  const { crawl, openCrawlSets } = await import('../../packages/crawl/src/index.ts')
  const { keepHeapSmall } = await import('../../packages/cli/src/terminal/small-heap.ts')
  // As `docent index` does before a crawl.
  keepHeapSmall()
  return {
    async crawl() {
      const result = await crawl({
        source: { kind: 'site', starts: [`${origin}/docs/`, start] },
        store,
        version: '0',
        allowPrivate: true,
        limits: { pages: Number(pages) * 2 },
      })
      const { indexed, records } = result.counts
      result.close()
      const sets = openCrawlSets(store)
      sets.accept()
      sets.close()
      return { pages: indexed, records }
    },
  }
}

async function crawlee() {
  const { CheerioCrawler, Configuration, log } = await import('@crawlee/cheerio')
  log.setLevel(log.LEVELS.OFF)
  return {
    async crawl() {
      let count = 0
      const titles = new Set()
      const crawler = new CheerioCrawler(
        {
          maxConcurrency: 8,
          minConcurrency: 8,
          requestHandler: async ({ $, enqueueLinks }) => {
            count++
            titles.add($('title').text())
            await enqueueLinks({ strategy: 'same-origin', globs: [`${origin}/docs/*`] })
          },
        },
        new Configuration({ persistStorage: false, purgeOnStart: true, availableMemoryRatio: 0.8 }),
      )
      await crawler.run([start])
      return { pages: count }
    },
  }
}
