// Checks that each test named in test/calls-evidence.md exists. Prints what is wrong.
//
//   `path`: “name”, “name”; `path`: “name”
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './import-lines.mjs'

/** The tests that a table cell names, as pairs of path and name. */
export const namedTests = (cell) =>
  cell
    .split(/(?=`[\w./-]+\.test\.ts`)/)
    .flatMap((part) => [...part.matchAll(/“([^”]*)”/g)].map(([, name]) => [/^`([^`]*)`/.exec(part)?.[1] ?? '', name]))

/** Rows without a test, and tests that aren't in their file. */
export function missingEvidence(page, textOf) {
  const problems = []
  for (const line of page.split('\n')) {
    const cells = line.split(' | ')
    if (!/^\| \d+ /.test(line)) continue
    const named = namedTests(cells.at(-1))
    if (named.length === 0) problems.push(`${cells[0]} | ${cells[1]}: names no test`)
    for (const [path, name] of named) {
      const text = textOf(path)
      if (text === undefined) problems.push(`${path}: missing`)
      else if (!text.includes(`'${name}'`)) problems.push(`${path} has no test '${name}'`)
    }
  }
  return problems
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)
  const problems = missingEvidence(read('test/calls-evidence.md'), read)
  if (problems.length > 0) {
    console.log(`test/calls-evidence.md:\n${problems.join('\n')}`)
    process.exitCode = 1
  }
}
