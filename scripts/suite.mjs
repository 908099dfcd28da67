// Runs the tests in a process of their own and reads their results, for scripts that repeat them.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failuresIn } from './ci/failures.mjs'
import { root } from './import-lines.mjs'

export { root } from './import-lines.mjs'

const results = mkdtempSync(join(tmpdir(), 'loquat-suite-'))
process.on('exit', () => rmSync(results, { recursive: true, force: true }))

const running = new Set()
/** Set by SIGINT or SIGTERM. */
export let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isStopped = true
    for (const child of running) child.kill(signal)
  })

let runs = 0
/** Runs the tests; returns how many passed, and the failures as text. Undefined if they didn't run. */
export async function runTests(args, environment = {}) {
  const output = join(results, `${++runs}.json`)
  const command = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${output}`]
  const child = spawn(process.execPath, [...command, ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  const code = await new Promise((resolve) => child.once('close', resolve))
  running.delete(child)
  let outcome
  try {
    outcome = JSON.parse(readFileSync(output, 'utf8'))
  } catch {
    return undefined
  }
  const failures = failuresIn(outcome).map(({ file, test, message }) =>
    [file, test, message].filter(Boolean).join('\n'),
  )
  // such as an unhandled rejection
  if (code !== 0 && failures.length === 0) failures.push(`the tests ended with ${code}`)
  return { passed: outcome.numPassedTests, failures }
}
