import { assert, test } from 'vitest'
import { type Config, platformOptions, readConfig } from '#platform/config'
import type { Mutation } from '#platform/organization'
import { extensionPoint, hook } from './index.ts'

const mutation = {} as Mutation

test('handlers run in connection order until disconnected', async () => {
  const said: string[] = []
  const greeted = hook<[name: string]>()
  const first = greeted.handledBy(async (_mutation, name) => void said.push(`first ${name}`))
  const second = greeted.handledBy(async (_mutation, name) => void said.push(`second ${name}`))
  await greeted(mutation, 'Ada')
  assert.deepEqual(said, [], 'declaring alone does nothing')
  const end = first.connect()
  second.connect()
  await greeted(mutation, 'Ada')
  assert.deepEqual(said.splice(0), ['first Ada', 'second Ada'])
  end()
  await greeted(mutation, 'Ben')
  assert.deepEqual(said, ['second Ben'])
})

test('a handler connected twice runs once', async () => {
  let calls = 0
  const greeted = hook<[]>()
  const handledBy = greeted.handledBy(async () => void calls++)
  handledBy.connect()
  handledBy.connect()
  await greeted(mutation)
  assert.equal(calls, 1)
})

test('a failing handler fails the action', async () => {
  const greeted = hook<[]>()
  greeted
    .handledBy(async () => {
      throw new Error('no')
    })
    .connect()
  const failure = await greeted(mutation).catch((error: Error) => error.message)
  assert.equal(failure, 'no')
})

test('a connected feature answers an extension point, which also has a default', () => {
  const config: Config = readConfig(platformOptions, { port: '7' }, {})
  const luckyPort = extensionPoint((_config: Config) => 0)
  const handledBy = luckyPort.handledBy(({ port }) => port * 11)
  assert.equal(luckyPort(config), 0)
  const end = handledBy.connect()
  assert.equal(luckyPort(config), 77)
  end()
  assert.equal(luckyPort(config), 0)
})
