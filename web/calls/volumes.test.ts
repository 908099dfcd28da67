import { assert, test, vi } from 'vitest'
import { stubPageGlobals } from '../../test/harness/page-globals.ts'

stubPageGlobals()
const { isMutedHere, keepVolume, volumeOf } = await import('./volumes.ts')
vi.unstubAllGlobals()

test('volumes of the 200 people changed last are kept, whatever their IDs', () => {
  for (let id = 300; id > 100; id--) keepVolume(id, { volume: 0.5 })
  keepVolume(300, { isMuted: true })
  keepVolume(7, { volume: 0.25 })
  assert.deepEqual([volumeOf(7), volumeOf(300), isMutedHere(300)], [0.25, 0.5, true])
  assert.deepEqual([volumeOf(299), volumeOf(298)], [1, 0.5])
  keepVolume(7, { volume: 1 })
  assert.deepEqual([volumeOf(7), isMutedHere(7)], [1, false])
})
