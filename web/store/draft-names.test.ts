import { assert, test } from 'vitest'
import { claimName, hasOwnName, serverName } from './draft-names.ts'

test('a draft keeps its name once it’s saved', () => {
  claimName('first', 11)
  assert.equal(serverName(11), 'first')
  assert.ok(hasOwnName(11))
})

test('a draft from another device that gives up its name gets a unique one', () => {
  const name = serverName(21)
  claimName(name, undefined)
  assert.notEqual(serverName(21), name)
  // the text written here is saved as a separate draft
  claimName(name, 22)
  assert.equal(serverName(22), name)
  assert.notEqual(serverName(21), name)
})

test('a draft that gives up its name repeatedly stays unique', () => {
  const taken = [1, 2, 3].map(() => {
    const name = serverName(31)
    claimName(name, undefined)
    return name
  })
  assert.equal(new Set([...taken, serverName(31)]).size, 4)
})

test('a draft that was named here gives up its name to newer text', () => {
  claimName('own', 41)
  claimName('own', undefined)
  assert.notEqual(serverName(41), 'own')
  assert.ok(!hasOwnName(41))
})
