import { assert, test, vi } from 'vitest'
import { stubPageGlobals } from '../../test/harness/page-globals.ts'

stubPageGlobals()
const { isOwnOutage } = await import('./call-quality.ts')
vi.unstubAllGlobals()

test('the only other person’s outage isn’t mistaken for your own', () => {
  assert.isFalse(isOwnOutage(['lost'], false))
  assert.isTrue(isOwnOutage(['interrupted'], true))
  assert.isFalse(isOwnOutage(['connected'], true))
  assert.isTrue(isOwnOutage(['interrupted', 'lost'], false))
  assert.isFalse(isOwnOutage(['lost', 'connected'], false))
  assert.isFalse(isOwnOutage([], true))
})
