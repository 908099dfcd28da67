// npm run explore -- [--minutes N] [--seconds N] [--seed N] [FILE ...]: the tests that try things out, on other examples
// each round, until the time is over. What it finds is printed with its seed and its smallest example, which goes among
// the `examples` of that test.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
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
// of each test in a round
const seconds = number('seconds', 30)
const firstSeed = number('seed', randomInt(2 ** 31))

/** The tests that draw from the harness's seeds; those that end processes of their own come with their name alone. */
const files =
  positionals.length > 0
    ? positionals
    : ['src', 'test']
        .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
        .filter((name) => name.endsWith('.test.ts') && !name.startsWith(join('test', 'crash')))
        .filter((name) => /\b(holds|chance)\(/.test(readFileSync(join(root, name), 'utf8')))

const results = mkdtempSync(join(tmpdir(), 'loquat-explore-'))
let child
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopped = true
    child?.kill(signal)
  })

function round(seed) {
  const output = join(results, 'round.json')
  rmSync(output, { force: true })
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${output}`]
  const env = { ...process.env, LOQUAT_EXPLORE_SEED: String(seed), LOQUAT_EXPLORE_SECONDS: String(seconds) }
  child = spawn(process.execPath, [...args, ...files], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve) =>
    child.once('close', () => {
      try {
        resolve(JSON.parse(readFileSync(output, 'utf8')))
      } catch {
        resolve(undefined)
      }
    }),
  )
}

const until = Date.now() + minutes * 60_000
let rounds = 0
let finds = 0
let seed = firstSeed
console.log(`${files.length} files, ${seconds} s for each test in a round, ${minutes} min in all`)
do {
  const outcome = await round(seed)
  if (stopped) break
  if (!outcome) {
    finds++
    console.log(`Round ${rounds + 1}, seed ${seed}: the tests did not run`)
    break
  }
  rounds++
  for (const { name, message, assertionResults } of outcome.testResults) {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const texts = failed.map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`)
    if (failed.length === 0 && message) texts.push(message)
    for (const text of texts) {
      finds++
      console.log(`\nRound ${rounds}, seed ${seed}: ${name.slice(root.length + 1)}\n${text}\n`)
    }
  }
  console.log(`Round ${rounds}: ${finds === 0 ? 'nothing found' : `${finds} found so far`}`)
  seed = (seed + 1) % 2 ** 31
} while (Date.now() < until)
rmSync(results, { recursive: true, force: true })
console.log(`${rounds} rounds, ${finds === 0 ? 'nothing found' : `${finds} found`}`)
process.exitCode = finds === 0 ? 0 : 1
