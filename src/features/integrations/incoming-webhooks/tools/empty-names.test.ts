import { assert, test } from '#test'
import { catalogue } from './catalogue.ts'
import { withoutGaps } from './gaps.ts'
import { messageOf } from './message.ts'
import { specimenSettings } from './specimens.ts'

/** Payloads without one of their values each, and with a placeholder for it. */
function* without(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) for (const other of without(one)) yield value.with(at, other)
    if (value.length > 0) yield []
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      const { [name]: _gone, ...rest } = value as Record<string, unknown>
      yield rest
      for (const other of without(one)) yield { ...value, [name]: other }
    }
  } else {
    yield ''
    yield 'None'
  }
}

const outsideOfQuotes = (content: string) => content.replace(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '')

/** Two spaces, empty marks, a placeholder, or a word without the name that must follow. */
const gap =
  /\S {2,}\S|\*{4}|\*\*None\*\*|\( → \)|(?<!\S)(?:on|to|by|of|from|into|in|with|for|at|commented on) ?[.:]?$| [.:]$/

for (const { name, category, samples } of catalogue.values()) {
  if (category === 'anything') continue
  test(`${name}: a sentence has no gap for a missing value`, async () => {
    const tool = catalogue.get(name)
    assert.ok(tool)
    const found = new Set<string>()
    for (const { payload, headers = {} } of Object.values((await samples()).default))
      for (const changed of without(payload)) {
        const header = (key: string) => headers[key] ?? ''
        const posted = { payload: changed, header, settings: specimenSettings, queueKey: 'test' }
        const { content } = await messageOf(tool, posted)
        for (const line of outsideOfQuotes(content).split('\n')) if (gap.test(line)) found.add(line)
      }
    assert.deepEqual([...found], [])
  })
}

test('gaps are closed in sentences, but not in quotes and titles', () => {
  for (const [text, expected] of [
    ['**ada** created the branch  in .', '**ada** created the branch.'],
    ['events of  will be posted', 'events will be posted'],
    ['🔴 : ****', '🔴 **unknown**'],
    ['opened x ( → ).', 'opened x.'],
    ['[Sign in](https://x.example) to [main()](https://x.example): a : b', undefined],
    ['* one\n    * two in  a\n```quote\na  b in .\n```', '* one\n    * two a\n```quote\na  b in .\n```'],
  ] as const)
    assert.equal(withoutGaps(text), expected ?? text)
})
