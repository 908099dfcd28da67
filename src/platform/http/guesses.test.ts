import { assert, test } from 'vitest'
import type { ApiError } from '#contract'
import { platformOptions, readConfig } from '#platform/config'
import { freeGuesses, freeNetworkGuesses, Guesses, longestWaitMs } from './guesses.ts'
import { RateLimits } from './limits.ts'

const stranger = (index: number) => `2001:db8:${index.toString(16)}::1`

const clock = () => {
  let time = Date.UTC(2026, 0, 1)
  const advance = (ms: number) => {
    time += ms
  }
  return { now: () => time, advance }
}

/** Asks for an attempt and makes it if there's no wait. */
const attempt = (guesses: Guesses, name: string, caller: string): number => {
  const wait = guesses.wait(name, caller)
  if (wait === 0) guesses.begin(name, caller)
  return wait
}
const onAccounts = (now: () => number) => new Guesses({ free: freeGuesses, whenFull: 'share' }, now)

test('guesses from many networks slow down to one a minute', () => {
  const { now, advance } = clock()
  const guesses = onAccounts(now)
  let index = 0
  for (; index < freeGuesses; index++) assert.equal(attempt(guesses, 'ada', stranger(index)), 0)
  let admitted = 0
  for (let second = 0; second < 3_600; second++) {
    for (let tries = 0; tries < 3; tries++) if (attempt(guesses, 'ada', stranger(index++)) === 0) admitted++
    advance(1_000)
  }
  assert.ok(admitted < 75, `${admitted} guesses in an hour`)
})

test('a caller who returns at the given time is admitted despite other guesses', () => {
  const { now, advance } = clock()
  const guesses = onAccounts(now)
  for (let index = 0; index < 5_000; index++) attempt(guesses, 'ada', stranger(index))
  const wait = attempt(guesses, 'ada', '203.0.113.9')
  assert.ok(wait > 0 && wait <= longestWaitMs)
  assert.equal(attempt(guesses, 'ada', '203.0.113.9'), wait, 'asking again changes nothing')
  advance(wait)
  for (let index = 5_000; index < 5_100; index++) attempt(guesses, 'ada', stranger(index))
  assert.equal(attempt(guesses, 'ada', '203.0.113.9'), 0)
})

test('guesses affect only their account and are forgotten in time', () => {
  const { now, advance } = clock()
  const guesses = onAccounts(now)
  for (let index = 0; index < 200; index++) attempt(guesses, 'ada', stranger(index))
  assert.equal(attempt(guesses, 'ben', stranger(1)), 0)
  advance(2 * 3_600_000)
  assert.equal(attempt(guesses, 'ada', stranger(500)), 0)
})

test('one network that tries many accounts slows down to one guess a minute', () => {
  const { now, advance } = clock()
  const guesses = new Guesses({ free: freeNetworkGuesses, whenFull: 'turn away' }, now)
  let admitted = 0
  for (let second = 0; second < 3_600; second++) {
    // as many accounts as fit into an hour, each of which comes back when its time has come
    for (let account = 0; account < 2_000; account += 40)
      if (attempt(guesses, '203.0.113.9', `1/${account + (second % 40)}`) === 0) admitted++
    advance(1_000)
  }
  assert.ok(admitted < freeNetworkGuesses + 85, `${admitted} guesses in an hour`)
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

test('addresses of one /48 share a place in the line of an account', async () => {
  const { limits } = limitsOn()
  const account = '1/ada@x.example'
  const waitOf = (address: string) =>
    limits.tryPassword({ account, address, isKnown: wrong }, wrong).then(
      () => 0,
      (error: ApiError) => error.headers['Retry-After'],
    )
  for (let index = 0; index <= freeGuesses; index++) await waitOf(stranger(index))
  const waits = await Promise.all(
    Array.from({ length: 50 }, (_, index) => waitOf(`2001:db9:1:${index.toString(16)}::1`)),
  )
  assert.equal(new Set(waits).size, 1)
})

/** Tries one wrong password at each of many accounts, from addresses of one /64. */
const spray = async (limits: RateLimits, accounts: number) => {
  const outcomes: string[] = []
  for (let index = 0; index < accounts; index++) {
    const address = `2001:db8::${index.toString(16)}`
    outcomes.push(await code(limits.tryPassword({ account: `1/user${index}`, address, isKnown: wrong }, wrong)))
  }
  return outcomes
}

test('one /64 that tries many accounts is slowed down, and others are not', async () => {
  const { limits, advance } = limitsOn()
  const outcomes = await spray(limits, 300)
  const checked = outcomes.filter((outcome) => outcome === 'checked').length
  assert.ok(checked >= freeNetworkGuesses && checked <= freeNetworkGuesses + 1, `${checked} checked`)
  const at = (account: string, address: string, isKnown = wrong) =>
    code(limits.tryPassword({ account, address, isKnown }, right))
  assert.equal(await at('1/user299', '203.0.113.9'), 'checked', 'the accounts stay open from elsewhere')
  assert.equal(await at('1/ada', '2001:db8::9', right), 'checked', 'as does the network, for those who use it')
  assert.equal(await at('1/cleo', '2001:db8::9'), 'RATE_LIMIT_HIT')
  const own = { account: '1/signed in 7', address: '2001:db8::9', isKnown: wrong, isSignedIn: true }
  assert.equal(await code(limits.tryPassword(own, right)), 'checked', 'a signed-in user confirms a password at once')
  advance(longestWaitMs)
  assert.equal(await at('1/cleo', '2001:db8::9'), 'checked', 'nor is the network ever locked')
})

test('a slowed network does not use up guesses at an account', async () => {
  const { limits } = limitsOn()
  await spray(limits, 300)
  for (let index = 0; index < 100; index++)
    await code(limits.tryPassword({ account: '1/ada', address: `2001:db8::${index}`, isKnown: wrong }, wrong))
  assert.equal(
    await code(limits.tryPassword({ account: '1/ada', address: '203.0.113.9', isKnown: wrong }, right)),
    'checked',
  )
})

test('right passwords of many accounts do not slow down their network', async () => {
  const { limits } = limitsOn()
  for (let index = 0; index < 300; index++) {
    const attempted = { account: `1/user${index}`, address: '203.0.113.9', isKnown: wrong }
    assert.equal(await limits.tryPassword(attempted, right), true)
  }
})
