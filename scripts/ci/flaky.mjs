// The list of flaky tests, test/FLAKY.md: tests that failed in a full run and passed alone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../import-lines.mjs'

const file = join(root, 'test/FLAKY.md')
/** A test listed this often is fixed or deleted; `npm run check` insists. */
const maxEntries = 3

const cell = (text) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()

/** The line for a test that failed: `failure` as failuresIn() returns it, `day` as YYYY-MM-DD. */
export function flakyLine({ file, test, message }, day) {
  // a property test names the seed of its example; everything else runs in the same order on the same data
  const seed = /\bSeed (-?\d+)/.exec(message)?.[1] ?? 'fixed'
  const symptom = message.trimStart().split('\n', 1)[0].slice(0, 160)
  return `| ${[`${file} > ${test}`, symptom, `${day}, seed ${seed}`, 'unknown'].map(cell).join(' | ')} |`
}

/** Adds lines to the list in this working tree. */
export function addFlaky(lines) {
  writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()}\n${lines.join('\n')}\n`)
}

/** The tests that are listed too often, as a message for `npm run check`; empty if there are none. */
export function listedTooOften(text = existsSync(file) ? readFileSync(file, 'utf8') : '') {
  const counts = new Map()
  for (const [, test] of text.matchAll(/^\| (\S+\.test\.tsx? > (?:\\\||[^|])+) \|/gm))
    counts.set(test, (counts.get(test) ?? 0) + 1)
  const often = [...counts].filter(([, count]) => count >= maxEntries).map(([test]) => test)
  return often.length === 0 ? '' : `fix or delete these flaky tests (test/FLAKY.md):\n${often.join('\n')}`
}
