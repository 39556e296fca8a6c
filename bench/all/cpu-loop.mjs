/** Prints the CPU ms of 100 million multiplications and shifts; a process of its own, so that it is compiled alike each time. */
function mix(from) {
  let state = from
  for (let at = 0; at < 100_000; at++) {
    state = Math.imul(state ^ at, 16_777_619)
    state ^= state >>> 15
  }
  return state
}

const before = process.cpuUsage()
let state = 1
for (let call = 0; call < 1000; call++) state = mix(state)
const { user, system } = process.cpuUsage(before)
// The condition keeps the compiler from removing the loop.
console.log(state === 0.5 ? 0 : (user + system) / 1000)
