import { fillHistory, type History } from './history.ts'
import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import { sessionsMeter } from './postgres.ts'
import { percentile, type Row, spread } from './row.ts'
import { seed } from './seed.ts'
import { ServerProcess } from './server.ts'

interface Fetch {
  what: string
  narrow?: unknown[]
  params?: Record<string, string | number>
  reader?: 0 | 1
  times?: number
  limits?: { p50?: number; p95?: number }
}

const around = { anchor: 'newest', num_before: 100, num_after: 0 }
const searching = { p95: 100 }
const searchingParts = { p95: 300 }

const shares = [
  [0.5, 'p50'],
  [0.95, 'p95'],
  [1, 'most'],
] as const

const byBothReaders = (words: string, limits: Fetch['limits']): Fetch[] =>
  ([0, 1] as const).map((reader) => ({
    what: `search: ${words}${reader ? ' of three channels' : ''}`,
    narrow: [['search', words]],
    reader,
    ...(limits && { limits }),
  }))

/** Every kind of narrow with its own query. */
export function fetches({ messages, topic, partner }: History): Fetch[] {
  const middle = Math.floor(messages / 2)
  const channel = ['channel', 'old general']
  return [
    { what: 'the newest 100', times: 200, limits: { p50: 8 } },
    {
      what: '100 around the middle',
      params: { anchor: middle, num_before: 50, num_after: 50 },
      times: 200,
      limits: { p50: 8 },
    },
    { what: 'first unread', params: { anchor: 'first_unread', num_before: 50, num_after: 50 } },
    { what: 'by date', params: { anchor: 'date', anchor_date: '2024-11-05', num_before: 50, num_after: 50 } },
    { what: 'the newest 5,000', params: { num_before: 5000 }, times: 12, limits: { p50: 250 } },
    { what: 'the newest 100 of a reader of three channels', reader: 1 },
    { what: 'a channel', narrow: [channel] },
    { what: 'a channel, another reader, before subscribing', narrow: [channel], reader: 1, params: { anchor: 5000 } },
    { what: 'a topic', narrow: [channel, ['topic', topic]] },
    { what: 'a topic in any channel', narrow: [['topic', topic]] },
    { what: 'public channels', narrow: [['channels', 'public']], reader: 1 },
    { what: 'direct messages', narrow: [['is', 'dm']] },
    { what: 'one direct conversation', narrow: [['dm', partner]] },
    { what: 'direct messages with somebody', narrow: [['dm-including', partner]] },
    { what: 'a sender of many', narrow: [['sender', 'member-0002@people.example']] },
    { what: 'a sender of few', narrow: [['sender', 'member-0700@people.example']] },
    { what: 'a sender in a channel', narrow: [channel, ['sender', 'member-0300@people.example']] },
    { what: 'starred', narrow: [['is', 'starred']] },
    { what: 'mentioned', narrow: [['is', 'mentioned']] },
    { what: 'unread', narrow: [['is', 'unread']] },
    { what: 'resolved', narrow: [['is', 'resolved']] },
    { what: 'links', narrow: [['has', 'link']] },
    { what: 'attachments', narrow: [['has', 'attachment']] },
    { what: 'attachments in a channel', narrow: [channel, ['has', 'attachment']] },
    { what: 'reactions', narrow: [['has', 'reaction']] },
    { what: 'not links, not starred', narrow: [not('has', 'link'), not('is', 'starred')] },
    { what: 'search: a common word', narrow: [['search', 'lean']], limits: searching },
    { what: 'search: a usual word', narrow: [['search', 'theorem']], limits: searching },
    { what: 'search: two words', narrow: [['search', 'matrix determinant']], limits: searching },
    { what: 'search: a phrase', narrow: [['search', '"pull request"']], limits: searching },
    { what: 'search: a rare word', narrow: [['search', 'hovercraft']], limits: searching },
    { what: 'search: a stop word', narrow: [['search', 'the']], limits: searching },
    ...[
      'quince',
      'medlar',
      'damson',
      'loganberry',
      'cloudberry',
      'lean quince',
      '"the quince"',
      'lean -medlar',
    ].flatMap((words) => byBothReaders(words, searching)),
    ...[
      '会議室',
      '東京',
      '東京 会議室',
      '京',
      'théorém*',
      '*nverge*',
      '*ing*',
      '*ref1*',
      '*zq9x*',
      '-*ing* lean',
    ].flatMap((words) => byBothReaders(words, searchingParts)),
    ...['theorm', 'hovrecraft lean', 'qwertzuiopasdf'].map(
      (words): Fetch => ({
        what: `search: ${words}, with near words`,
        narrow: [['search', words]],
        params: { near_words: 'true' },
        limits: searchingParts,
      }),
    ),
    { what: 'search: in a channel', narrow: [channel, ['search', 'theorem']], limits: searching },
    {
      what: 'search: by a sender',
      narrow: [
        ['sender', 'member-0700@people.example'],
        ['search', 'lean'],
      ],
      limits: searching,
    },
    { what: 'search: of three channels', narrow: [['search', 'theorem']], reader: 1, limits: searching },
    {
      what: 'search: 30 older, from the middle',
      narrow: [['search', 'theorem']],
      params: { anchor: middle, num_before: 30 },
      limits: searching,
    },
  ]
}

const not = (operator: string, operand: string) => ({ operator, operand, negated: true })

/** Each kind of narrow among 33,000 real messages and (`npm run bench -- million`) among a million. */
export async function benchFetching(place: Place, copies = 1): Promise<Row[]> {
  const seeded = await seed(place)
  const history = await fillHistory(seeded, copies)
  await seeded.close()
  return measureFetching(place, history)
}

async function measureFetching(place: Place, history: History): Promise<Row[]> {
  const { server } = await ServerProcess.start([
    '--data-dir',
    place.dataDir,
    ...(place.databaseUrl ? ['--database-url', place.databaseUrl] : []),
  ])
  const open = () =>
    Promise.all(history.readers.map(({ email, apiKey }) => Connection.open(server.port, 'localhost', email, apiKey)))
  let connections = await open()
  const isServer = place.databaseUrl !== undefined
  const meter = isServer ? sessionsMeter(place.databaseUrl as string) : () => 0
  const rows: Row[] = []
  const only = process.env.LOQUAT_BENCH_FETCH?.split('|')
  for (const { what, narrow = [], params, reader = 0, times = 40, limits } of fetches(history).filter(
    ({ what }) => only?.some((word) => what.includes(word)) ?? true,
  )) {
    const query = new URLSearchParams({
      ...Object.fromEntries(Object.entries({ ...around, ...params }).map(([name, value]) => [name, String(value)])),
      narrow: JSON.stringify(narrow),
      allow_empty_topic_name: 'true',
    })
    const durations: number[] = []
    const cpu: number[] = []
    let found = 0
    // the server has closed the other reader's idle connection
    if (!connections.every(({ isOpen }) => isOpen)) connections = await open()
    const warm = limits?.p50 && times > 100 ? 100 : 2
    for (let time = 0; time < times + warm; time++) {
      const cpuBefore = meter()
      const begun = performance.now()
      const body = await (connections[reader] as Connection).get(`/messages?${query}`)
      if (time >= warm) durations.push(performance.now() - begun)
      if (isServer) cpu.push(meter() - cpuBefore)
      if (time === 0) found = (success(body).messages as unknown[]).length
    }
    rows.push(...spread(`${what} (${found} found)`, durations, limits).slice(0, 2))
    // including the first, with cold caches
    const sorted = cpu.sort((a, b) => a - b)
    for (const [share, name] of isServer ? shares : [])
      rows.push({ what: `${what}, processor of the database, ${name}`, value: percentile(sorted, share), unit: 'ms' })
  }
  const topics = await (connections[0] as Connection).get('/users/me/1/topics')
  rows.push({ what: 'topics of a channel', value: (success(topics).topics as unknown[]).length, unit: '' })
  const durations: number[] = []
  for (let time = 0; time < 20; time++) {
    const begun = performance.now()
    await (connections[0] as Connection).get('/users/me/1/topics')
    durations.push(performance.now() - begun)
  }
  rows.push(...spread('topics of a channel', durations).slice(0, 2))
  for (const connection of connections) connection.close()
  await server.stop()
  return rows
}
