import { assert, test } from '#test'
import { SeenMoves } from './seen-moves.ts'

const copying = { orgId: 16, decidedAt: null, rowsCopied: 200, rowsToCopy: 1_000, pausedMs: null }
const decided = { ...copying, decidedAt: new Date(), rowsCopied: 1_000 }

test('each moved organization is counted once, with its pause', () => {
  const seen = new SeenMoves()
  seen.look([copying, { ...copying, orgId: 32, rowsCopied: 0 }])
  assert.deepEqual([seen.states, seen.rows, seen.decided], [{ copying: 2, removing: 0 }, { copied: 200, of: 2_000 }, 0])
  seen.look([decided])
  assert.deepEqual(
    [seen.states, seen.rows, seen.decided],
    [{ copying: 0, removing: 1 }, { copied: 1_000, of: 1_000 }, 1],
  )
  assert.equal(seen.pauseSecs, 0)
  seen.look([{ ...decided, pausedMs: 250 }])
  seen.look([])
  assert.deepEqual([seen.states, seen.decided, seen.pauseSecs], [{ copying: 0, removing: 0 }, 1, 0.25])
  // an organization can move again
  seen.look([decided])
  assert.equal(seen.decided, 2)
})
