import { connect as connectPlain } from 'node:net'
import { connect } from 'node:tls'
import { afterEach, assert, describe, test } from 'vitest'
import type { Answer, Introduction, Request } from './index.ts'
import { Processes } from './index.ts'
import { isIntroductionDue } from './processes.ts'

class Neighbourhood {
  readonly all: Processes[] = []
  readonly introductions = new Map<string, Introduction>()
  readonly answered: string[] = []
  readonly lost: Error[] = []
  before: Promise<unknown> = Promise.resolve()
  status = 200

  async add(version = '1'): Promise<Processes> {
    const processes: Processes = await Processes.open({
      ...{ version, host: '127.0.0.1', port: 0 },
      introduce: (introduction) => {
        this.introductions.set(introduction.id, introduction)
        for (const other of this.all) other.met(introduction)
      },
      answer: (request) => this.#answer(processes.id, request),
      unreachable: (error) => this.lost.push(error),
    })
    this.all.push(processes)
    return processes
  }

  async of(count: number): Promise<Processes[]> {
    for (let number = 0; number < count; number++) await this.add()
    await this.knowEachOther()
    return this.all
  }

  async knowEachOther(): Promise<void> {
    while (this.all.some(({ others }) => others < this.all.length - 1)) await soon()
  }

  async #answer(id: string, { body }: Request): Promise<Answer> {
    this.answered.push(id)
    await this.before
    return {
      status: this.status,
      headers: { 'content-type': 'text/plain' },
      position: 7,
      body: Buffer.from(`${body} by ${id}`),
    }
  }
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 5))
const asked = (orgId: number, text = 'hello'): Request => ({
  ...{ method: 'POST', url: '/api/v1/messages', headers: { host: 'loquat.test' }, address: '127.0.0.1', orgId },
  body: Buffer.from(text),
})

let here = new Neighbourhood()
afterEach(async () => {
  await Promise.all(here.all.map((one) => one.leave()))
  here = new Neighbourhood()
})

describe('processes', () => {
  test('agree on one writer per organization, and share organizations evenly', async () => {
    const all = await here.of(4)
    const writers = Array.from({ length: 1_000 }, (_, orgId) => all.filter((one) => one.isWriterOf(orgId)))
    for (const [orgId, found] of writers.entries()) assert.equal(found.length, 1, `of organization ${orgId}`)
    for (const one of all) {
      const share = writers.filter(([writer]) => writer === one).length
      assert.isAbove(share, 150)
      assert.isBelow(share, 350)
    }
  })

  test('hand requests of any length to the writer, many at once', async () => {
    const all = await here.of(3)
    const long = 'x'.repeat(200_000)
    for (const one of all)
      for (const orgId of [1, 2, 3, 4, 5, 6]) {
        if (one.isWriterOf(orgId)) continue
        const writer = all.find((other) => other.isWriterOf(orgId))
        const texts = Array.from({ length: 30 }, (_, number) => (number % 10 ? `${number}` : long))
        const outcomes = await Promise.all(texts.map((text) => one.hand(asked(orgId, text))))
        const bodies = outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : `${outcome.body}`))
        assert.deepEqual(
          bodies,
          texts.map((text) => `${text} by ${writer?.id}`),
        )
      }
  })

  test('a writer that returns 503 declines requests for a while', async () => {
    const [one] = (await here.of(2)) as [Processes]
    const orgId = Array.from({ length: 100 }, (_, id) => id).find((id) => !one.isWriterOf(id)) as number
    here.status = 503
    assert.notEqual(await one.hand(asked(orgId)), 'declined')
    assert.equal(await one.hand(asked(orgId)), 'declined')
    here.status = 200
    while ((await one.hand(asked(orgId))) === 'declined') await soon()
  })

  test('introduce themselves less often after no process has joined or left for a while', () => {
    assert.isTrue(isIntroductionDue(0, 2_000, 3_600_000), 'nobody is known')
    assert.isTrue(isIntroductionDue(3, 2_000, 4_000), 'somebody has just come or gone')
    assert.isFalse(isIntroductionDue(3, 2_000, 3_600_000), 'all are there')
    assert.isTrue(isIntroductionDue(3, 4_000, 3_600_000), 'others may have missed it')
  })

  test('a process that joins or leaves changes the writer of few organizations', async () => {
    const [one] = (await here.of(4)) as [Processes]
    const ids = Array.from({ length: 1_000 }, (_, orgId) => orgId)
    const before = ids.map((orgId) => here.all.find((process) => process.isWriterOf(orgId)))
    const fifth = await here.add()
    await here.knowEachOther()
    for (const orgId of ids)
      if (!fifth.isWriterOf(orgId)) assert.equal(before[orgId]?.isWriterOf(orgId), true, `of organization ${orgId}`)
    here.all.pop()
    await fifth.leave()
    while (one.others > 3) await soon()
    for (const orgId of ids) assert.equal(before[orgId]?.isWriterOf(orgId), true, `of organization ${orgId}`)
  })

  test('a leaving process answers pending requests and declines new ones', async () => {
    const [one, other] = (await here.of(2)) as [Processes, Processes]
    const orgId = [...Array(100).keys()].find((id) => other.isWriterOf(id)) as number
    let go = () => {}
    here.before = new Promise<void>((resolve) => {
      go = resolve
    })
    const handed = one.hand(asked(orgId))
    while (here.answered.length === 0) await soon()
    const left = other.leave()
    while (one.others > 0) await soon()
    assert.equal(one.isWriterOf(orgId), true)
    go()
    const outcome = await handed
    assert.equal(typeof outcome === 'string' ? outcome : outcome.status, 200)
    await left
  })

  test('ignore processes of other versions', async () => {
    await here.of(2)
    const newer = await here.add('2')
    for (const one of here.all) one.introduce()
    const [one, other] = here.all as [Processes, Processes]
    assert.equal(newer.others, 0)
    assert.deepEqual([one.others, other.others], [1, 1])
  })

  test('reject connections without the key', async () => {
    const [one] = (await here.of(2)) as [Processes]
    const { at } = here.introductions.get(one.id) as Introduction
    const { host, port } = at as { host: string; port: number }
    const secrecy = { ciphers: 'ECDHE-PSK-CHACHA20-POLY1305', maxVersion: 'TLSv1.2' } as const
    const checkServerIdentity = () => undefined
    const guesses = [
      () => connect({ host, port, rejectUnauthorized: false }),
      () =>
        connect({
          host,
          port,
          ...secrecy,
          checkServerIdentity,
          pskCallback: () => ({ psk: Buffer.alloc(32), identity: one.id }),
        }),
      () =>
        connect({
          host,
          port,
          ...secrecy,
          checkServerIdentity,
          pskCallback: () => ({ psk: Buffer.alloc(32), identity: 'x' }),
        }),
      () => connectPlain({ host, port }).end('POST /api/v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n'),
    ]
    for (const guess of guesses) {
      let isIn = false
      const socket = guess().on('error', () => {})
      socket.on('secureConnect', () => {
        isIn = true
      })
      socket.resume()
      await new Promise((resolve) => socket.once('close', resolve))
      assert.equal(isIn, false)
    }
    assert.equal(one.others, 1)
    assert.deepEqual(here.answered, [])
  })
})
