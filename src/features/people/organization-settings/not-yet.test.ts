import { assert, test } from '#test'
import { features } from '../../../app.ts'

test('each key of register comes from one area', () => {
  const owners = new Map<string, string[]>()
  for (const { name, state = [] } of features)
    for (const { state: part } of state)
      for (const key of Object.keys(part.schema.shape)) owners.set(key, [...(owners.get(key) ?? []), name])
  const twice = [...owners].filter(([, names]) => names.length > 1)
  assert.deepEqual(twice, [])
})
