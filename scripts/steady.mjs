// `npm run steady -- [--runs N] [--beside N] [--shuffle] [--seed N] [ARGUMENT OF VITEST ...]` repeats all tests, the
// last `--beside` runs next to a second suite, with `--shuffle` in another order each time. Reports failures with their
// seed, and how many tests ran and failed in total: a flaky suite fails so often that its failures get ignored. After
// scripts/with-postgres.sh they run on a PostgreSQL server.
import { randomInt } from 'node:crypto'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { isStopped, runTests } from './suite.mjs'

const { values, positionals } = parseArgs({
  options: {
    runs: { type: 'string', default: '10' },
    beside: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    project: { type: 'string', multiple: true, default: [] },
    shuffle: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const number = (name) => {
  const value = Number(values[name])
  if (Number.isInteger(value) && value >= 0) return value
  console.error(`steady: --${name} is a whole number`)
  process.exit(2)
}
const [runs, beside, firstSeed] = [number('runs'), number('beside'), number('seed')]

const counts = new Map()
let [done, green, passed, failed] = [0, 0, 0, 0]

async function suite(seed) {
  const order = values.shuffle
    ? ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`]
    : []
  const outcome = await runTests([...order, ...values.project.map((name) => `--project=${name}`), ...positionals])
  if (isStopped) return
  done++
  const failures = outcome ? outcome.failures : ['the tests did not run']
  if (failures.length === 0) green++
  passed += outcome?.passed ?? 0
  failed += failures.length
  for (const text of failures) {
    const name = text.split('\n', 2).join(': ')
    counts.set(name, (counts.get(name) ?? 0) + 1)
    console.log(`\n${text}\n`)
  }
  const tried = values.shuffle ? `, in the order of seed ${seed}` : ''
  console.log(`${new Date().toISOString()} ${outcome?.passed ?? 0} passed, ${failures.length} failed${tried}`)
}

for (let run = 1; run <= runs && !isStopped; run++) {
  const isBeside = run > runs - beside
  console.log(`Run ${run} of ${runs}${isBeside ? ', with a second suite' : ''}; the load is ${loadavg()[0].toFixed(1)}`)
  const seed = (firstSeed + 2 * run) % 2 ** 31
  await Promise.all([suite(seed), ...(isBeside ? [suite(seed + 1)] : [])])
}
console.log(`${done} suites, ${green} without a failure; ${passed} tests passed, ${failed} failed`)
for (const [name, count] of [...counts].sort((a, b) => b[1] - a[1])) console.log(`${count} times: ${name}`)
process.exitCode = green === done ? 0 : 1
