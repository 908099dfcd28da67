// node scripts/failed-tests.mjs FOLDER NAME ...: which tests failed in the suites of these names, in a line each and in
// twenty at most. The folder has of each suite what vitest wrote as JSON (NAME.json) and what it said (NAME.log).
// node scripts/failed-tests.mjs --files MOST FOLDER NAME: the files with tests that failed. Fails itself where there are more,
// none, or something failed outside of any test.
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What failed, of the JSON that vitest writes: the test, and what it said. A file that could not be run has no test. */
export function failuresIn({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0) return message ? [{ file, test: '', message }] : []
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      test: fullName,
      message: failureMessages.join('\n'),
    }))
  })
}

const mostLines = 20
const longestLine = 240

const withoutColours = (text) => text.replace(/\x1b\[[0-9;]*m/g, '')

/** In one line. */
function inOneLine({ file, test, message }) {
  // what vitest says of a test that ran out of time
  const first = withoutColours(message)
    .trimStart()
    .split('\n', 1)[0]
    .replace('STACK_TRACE_ERROR', 'it did not end in time')
  const line = [file, test].filter(Boolean).join(' > ') + (first ? `: ${first}` : '')
  return line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line
}

/** Nothing where it ended before it began. */
function logOf(folder, suite) {
  try {
    return withoutColours(readFileSync(join(folder, `${suite}.log`), 'utf8'))
  } catch {
    return ''
  }
}

function failuresOf(folder, suite) {
  try {
    const failures = failuresIn(JSON.parse(readFileSync(join(folder, `${suite}.json`), 'utf8')))
    if (failures.length > 0) return failures
  } catch {
    // it ended before it could write anything
  }
  const log = logOf(folder, suite)
  // such as an error that no test waited for
  const message = (/^.*Error: .*$/m.exec(log) ?? /^.*\w.*$/m.exec(log))?.[0] ?? ''
  return [{ file: 'outside of any test', test: '', message }]
}

/** Files that may be run once more; undefined where that would say nothing. */
function filesOf(folder, suite, most) {
  const failures = failuresOf(folder, suite)
  const files = [...new Set(failures.map(({ file }) => file))]
  const isOfTests = failures.every(({ test }) => test !== '') && !/Unhandled Errors?\b/.test(logOf(folder, suite))
  return isOfTests && files.length <= most ? files : undefined
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv[2] === '--files') {
    const [most, folder, suite] = process.argv.slice(3)
    const files = filesOf(folder, suite, Number(most))
    if (files) console.log(files.join('\n'))
    process.exit(files ? 0 : 1)
  }
  const [folder, ...suites] = process.argv.slice(2)
  const most = Math.max(2, Math.floor(mostLines / suites.length))
  for (const suite of suites) {
    const lines = failuresOf(folder, suite).map((failure) => `${suite}: ${inOneLine(failure)}`)
    const rest = lines.length - most + 1
    if (rest > 1) lines.splice(most - 1, rest, `${suite}: and ${rest} more`)
    for (const line of lines) console.log(line)
  }
}
