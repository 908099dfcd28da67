import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection, success } from '../http.ts'
import { ServerProcess } from '../server.ts'
import { type RealMessage, texts } from '../texts.ts'
import type { Build } from './build.ts'

export interface Member {
  readonly deliveryEmail: string
  readonly apiKey: string
}

/** A build with its own data directory, which is filled through the API only, so that old builds work too. */
export interface Side {
  readonly build: Build
  readonly members: readonly Member[]
  start(): Promise<{ server: ServerProcess; startMs: number }>
}

export const password = 'only for the benchmark'
const channelCount = 20

export interface Contents {
  readonly members: number
  readonly messages: number
}

export const channelAt = (index: number): string => `channel ${index % channelCount}`

/** `databaseUrl`: a PostgreSQL server to use instead of the embedded database. */
export async function prepareSide(build: Build, contents: Contents, databaseUrl?: string): Promise<Side> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loquat-bench-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const place = ['--data-dir', dataDir, ...(databaseUrl ? ['--database-url', databaseUrl] : [])]
  const owner = 'owner@bench.example'
  const founding = ['org', 'create', '--name', 'Benchmark', '--owner-name', 'Owner', '--owner-email', owner]
  execFileSync(process.execPath, [build.program, ...founding, '--owner-password', password, ...place], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const start = () => ServerProcess.start(place, { program: build.program, env: { LOQUAT_LOG_LEVEL: 'error' } })
  const { server } = await start()
  const members = await fill(server.port, owner, contents)
  await server.stop()
  return { build, members, start }
}

async function fill(port: number, owner: string, contents: Contents): Promise<Member[]> {
  const founder = await connect(port, await keyOf(port, owner))
  const members: Member[] = []
  for (let number = 1; number <= contents.members; number++) {
    const email = `member-${number}@bench.example`
    success(await founder.post('/users', { email, password, full_name: `Member ${number}` }))
    members.push(await keyOf(port, email))
  }
  const { members: everyone } = success(await founder.get('/users')) as {
    members: { user_id: number; is_bot: boolean }[]
  }
  const channels = Array.from({ length: channelCount }, (_, index) => ({ name: channelAt(index) }))
  const principals = everyone.filter(({ is_bot }) => !is_bot).map(({ user_id }) => user_id)
  success(await founder.post('/users/me/subscriptions', { subscriptions: channels, principals }))
  founder.close()
  await sendHistory(port, members.slice(0, 8), texts().slice(0, contents.messages))
  return members
}

async function sendHistory(port: number, senders: readonly Member[], messages: readonly RealMessage[]): Promise<void> {
  let next = 0
  await Promise.all(
    senders.map(async (member) => {
      const connection = await connect(port, member)
      for (let index = next++; index < messages.length; index = next++) {
        const rare = index % 500 === 7 ? ' quince' : ''
        const content = `${messages[index]?.content.slice(0, 9_000)}${rare}`
        const to = { type: 'channel', to: channelAt(index), topic: `topic ${index % 240}` }
        success(await connection.post('/messages', { ...to, content }))
      }
      connection.close()
    }),
  )
}

export const connect = (port: number, { deliveryEmail, apiKey }: Member, encoding?: string): Promise<Connection> =>
  Connection.open(port, 'localhost', deliveryEmail, apiKey, encoding)

async function keyOf(port: number, email: string): Promise<Member> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/fetch_api_key`, {
    method: 'POST',
    headers: { 'user-agent': 'ZulipTerminal/1.0' },
    body: new URLSearchParams({ username: email, password }),
  })
  return { deliveryEmail: email, apiKey: success(await reply.text()).api_key as string }
}
