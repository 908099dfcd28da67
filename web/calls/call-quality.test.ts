import { assert, test, vi } from 'vitest'

// what the modules below read when they load
vi.stubGlobal('document', { documentElement: { dataset: {}, lang: 'en' } })
vi.stubGlobal('location', new URL('http://loquat.invalid/'))
vi.stubGlobal('addEventListener', () => {})
const { isOwnOutage } = await import('./call-quality.ts')
vi.unstubAllGlobals()

test('the outage of the only other person isn’t taken for one’s own', () => {
  assert.isFalse(isOwnOutage(['lost'], false))
  assert.isTrue(isOwnOutage(['interrupted'], true))
  assert.isFalse(isOwnOutage(['connected'], true))
  assert.isTrue(isOwnOutage(['interrupted', 'lost'], false))
  assert.isFalse(isOwnOutage(['lost', 'connected'], false))
  assert.isFalse(isOwnOutage([], true))
})
