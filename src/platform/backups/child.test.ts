import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { assert, test } from '#test'
import { Child } from './child.ts'

const children = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

test('the backup process runs with the configured priority', async () => {
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
