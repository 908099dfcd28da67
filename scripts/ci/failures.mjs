// Lists failed tests from vitest's output for a suite, a folder with NAME.json and NAME.log.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../import-lines.mjs'

const maxLines = 20
const longestLine = 240
const outsideOfTests = 'outside of any test'

/** The failures in vitest's JSON, as `{ file, test, message }`. For a file that couldn't be loaded, `test` is empty. */
export function failuresIn({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0) return message ? [{ file, test: '', message: plain(message) }] : []
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      test: fullName,
      // vitest's message for a timeout
      message: plain(failureMessages.join('\n')).replace('STACK_TRACE_ERROR', 'timed out'),
    }))
  })
}

/**
 * Failures of a full run that didn't repeat when their files ran alone. Takes vitest's JSON, or undefined for a run that
 * ended before writing it.
 */
export function passedAlone(full, alone) {
  if (!full || !alone) return []
  const again = new Set(failuresIn(alone).map(keyOf))
  return failuresIn(full).filter((failure) => !again.has(keyOf(failure)) && !again.has(keyOf({ ...failure, test: '' })))
}

const keyOf = ({ file, test }) => `${file} > ${test}`

/** One line for each failure of these suites, at most 20 in all, and some of each suite. */
export function linesOfFailures(folder, suites) {
  const most = Math.max(2, Math.floor(maxLines / suites.length))
  return suites.flatMap((suite) => {
    const lines = failuresOf(folder, suite).map((failure) => `${suite}: ${inOneLine(failure)}`)
    const rest = lines.length - most + 1
    if (rest > 1) lines.splice(most - 1, rest, `${suite}: and ${rest} more`)
    return lines
  })
}

/** The files to run once more. Undefined if there are none, more than `most`, or an error that belongs to no file. */
export function rerunnableFiles(folder, suite, most) {
  const log = logOf(folder, suite)
  const origins = [...log.matchAll(/This error originated in "([^"]+)" test file/g)].map(([, file]) => file)
  const errors = [...log.matchAll(/⎯ (?:Unhandled (?:Error|Rejection)|Uncaught Exception) ⎯/g)].length
  if (origins.length < errors) return undefined
  const failures = failuresOf(folder, suite).filter(({ file }) => file !== outsideOfTests)
  const files = [...new Set([...failures.map(({ file }) => file), ...origins])]
  return files.length > 0 && files.length <= most ? files : undefined
}

const plain = (text) => text.replace(/\x1b\[[0-9;]*m/g, '')

function inOneLine({ file, test, message }) {
  const first = message.trimStart().split('\n', 1)[0]
  const line = [file, test].filter(Boolean).join(' > ') + (first ? `: ${first}` : '')
  return line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line
}

/** Empty if the suite ended before it wrote anything. */
function logOf(folder, suite) {
  try {
    return plain(readFileSync(join(folder, `${suite}.log`), 'utf8'))
  } catch {
    return ''
  }
}

function failuresOf(folder, suite) {
  try {
    const failures = failuresIn(JSON.parse(readFileSync(join(folder, `${suite}.json`), 'utf8')))
    if (failures.length > 0) return failures
  } catch {
    // the suite ended before it wrote anything
  }
  const log = logOf(folder, suite)
  // such as an unhandled rejection
  const message = (/^.*Error: .*$/m.exec(log) ?? /^.*\w.*$/m.exec(log))?.[0] ?? ''
  return [{ file: outsideOfTests, test: '', message }]
}
