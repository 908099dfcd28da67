// npm run check: styles use logical directions (start and end) instead of left and right, so that layouts are mirrored
// in right-to-left languages.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Only physical directions can express these. */
const exceptions = [
  // custom properties that change with the direction
  /^--at-start: (?:left|right)$/,
  /^--towards-end: to (?:left|right)$/,
]

const physical = [
  [/^(?:margin|padding|border|inset|scroll-(?:margin|padding))-(?:left|right)\b/, 'has a -inline-start or -inline-end'],
  [/^border-(?:top|bottom)-(?:left|right)-radius\b/, 'has a border-start-start-radius and the like'],
  [/^(?:left|right):/, 'has an inset-inline-start or -end'],
  [/^(?:text-align|float|clear): (?:left|right)\b/, 'has a start or an end'],
  [/\bto (?:top |bottom )?(?:left|right)\b/, 'has --towards-end'],
  [/^(?:object-position|background-position|transform-origin):.*\b(?:left|right)\b/, 'has --at-start'],
  [/\btranslateX\(/, 'moves one way in every language'],
]

/** Shorthands with four values, of which left and right differ. */
const sides = /^(margin|padding|inset|border-width): (.+)$/

/** Splits values, keeping functions whole: `calc(8px + 1px) auto`. */
const valuesOf = (text) => text.match(/(?:[^\s()]+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?)+/g) ?? []

function problemOf(declaration) {
  if (exceptions.some((exception) => exception.test(declaration))) return undefined
  const found = physical.find(([pattern]) => pattern.test(declaration))
  if (found) return found[1]
  const [, , values] = sides.exec(declaration) ?? []
  const all = values === undefined ? [] : valuesOf(values)
  // 50% is centered, so it's the same in both directions
  if (all.length === 4 && all[1] !== all[3] && all[3] !== '50%') return 'has an -inline with two values'
  return undefined
}

const problems = []
const files = ['web', 'assets'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
)
for (const name of files) {
  if (!name.endsWith('.css') || name.includes('node_modules')) continue
  const lines = readFileSync(join(root, name), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .split('\n')
  for (const [at, line] of lines.entries()) {
    const problem = problemOf(line.trim().replace(/;$/, ''))
    if (problem) problems.push(`${name}:${at + 1}: ${line.trim()} ${problem}`)
  }
}

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
