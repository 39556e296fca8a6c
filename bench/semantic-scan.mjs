/** CPU time of the exact search over 100,000 vectors: `node bench/semantic-scan.mjs [vectors]`. */
import { scan } from '../packages/server/src/semantic/scan.ts'

const DIMENSIONS = 256
const RUNS = 30
const count = Number(process.argv[2] ?? 100_000)
const level = () => Math.floor(Math.random() * 255) - 127
const levels = Int8Array.from({ length: count * DIMENSIONS }, level)
const scales = new Float32Array(count).fill(0.0008)
const rows = Uint32Array.from({ length: count }, (_, at) => at)
const times = []
for (let run = 0; run < RUNS; run++) {
  const query = { levels: Int8Array.from({ length: DIMENSIONS }, level), scale: 0.0008 }
  const before = process.threadCpuUsage()
  scan({ dimensions: DIMENSIONS, levels, scales }, rows, query, 100)
  const { user, system } = process.threadCpuUsage(before)
  times.push((user + system) / 1000)
}
times.sort((a, b) => a - b)
const at = (share) => times[Math.floor(share * (RUNS - 1))].toFixed(1)
console.log(`${count} vectors of ${DIMENSIONS} dimensions: ${at(0)} ms at best, ${at(0.5)} median, ${at(0.9)} p90`)
