// npm run explore -- [--minutes N] [--seconds N] [--seed N] [FILE ...]: runs the randomized tests with new examples
// each round, until the time is over. Failures are printed with their seed and their smallest example, which belongs in
// that test's `examples`.
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isStopped, root, runTests } from './suite.mjs'

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string' }, seconds: { type: 'string' }, seed: { type: 'string' } },
  allowPositionals: true,
})
const number = (name, fallback) => {
  const value = Number(values[name] ?? fallback)
  if (Number.isFinite(value) && value >= 0) return value
  console.error(`explore: --${name} is a number`)
  process.exit(2)
}
const minutes = number('minutes', 10)
// for each test in a round
const seconds = number('seconds', 30)
const firstSeed = number('seed', randomInt(2 ** 31))

/** The tests that use the harness's seeds; those that kill their own processes run only when named. */
const files =
  positionals.length > 0
    ? positionals
    : ['src', 'test']
        .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
        .filter((name) => name.endsWith('.test.ts') && !name.startsWith(join('test', 'crash')))
        .filter((name) => /\b(holds|chance)\(/.test(readFileSync(join(root, name), 'utf8')))

const until = Date.now() + minutes * 60_000
let rounds = 0
let finds = 0
let seed = firstSeed
console.log(`${files.length} files, ${seconds} s for each test in a round, ${minutes} min in all`)
do {
  const environment = { LOQUAT_EXPLORE_SEED: String(seed), LOQUAT_EXPLORE_SECONDS: String(seconds) }
  const outcome = await runTests(files, environment)
  if (isStopped) break
  if (!outcome) {
    finds++
    console.log(`Round ${rounds + 1}, seed ${seed}: the tests did not run`)
    break
  }
  rounds++
  for (const text of outcome.failures) {
    finds++
    console.log(`\nRound ${rounds}, seed ${seed}: ${text}\n`)
  }
  console.log(`Round ${rounds}: ${finds === 0 ? 'nothing found' : `${finds} found so far`}`)
  seed = (seed + 1) % 2 ** 31
} while (Date.now() < until)
console.log(`${rounds} rounds, ${finds === 0 ? 'nothing found' : `${finds} found`}`)
process.exitCode = finds === 0 ? 0 : 1
