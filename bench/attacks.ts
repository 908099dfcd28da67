import { setTimeout as pause } from 'node:timers/promises'
import { botTypes } from '#contract'
import { raw } from '#platform/db'
import { freePort } from '../test/harness/port.ts'
import { type Attack, type Attacker, attacksOf, Gun } from '../test/peers/attacks.ts'
import { fillHistory } from './history.ts'
import { Connection, success } from './http.ts'
import { listen } from './live.ts'
import type { Place } from './main.ts'
import { percentile, type Row } from './row.ts'
import { people, type Seeded, seed } from './seed.ts'
import { ServerProcess } from './server.ts'
import { benchIdleMail } from './smtp.ts'

const secondsEach = 3
const maxMs = 250

/** Attacks by one member on everyone else, with rate limits off: what others notice. */
export async function benchAttacks(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  // before the rest, so that the newest messages are ordinary ones
  await addLongMessages(seeded)
  const { readers } = await fillHistory(seeded, 1)
  const [victim] = await people(seeded, 1, 'Victim')
  await seeded.close()
  const smtpPort = await freePort()
  const { server } = await ServerProcess.start([...place.serverArgs, '--smtp-listen', `127.0.0.1:${smtpPort}`])
  const [reader] = readers
  if (!reader || !victim) throw new Error('nobody is there')
  const own = await Connection.open(server.port, 'localhost', reader.email, reader.apiKey)
  const hook = success(
    await own.post('/bots', { full_name: 'Hook', short_name: 'hook', bot_type: botTypes.incomingWebhook }),
  )
  success(await own.post('/users/me/subscriptions', { subscriptions: [{ name: 'attacked' }] }))
  const attacker: Attacker = {
    ...reader,
    hookKey: String(hook.api_key),
    hookId: Number(hook.user_id),
    channel: 'attacked',
    victim: victim.deliveryEmail,
  }
  const gun = new Gun(server.port, 'localhost', attacker)
  const other = new Person(server.port, victim)
  await other.begin()

  const rows: Row[] = []
  const measure = async (attack: Attack): Promise<void> => {
    const { what, shots } = attack
    await gun.prepare(attack)
    // once beforehand, because requests are built on first use
    await gun.fire(attack)
    await longestPause(server.port)
    const until = performance.now() + secondsEach * 1000
    const statuses = new Set<number>()
    const attacking = (async () => {
      while (performance.now() < until) {
        if (shots.length === 0) await pause(100)
        for (const status of await gun.fire(attack)) statuses.add(status)
      }
    })()
    const times = (await other.liveUntil(until)).sort((a, b) => a - b)
    await attacking
    const answers = [...statuses].sort().join(', ')
    const label = shots.length === 0 ? what : `${what} (${answers})`
    rows.push(
      {
        what: `${label}: another person's p99 of ${times.length}`,
        value: percentile(times, 0.99),
        unit: 'ms',
        atMost: maxMs,
      },
      { what: `${label}: longest pause`, value: await longestPause(server.port), unit: 'ms', atMost: maxMs },
    )
  }
  const only = process.env.LOQUAT_BENCH_ATTACK?.split('|')
  await measure({ what: 'nothing, to compare', shots: [] })
  for (const attack of [...attacksOf(attacker), fetchingLongMessages])
    if (!only || only.some((word) => attack.what.includes(word))) await measure(attack)
  if (!only || only.includes('SMTP')) rows.push(await benchIdleMail(smtpPort))
  gun.close()
  own.close()
  other.end()
  await server.stop()
  return rows
}

/** As many messages as one request fetches, each of maximum length. */
const addLongMessages = ({ runtime, owner }: Seeded): Promise<unknown> =>
  runtime.db.transaction((tx) =>
    raw(
      tx,
      `insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
         renderer_version, sent_at, sender_read, has_link, has_image, has_attachment, channel_wildcard)
       select org_id, conversation_id, $1, 'website', 'long', repeat('длинный текст ', 700),
         '<p>' || repeat('длинный текст ', 700) || '</p>', 1, now(), true, false, false, false, false
       from channel, generate_series(1, 5000) where name = 'general'`,
      [owner.id],
    ),
  )
const fetchingLongMessages: Attack = {
  what: '5,000 messages of 10,000 characters',
  shots: [
    {
      method: 'GET',
      path: '/api/v1/messages',
      params: {
        anchor: 'newest',
        num_before: 5_000,
        num_after: 0,
        narrow: [
          ['channel', 'general'],
          ['topic', 'long'],
        ],
      },
    },
  ],
}

export class Person {
  readonly #port: number
  readonly #account: { deliveryEmail: string; apiKey: string; id: number }
  #connection!: Connection
  #client!: Awaited<ReturnType<typeof listen>>
  readonly #heard = new Map<string, () => void>()
  #sent = 0

  constructor(port: number, account: { deliveryEmail: string; apiKey: string; id: number }) {
    this.#port = port
    this.#account = account
  }

  async begin(): Promise<void> {
    const { deliveryEmail, apiKey } = this.#account
    this.#connection = await Connection.open(this.#port, 'localhost', deliveryEmail, apiKey)
    this.#client = await listen(this.#port, this.#account)
    const polling = this.#client.poll((body) => {
      for (const [key] of body.matchAll(/mark\d+!/g)) this.#heard.get(key)?.()
    })
    polling.catch((error: unknown) => console.error('the poll failed', error))
  }

  /** Durations of all requests until then, in milliseconds. */
  async liveUntil(until: number): Promise<number[]> {
    const times: number[] = []
    const time = async (work: () => Promise<unknown>) => {
      const begun = performance.now()
      await work()
      times.push(performance.now() - begun)
    }
    while (performance.now() < until) {
      await time(async () => success(await this.#connection.get('/messages?anchor=newest&num_before=20&num_after=0')))
      const key = `mark${this.#sent++}!`
      const heard = new Promise<void>((resolve) => this.#heard.set(key, resolve))
      const begun = performance.now()
      const params = { type: 'direct', to: [this.#account.id], content: key }
      await time(async () => success(await this.#connection.post('/messages', params)))
      await heard
      times.push(performance.now() - begun)
      this.#heard.delete(key)
      await pause(10)
    }
    return times
  }

  /** The result of `work`, and the durations of all requests during it: ascending, in milliseconds. */
  async liveBeside<T>(work: () => Promise<T>): Promise<{ result: T; noticed: number[] }> {
    let isOver = false
    const living = (async () => {
      const noticed: number[] = []
      while (!isOver) noticed.push(...(await this.liveUntil(performance.now() + 100)))
      return noticed
    })()
    const result = await work().finally(() => {
      isOver = true
    })
    return { result, noticed: (await living).sort((a, b) => a - b) }
  }

  end(): void {
    this.#client.stop()
    this.#connection.close()
  }
}

const seen = new Map<number, ReadonlyMap<number, number>>()

/** The event loop's longest pause since the last call, in milliseconds, rounded up to a bucket of the metric. */
export async function longestPause(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const found = [...text.matchAll(/^loquat_event_loop_delay_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)]
  const counts = new Map(
    found.map(([, le, count]) => [le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), Number(count)]),
  )
  const before = seen.get(port) ?? new Map<number, number>()
  seen.set(port, counts)
  const grew = (le: number) => (counts.get(le) ?? 0) - (before.get(le) ?? 0)
  const all = grew(Number.POSITIVE_INFINITY)
  const longest = [...counts.keys()].sort((a, b) => a - b).find((le) => grew(le) === all)
  return (longest ?? Number.NaN) * 1000
}
