import { assert, test } from 'vitest'
import { missingEvidence } from '../scripts/calls-evidence.mjs'

const textOf = (path: string) => (path === 'a.test.ts' ? "test('it rings', () => {})" : undefined)

test('a row of the table needs tests that exist', () => {
  const page = (cell: string) => `| | | |\n|---|---|---|\n| 1 | Calls ring | They do | ${cell} |`
  assert.deepEqual(missingEvidence(page('`a.test.ts`: “it rings”'), textOf), [])
  assert.deepEqual(missingEvidence(page('by hand'), textOf), ['| 1 | Calls ring: names no test'])
  assert.deepEqual(missingEvidence(page('`a.test.ts`: “it rings”, “it is silent”; `b.test.ts`: “it rings”'), textOf), [
    "a.test.ts has no test 'it is silent'",
    'b.test.ts: missing',
  ])
})
