import { assert, test } from 'vitest'
import { type Config, platformOptions, readConfig } from '#platform/config'
import type { Act } from '#platform/organization'
import { hook, question } from './index.ts'

const act = {} as Act

test('who taps a hook takes part once connected, in order, until that is ended', async () => {
  const said: string[] = []
  const greeted = hook<[name: string]>()
  const first = greeted.tap(async (_act, name) => void said.push(`first ${name}`))
  const second = greeted.tap(async (_act, name) => void said.push(`second ${name}`))
  await greeted(act, 'Ada')
  assert.deepEqual(said, [], 'declaring alone does nothing')
  const end = first.connect()
  second.connect()
  await greeted(act, 'Ada')
  assert.deepEqual(said.splice(0), ['first Ada', 'second Ada'])
  end()
  await greeted(act, 'Ben')
  assert.deepEqual(said, ['second Ben'])
})

test('what two servers of one process connect takes part once', async () => {
  let calls = 0
  const greeted = hook<[]>()
  const tap = greeted.tap(async () => void calls++)
  tap.connect()
  tap.connect()
  await greeted(act)
  assert.equal(calls, 1)
})

test('whoever taps and fails fails the action', async () => {
  const greeted = hook<[]>()
  greeted
    .tap(async () => {
      throw new Error('no')
    })
    .connect()
  const failure = await greeted(act).catch((error: Error) => error.message)
  assert.equal(failure, 'no')
})

test('the connected area answers a question, which has an answer without one too', () => {
  const config: Config = readConfig(platformOptions, { port: '7' }, {})
  const luckyPort = question((_config: Config) => 0)
  const tap = luckyPort.tap(({ port }) => port * 11)
  assert.equal(luckyPort(config), 0)
  const end = tap.connect()
  assert.equal(luckyPort(config), 77)
  end()
  assert.equal(luckyPort(config), 0)
})
