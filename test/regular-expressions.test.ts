import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/experimental'
import { expect, test } from 'vitest'
import { projectRoot } from '#platform/config'
import { assert } from '#test'

interface Expression {
  readonly where: string
  readonly pattern: string
  readonly flags: string
}

function expressionsIn(path: string, text: string): Expression[] {
  const found: Expression[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { regex, start } = node as { regex?: { pattern: string; flags: string } | null; start: number }
    if (regex) found.push({ where: `${path}:${text.slice(0, start).split('\n').length}`, ...regex })
    for (const value of Object.values(node)) visit(value)
  }
  visit(parseSync(path, text).program)
  return found
}

const characters = 20_000
/** Time limit; trying once from each character takes ten times as long. */
const maxMs = 100

/** Texts that repeat characters matched by an expression, with several endings. */
function* longTexts(pattern: string): Generator<string> {
  const signs = new Set(pattern.match(/[^A-Za-z0-9\\]/gu) ?? [])
  for (const sign of [' ', '\t', '\n', 'a', 'A', '0', '-', '_', '.', '/', '<', '"']) signs.add(sign)
  const words = new Set(pattern.match(/[A-Za-z<[`*@#:/]{2,}/g) ?? [])
  for (const begin of ['', 'a', '/a', ...words])
    for (const part of [...signs, ...words])
      for (const end of ['', '\u0000', 'x', '\n']) yield begin + part.repeat(Math.floor(characters / part.length)) + end
}

const cpuMs = (work: () => void): number => {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

/** The text on which an expression is too slow; undefined if there is none. */
function slowText({ pattern, flags }: Expression): string | undefined {
  const expression = new RegExp(pattern, flags)
  for (const text of longTexts(pattern)) {
    const once = () => {
      expression.lastIndex = 0
      expression.test(text)
    }
    // other threads may be busy the first time
    if (cpuMs(once) > maxMs && cpuMs(once) > maxMs && cpuMs(once) > maxMs) return text
  }
  return undefined
}

/** Whether it has an unlimited repetition. */
const repeats = ({ pattern }: Expression): boolean => /[*+]|\{\d+,\}/.test(pattern)

test('the server’s regular expressions take linear time for repeated characters', () => {
  const files = execFileSync('git', ['ls-files', '-z', 'src/*.ts'], { cwd: projectRoot, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && !/\.test\.ts$|fixture/.test(path))
  const all = files.flatMap((path) => expressionsIn(path, readFileSync(join(projectRoot, path), 'utf8')))
  expect(all.length).toBeGreaterThan(500)
  const slow = all.filter(repeats).flatMap((one) => {
    const text = slowText(one)
    return text === undefined
      ? []
      : [`${one.where} /${one.pattern}/${one.flags}: ${JSON.stringify(text.slice(0, 40))}…`]
  })
  assert.deepEqual(slow, [])
})

test('an expression that takes quadratic time is found', () => {
  const [slow, fast] = expressionsIn('x.ts', 'f(/\\s+$/); f(/(?<!\\s)\\s+$/)')
  assert.notEqual(slowText(slow as Expression), undefined)
  assert.equal(slowText(fast as Expression), undefined)
})
