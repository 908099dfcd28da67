// .ci/run [--all | --plan]: installs what's missing, runs the selected suites two at a time, and reports.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../import-lines.mjs'
import { changesIn } from './changes.mjs'
import { linesOfFailures, passedAlone, rerunnableFiles } from './failures.mjs'
import { addFlaky, flakyLine } from './flaky.mjs'
import { measured } from './measured.mjs'
import { plan } from './plan.mjs'
import { commandOf, installationsFor } from './suites.mjs'

const usage = `usage: .ci/run [--all] [--plan]

  --all   everything, as a release needs it, instead of what the change can affect; also compares CPU times with the
          last release
  --plan  print the selection as JSON and run nothing

CI_BASE names the commit to compare with; by default it's the newest one committed more than 24 hours before HEAD.`
const args = process.argv.slice(2)
if (args.some((arg) => !['--all', '--plan'].includes(arg))) {
  console.error(usage)
  process.exit(2)
}
const all = args.includes('--all')
const selection = plan(changesIn(root), { all })
if (args.includes('--plan')) {
  // process.exit would cut off output that the pipe hasn't taken yet
  await new Promise((written) => process.stdout.write(`${JSON.stringify(selection, null, 2)}\n`, written))
  process.exit(0)
}

/** A suite with at most this many failed files runs those once more by themselves. */
const maxRerunFiles = 8
const results = mkdtempSync(join(tmpdir(), 'loquat-ci-'))
process.on('exit', () => rmSync(results, { recursive: true, force: true }))
const started = performance.now()
const duration = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
const logOf = (name) => readFileSync(join(results, `${name}.log`), 'utf8')
const suites = [...selection.suites, { name: 'checks', because: 'types, lint, imports and generated files' }]
const fileName = (suite) => suite.replaceAll(' ', '-')

function printPlan() {
  console.log(`Base: ${selection.base ?? 'none'}; ${selection.changed.length} files changed.`)
  for (const { name, files, leftOut = [], because } of suites)
    console.log(
      `  ${name}: ${files ? `${files.length} of ${files.length + leftOut.length} files` : 'all'} (${because})`,
    )
}

const failed = []
const flaky = []

async function install({ name, command, required }) {
  const log = join(results, `install-${fileName(name)}.log`)
  const { code } = await measured(command, { cwd: root, log })
  if (code === 0) return
  console.log(
    `${name} can't be installed here${required ? '' : '; its tests are skipped'}:\n${readFileSync(log, 'utf8').trimEnd()}`,
  )
  if (required) failed.push(`${name} can't be installed`)
}

/** One at a time, because Debian's package manager allows no more; a suite waits for what it needs. */
const installed = new Map()
function startInstalling(names) {
  let before = Promise.resolve()
  for (const installation of installationsFor(names, selection.changed, { all })) {
    before = before.then(() => install(installation))
    installed.set(installation, before)
  }
}
const readyFor = (suite) =>
  Promise.all(
    [...installed].filter(([{ suites }]) => suites.some((name) => suite.startsWith(name))).map(([, done]) => done),
  )

async function runTests(suite, files, name) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(results, `${name}.json`)}`]
  const { command, env } = commandOf(suite, files, { all })
  return measured([...command, ...reporters], { cwd: root, log: join(results, `${name}.log`), env })
}

function resultOf(name) {
  try {
    return JSON.parse(readFileSync(join(results, `${name}.json`), 'utf8'))
  } catch {
    return undefined
  }
}

async function runSuite({ name: suite, files, leftOut, because }) {
  await readyFor(suite)
  const name = fileName(suite)
  const { code, seconds, cpuSeconds } = await runTests(suite, files, name)
  const report = [`== ${suite}: ${because}`]
  let passed = code === 0
  let last = name
  if (!passed) {
    report.push(logOf(name).split('\n').slice(-150).join('\n').trimEnd())
    const again = rerunnableFiles(results, name, maxRerunFiles)
    if (again) {
      last = `${name}-alone`
      const alone = await runTests(suite, again, last)
      passed = alone.code === 0
      const day = new Date().toISOString().slice(0, 10)
      flaky.push(...passedAlone(resultOf(name), resultOf(last)).map((failure) => flakyLine(failure, day)))
      if (!passed) report.push(`alone: ${again.join(' ')}`, logOf(last).split('\n').slice(-50).join('\n').trimEnd())
    }
  }
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = resultOf(name) ?? {}
  report.push(
    `${files.length} files ran, ${leftOut.length} left out; ${duration(seconds)} min, ${Math.round(cpuSeconds)} CPU-s`,
    `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`,
  )
  console.log(report.join('\n'))
  if (!passed) failed.push(`${suite}\n${linesOfFailures(results, [last]).join('\n')}`)
}

async function runChecks({ name }) {
  const { command } = commandOf('checks', [])
  const { code, seconds, cpuSeconds } = await measured(command, { cwd: root, log: join(results, `${name}.log`) })
  console.log(`== checks\n${logOf(name).trimEnd()}\n${duration(seconds)} min, ${Math.round(cpuSeconds)} CPU-s`)
  if (code !== 0)
    failed.push(
      `checks\n${
        logOf(name)
          .match(/^failed .*$/gm)
          ?.join('\n') ?? ''
      }`,
    )
}

/** Alone, because it measures. */
async function compareSpeed() {
  const { command } = commandOf('speed', [])
  const { code, seconds } = await measured(command, { cwd: root, log: join(results, 'speed.log') })
  console.log(`== speed, compared with the last release\n${logOf('speed').trimEnd()}\n${duration(seconds)} min`)
  if (code !== 0)
    failed.push(
      `speed\n${
        logOf('speed')
          .match(/^below .*$/gm)
          ?.join('\n') ?? ''
      }`,
    )
}

printPlan()
const selected = suites.filter(({ files }) => files === undefined || files.length > 0)
startInstalling(selected.map(({ name }) => name))
/** perf: two at a time keep two processors busy, because suites also wait; a third only slowed the others down. */
const waiting = [...selected]
async function work() {
  for (let suite = waiting.shift(); suite; suite = waiting.shift())
    await (suite.name === 'checks' ? runChecks(suite) : runSuite(suite))
}
await Promise.all([work(), work()])
await Promise.all(installed.values())
if (all) await compareSpeed()

console.log(`== Left out`)
for (const { name, leftOut = [], because } of suites)
  if (leftOut.length > 0) console.log(`${name}: ${leftOut.length} files (ran: ${because})`)
console.log(`Took ${duration((performance.now() - started) / 1000)} min on ${cpus().length} processors.`)
if (flaky.length > 0) {
  addFlaky(flaky)
  console.log(`== Flaky: failed beside other tests, passed alone. Add to test/FLAKY.md:\n${flaky.join('\n')}`)
}
// only the end of the output is kept, so what failed comes last
if (failed.length > 0) {
  console.log(`== Failed\n${failed.join('\n')}`)
  process.exitCode = 1
} else console.log('All passed.')
