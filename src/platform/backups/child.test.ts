import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { assert, test } from '#test'
import { Child } from './child.ts'

/** Processes that this one has begun, as Linux has them. */
const children = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

test('what makes a backup stands as far behind everything else as the operator says', async () => {
  for (const nice of [0, 7]) {
    const before = new Set(children())
    const child = new Child(nice)
    try {
      const begun = children().filter((pid) => !before.has(pid))
      assert.deepEqual(begun.map(getPriority), [nice])
    } finally {
      await child.end()
    }
  }
})
