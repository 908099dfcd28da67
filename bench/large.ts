import { request } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { allCapabilities } from '../client/capabilities.ts'
import { launchChromium } from '../test/web/chromium.ts'
import { longestPause } from './attacks.ts'
import type { Place } from './main.ts'
import type { Row } from './row.ts'
import type { Reader, Stage } from './web/stage.ts'
import { openStage } from './web/stage.ts'
import { median } from './web/starting.ts'
import { Visitor } from './web/visitor.ts'

const rounds = 5
const starts = 5

const organizations = [
  { people: 10_000, atOnce: 100 },
  { people: 50_000, atOnce: 20 },
]
/** Limit it to one of these sizes, or skip the browser. */
const { LOQUAT_BENCH_PEOPLE: only, LOQUAT_BENCH_BROWSER: browser } = process.env

/** A client's start in organizations of ten and fifty thousand people, with a thousand channels. */
export async function benchLarge(place: Place): Promise<Row[]> {
  const rows: Row[] = []
  for (const { people, atOnce } of organizations) {
    if (only !== undefined && people !== Number(only)) continue
    const stage = await openStage(join(place.dataDir, `${people}`), { crowd: people })
    const found = await measure(stage, atOnce).finally(() => stage.server.stop())
    process.stderr.write(`${people} people `)
    rows.push(...found.map((row) => ({ ...row, what: `${people} people: ${row.what}` })))
  }
  return rows
}

interface Answer {
  readonly ms: number
  readonly kb: number
  readonly plainMb: number
}

/** With compression, like browsers. */
function ask({ server }: Stage, { email, apiKey }: Reader, method: string, path: string, params = {}): Promise<Answer> {
  const body = new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString()
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port: server.port, method, path: `/api/v1${path}` },
        headers: {
          host: 'localhost',
          authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
          'accept-encoding': 'gzip, deflate, br',
          ...(method === 'GET'
            ? {}
            : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }),
        },
      },
      async (incoming) => {
        const bytes = Buffer.concat(await incoming.toArray())
        const ms = performance.now() - begun
        if (incoming.statusCode !== 200) return reject(new Error(bytes.toString().slice(0, 300)))
        const plain = incoming.headers['content-encoding'] === 'br' ? brotliDecompressSync : gunzipSync
        resolve({ ms, kb: bytes.length / 1024, plainMb: plain(bytes).length / 2 ** 20 })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(method === 'GET' ? undefined : body)
  })
}

const longestHold = ({ url }: Stage): Promise<number> => longestPause(Number(new URL(url).port))

async function measure(stage: Stage, atOnce: number): Promise<Row[]> {
  const { server, readers } = stage
  const [reader] = readers
  const rows: Row[] = []
  const own = { apply_markdown: true, client_gravatar: false, slim_presence: true, include_subscribers: 'partial' }
  const { user_list_in_pages: _, ...whole } = allCapabilities
  const questions: [what: string, () => Promise<Answer>][] = [
    [
      'register of the web client',
      () => ask(stage, reader, 'POST', '/register', { ...own, client_capabilities: allCapabilities }),
    ],
    ['a page of 2,000', () => ask(stage, reader, 'GET', '/users?limit=2000&include_custom_profile_fields=true')],
    [
      'register of who wants everybody',
      () => ask(stage, reader, 'POST', '/register', { ...own, client_capabilities: whole }),
    ],
    ['GET /users', () => ask(stage, reader, 'GET', '/users')],
  ]
  for (const [what, question] of questions) {
    await longestHold(stage)
    const first = await question()
    const firstHold = await longestHold(stage)
    const before = [server.cpuMs(), server.loopCpuMs()] as const
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push((await question()).ms)
    const hold = await longestHold(stage)
    rows.push(
      { what, value: median(times), unit: 'ms' },
      { what: 'processor time of that', value: (server.cpuMs() - before[0]) / rounds, unit: 'ms' },
      { what: 'of the event loop', value: (server.loopCpuMs() - before[1]) / rounds, unit: 'ms' },
      { what: 'on the wire', value: first.kb, unit: 'KB' },
      { what: 'of it unpacked', value: first.plainMb, unit: 'MB' },
      { what: 'longest hold of the event loop, the first time', value: firstHold, unit: 'ms', atMost: 50 },
      { what: 'longest hold after that', value: hold, unit: 'ms', atMost: 50 },
    )
  }
  const before = server.memory()
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, server.memory())
  }, 50)
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, (_, index) =>
      ask(stage, readers[index % 2] as Reader, 'POST', '/register', { ...own, client_capabilities: whole }),
    ),
  )
  clearInterval(watching)
  rows.push(
    { what: `${atOnce} registers of everybody at once`, value: (performance.now() - begun) / 1000, unit: 's' },
    { what: 'memory before', value: before, unit: 'MB' },
    { what: 'memory at most meanwhile', value: most, unit: 'MB', atMost: 700 },
    { what: 'longest hold meanwhile', value: await longestHold(stage), unit: 'ms', atMost: 50 },
  )
  if (process.env.LOQUAT_BENCH_ROWS) console.log(rows)
  return browser === 'off' ? rows : [...rows, ...(await measureClient(stage))]
}

/** From nothing to the first messages, and on until everyone is loaded. */
async function measureClient({ url, readers: [reader] }: Stage): Promise<Row[]> {
  const browser = await launchChromium({ isWhole: true })
  const [cpu, all, longest, wire]: number[][] = [[], [], [], []]
  try {
    for (let round = 0; round < starts; round++) {
      const visitor = await Visitor.come(browser, reader)
      let bytes = 0
      let isThere = () => {}
      const everyone = new Promise<void>((resolve) => {
        isThere = resolve
      })
      visitor.page.on('response', async (response) => {
        if (!/\/api\/v1\/users\?.*limit=/.test(response.url())) return
        bytes += (await response.request().sizes()).responseBodySize
        const text = await response.text()
        if (text.includes('"found_last":true')) isThere()
      })
      const before = await visitor.cpuMs()
      await visitor.page.goto(`${url}/#feed`)
      await visitor.page.waitForFunction(() => window.notes.painted.length > 0, undefined, { polling: 20 })
      const painted = await visitor.cpuMs()
      await everyone
      await visitor.page.waitForTimeout(1_500)
      const base = painted > before ? before : 0
      cpu?.push(painted - base)
      all?.push((await visitor.cpuMs()) - base)
      longest?.push(await visitor.longest(0))
      wire?.push(bytes / 1024)
      await visitor.close()
    }
  } finally {
    await browser.close()
  }
  return [
    { what: 'main thread until the first messages', value: median(cpu as number[]), unit: 'ms', atMost: 1_000 },
    { what: 'main thread until everybody is known', value: median(all as number[]), unit: 'ms' },
    { what: 'longest task until then', value: median(longest as number[]), unit: 'ms', atMost: 50 },
    { what: 'pages on the wire', value: median(wire as number[]), unit: 'KB' },
  ]
}
