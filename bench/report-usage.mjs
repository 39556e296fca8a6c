/** Loaded before a measured command: at its end, CPU seconds (all threads) and the peak of its memory go to a file. */
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMB: (maxRSS * 1024) / 1e6 }
  writeFileSync(process.env.DOCENT_USAGE, JSON.stringify(usage))
})
