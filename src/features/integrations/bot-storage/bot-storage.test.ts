import { assert, test } from '#test'
import * as api from './api.ts'

test('a bot alone can read its values, by key or all at once', async ({ ada, ben }) => {
  assert.deepEqual(await ada.call(api.getStorage, {}), { storage: {} })
  await ada.call(api.updateStorage, { storage: { count: '1', näme: '"Ünï 🎈"' } })
  await ada.call(api.updateStorage, { storage: { count: '2', empty: '' } })
  const all = { count: '2', empty: '', näme: '"Ünï 🎈"' }
  assert.deepEqual((await ada.call(api.getStorage, {})).storage, all)
  assert.deepEqual((await ada.call(api.getStorage, { keys: ['count'] })).storage, { count: '2' })
  assert.deepEqual((await ben.call(api.getStorage, {})).storage, {})
  await ben.refused(api.getStorage, { keys: ['count'] })
  await ben.call(api.updateStorage, { storage: { count: '7' } })
  assert.deepEqual((await ada.call(api.getStorage, { keys: ['count'] })).storage, { count: '2' })
})

test('keys are removed, some or all at once; an absent key changes nothing', async ({ ada }) => {
  await ada.call(api.updateStorage, { storage: { a: '1', b: '2', c: '3' } })
  await ada.refused(api.removeStorage, { keys: ['a', 'never there'] })
  await ada.refused(api.getStorage, { keys: ['a', 'never there'] })
  assert.deepEqual((await ada.call(api.getStorage, {})).storage, { a: '1', b: '2', c: '3' })
  await ada.call(api.removeStorage, { keys: ['a', 'a'] })
  assert.deepEqual((await ada.call(api.getStorage, {})).storage, { b: '2', c: '3' })
  await ada.call(api.removeStorage, {})
  assert.deepEqual((await ada.call(api.getStorage, {})).storage, {})
})

test('only strings are stored, within the limits', async ({ ada }) => {
  const part = (text: string) => text.repeat(api.maxStorage / 12)
  const keys = [...'abcdefghijk']
  for (const key of keys) await ada.call(api.updateStorage, { storage: { [key]: part(key) } })
  await ada.refused(api.updateStorage, { storage: { l: part('l') } })
  for (const bad of ['text', '[]', '{"key": 1}', '{"": "text"}', 'null'])
    assert.match((await ada.refusedRaw('PUT', '/bot_storage', { storage: bad })).message, /storage/)
  assert.deepEqual(Object.keys((await ada.call(api.getStorage, {})).storage), keys)
})
