// Finds code that works on Linux only: the server also runs on macOS and Windows. Code for one system must follow
// within a few lines of a check of process.platform.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const rules = [
  ['a signal that Windows does not have', /['"`]SIG(?!TERM\b|INT\b|KILL\b)[A-Z]+\d?['"`]/],
  ['a place that only some systems have', /['"`(]\/(?:proc|dev|etc|tmp|usr|var|run|opt|home)\//],
  ['a path that is put together by hand', /\$\{\w*(?:[dD]ir|projectRoot|[dD]irectory)\}\//],
  [
    'a path that is taken apart by hand',
    /\b\w*(?:[dD]ir|[fF]older|[dD]irectory)\w*\.(?:split|lastIndexOf)\(\s*['"`]\//,
  ],
  ['an address in the place of a path', /import\.meta\.url\)\.pathname/],
  ['a path in the place of an address', /\bimport\((?:join|resolve)\(/],
  ['a socket that is a file', /\.sock\b|\blisten\(\s*['"`]\//],
  ['a question that Windows does not answer', /process\.(?:get|set)e?[ug]id\(/],
  ['a program that need not be there', /\b(?:spawn|exec|execFile)(?:Sync)?\(\s*['"`]/],
  ['a link that Windows allows few people', /\bsymlink(?:Sync)?\(/],
]
/** How many lines a check of the platform covers. */
const answerLines = 12

/** The non-portable code in a text, with line numbers. */
export function unportable(text) {
  const found = []
  const lines = text.split('\n')
  lines.forEach((line, at) => {
    if (/^\s*(\/\/|\*|\/\*)/.test(line)) return
    const above = lines.slice(Math.max(0, at - answerLines), at + 1).join('\n')
    if (above.includes('process.platform')) return
    for (const [problem, pattern] of rules) if (pattern.test(line)) found.push(`${at + 1}: ${problem}: ${line.trim()}`)
  })
  return found
}

/** The same for all code that is installed. */
export function unportableSources() {
  const names = execFileSync('git', ['ls-files', '-z', 'src', 'client', 'bin'], { cwd: root, encoding: 'utf8' })
  return names
    .split('\0')
    .filter((name) => /(\.ts|^bin\/\w+)$/.test(name) && !/\.test\.ts$|fixture|specimens|hostile/.test(name))
    .filter((name) => existsSync(join(root, name)))
    .flatMap((name) => unportable(readFileSync(join(root, name), 'utf8')).map((one) => `${name}:${one}`))
}
