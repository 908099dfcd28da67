// node scripts/failed-tests.mjs FOLDER NAME ...: which tests failed in the suites of these names, in a line each and in
// twenty at most. The folder has of each suite what vitest wrote as JSON (NAME.json) and what it said (NAME.log).
// node scripts/failed-tests.mjs --files MOST FOLDER NAME: the files that failed. Fails itself where there are more, none, or
// something failed that belongs to no file.
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

/** Files that may be run once more: those that failed, and those beside which an error came that no test waited for. */
function filesOf(folder, suite, most) {
  const log = logOf(folder, suite)
  const beside = [...log.matchAll(/This error originated in "([^"]+)" test file/g)].map(([, file]) => file)
  const errors = [...log.matchAll(/⎯ (?:Unhandled (?:Error|Rejection)|Uncaught Exception) ⎯/g)].length
  // an error that comes from nowhere, or a run that did not end, says nothing of files
  if (beside.length < errors) return undefined
  const failures = failuresOf(folder, suite).filter(({ file }) => file !== 'outside of any test')
  const files = [...new Set([...failures.map(({ file }) => file), ...beside])]
  return files.length > 0 && files.length <= most ? files : undefined
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
