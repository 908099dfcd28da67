import { assert, test } from 'vitest'
import { platformOptions, readConfig } from '#platform/config'
import { freeGuesses, Guesses, longestWaitMs } from './guesses.ts'
import { RateLimits } from './limits.ts'

const stranger = (index: number) => `2001:db8:${index.toString(16)}::1`

const clock = () => {
  let time = Date.UTC(2026, 0, 1)
  const advance = (ms: number) => {
    time += ms
  }
  return { now: () => time, advance }
}

test('guesses from many networks slow down to one a minute', () => {
  const { now, advance } = clock()
  const guesses = new Guesses(now)
  let index = 0
  for (; index < freeGuesses; index++) assert.equal(guesses.begin('ada', stranger(index)), 0)
  let admitted = 0
  for (let second = 0; second < 3_600; second++) {
    for (let tries = 0; tries < 3; tries++) if (guesses.begin('ada', stranger(index++)) === 0) admitted++
    advance(1_000)
  }
  assert.ok(admitted < 75, `${admitted} guesses in an hour`)
})

test('a caller who returns at the given time is admitted despite other guesses', () => {
  const { now, advance } = clock()
  const guesses = new Guesses(now)
  for (let index = 0; index < 5_000; index++) guesses.begin('ada', stranger(index))
  const wait = guesses.begin('ada', '203.0.113.9')
  assert.ok(wait > 0 && wait <= longestWaitMs)
  assert.equal(guesses.begin('ada', '203.0.113.9'), wait, 'asking again changes nothing')
  advance(wait)
  for (let index = 5_000; index < 5_100; index++) guesses.begin('ada', stranger(index))
  assert.equal(guesses.begin('ada', '203.0.113.9'), 0)
})

test('addresses of one /48 share a place in the line', () => {
  const { now } = clock()
  const guesses = new Guesses(now)
  for (let index = 0; index <= freeGuesses; index++) guesses.begin('ada', stranger(index))
  const waits = Array.from({ length: 50 }, (_, index) => guesses.begin('ada', `2001:db9:1:${index.toString(16)}::1`))
  assert.equal(new Set(waits).size, 1)
})

test('guesses affect only their account and are forgotten in time', () => {
  const { now, advance } = clock()
  const guesses = new Guesses(now)
  for (let index = 0; index < 200; index++) guesses.begin('ada', stranger(index))
  assert.equal(guesses.begin('ben', stranger(1)), 0)
  advance(2 * 3_600_000)
  assert.equal(guesses.begin('ada', stranger(500)), 0)
})

const limitsOn = () => {
  const { now, advance } = clock()
  const config = readConfig(platformOptions, { rateLimits: 'on' }, {})
  return { limits: new RateLimits(config, () => new Date(now())), advance }
}
const wrong = async () => false
const right = async () => true
const code = (outcome: Promise<unknown>) =>
  outcome.then(
    () => 'checked',
    (error: { code: string }) => error.code,
  )

test("addresses of one /64 share an account's wrong passwords", async () => {
  const { limits } = limitsOn()
  const isKnown = wrong
  const outcomes: string[] = []
  for (let index = 0; index < 12; index++) {
    const address = `2001:db8::${index.toString(16)}`
    outcomes.push(await code(limits.tryPassword({ account: '1/ada@x.example', address, isKnown }, wrong)))
  }
  assert.deepEqual(outcomes.slice(9), ['checked', 'RATE_LIMIT_HIT', 'RATE_LIMIT_HIT'])
})

test('spellings that a directory treats as one name are counted together', async () => {
  const { limits } = limitsOn()
  const spellings = ['ada', 'ADA', ' ada', 'a\u00adda', 'ａｄａ', 'ada\u200b ']
  for (let index = 0; index < 10; index++) {
    const account = `1/${spellings[index % spellings.length]}`
    await limits.tryPassword({ account, address: '203.0.113.9', isKnown: wrong }, wrong)
  }
  const next = limits.tryPassword({ account: '1/ada', address: '203.0.113.9', isKnown: wrong }, right)
  assert.equal(await code(next), 'RATE_LIMIT_HIT')
})

test('one network guessing on many accounts slows down, and others do not', async () => {
  const { limits, advance } = limitsOn()
  const attempt = (index: number, address: string, check = wrong) =>
    code(limits.tryPassword({ account: `1/user${index}@x.example`, address, isKnown: wrong }, check))
  let admitted = 0
  for (let index = 0; index < 2_000; index++) {
    if ((await attempt(index, `2001:db8::${index.toString(16)}`)) === 'checked') admitted++
    advance(1_000)
  }
  assert.ok(admitted < 160, `${admitted} guesses in half an hour`)
  assert.equal(await attempt(1, '203.0.113.9', right), 'checked')
})

test('right passwords from one office never slow it down', async () => {
  const { limits } = limitsOn()
  for (let index = 0; index < 500; index++) {
    const account = `1/user${index}@x.example`
    assert.equal(await code(limits.tryPassword({ account, address: '203.0.113.9', isKnown: wrong }, right)), 'checked')
  }
})

test('a known network signs in at once while strangers guess', async () => {
  const { limits } = limitsOn()
  const account = '1/ada@x.example'
  for (let index = 0; index < 100; index++)
    await code(limits.tryPassword({ account, address: stranger(index), isKnown: wrong }, wrong))
  const from = (address: string, isKnown: () => Promise<boolean>) =>
    code(limits.tryPassword({ account, address, isKnown }, right))
  assert.equal(await from('203.0.113.9', wrong), 'RATE_LIMIT_HIT', 'a new network has to wait')
  assert.equal(await from('198.51.100.7', right), 'checked', 'one with a session has not')
  assert.equal(await from('198.51.100.7', wrong), 'checked', 'nor one where the password was right before')
  limits.knowCaller(account, '192.0.2.1')
  assert.equal(await from('192.0.2.1', wrong), 'checked', 'nor one where a mailed link was used')
})

test('being told to wait does not use up an attempt', async () => {
  const { limits, advance } = limitsOn()
  const account = '1/ada@x.example'
  for (let index = 0; index < 60; index++)
    await code(limits.tryPassword({ account, address: stranger(index), isKnown: wrong }, wrong))
  const attempt = { account, address: '203.0.113.9', isKnown: wrong }
  for (let index = 0; index < 30; index++)
    assert.equal(await code(limits.tryPassword(attempt, right)), 'RATE_LIMIT_HIT')
  advance(longestWaitMs)
  assert.equal(await limits.tryPassword(attempt, right), true)
})
