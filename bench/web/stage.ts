import { mkdir } from 'node:fs/promises'
import { sessionCookie } from '#platform/http'
import { startSession } from '../../src/features/sign-in/sessions/actions.ts'
import { fillHistory } from '../history.ts'
import { Connection, success } from '../http.ts'
import { seed } from '../seed.ts'
import { ServerProcess } from '../server.ts'
import { fillCrowd } from './crowd.ts'

/** Somebody whose browser is signed in. */
export interface Reader {
  readonly email: string
  readonly apiKey: string
  readonly cookie: { name: string; value: string; url: string }
}

/** An organization on a server of its own, and its readers: the first in every channel, the second in three. */
export interface Stage {
  readonly server: ServerProcess
  readonly url: string
  readonly readers: readonly [Reader, Reader]
  /** Addresses of topics, one of each channel in turn. */
  readonly topics: readonly string[]
  /** A channel that both readers see. */
  readonly shared: { readonly channelId: number; readonly topic: string; readonly hash: string }
}

/** The real conversation; with a crowd also so many people and a thousand channels of the first reader. */
export async function openStage(dataDir: string, { crowd = 0 }: { crowd?: number }): Promise<Stage> {
  await mkdir(dataDir, { recursive: true })
  const seeded = await seed({ dataDir })
  const { readers } = await fillHistory(seeded, 1)
  if (crowd > 0) await fillCrowd(seeded, readers[0]?.id as number, crowd)
  const org = await seeded.runtime.organization(1)
  const tokens: string[] = []
  for (const { id } of readers)
    tokens.push(
      await org.transact(null, (mutation) =>
        startSession(mutation, id, { userAgent: 'benchmark', address: '127.0.0.1' }),
      ),
    )
  await seeded.close()
  const { server } = await ServerProcess.start(['--data-dir', dataDir])
  const url = `http://localhost:${server.port}`
  const signedIn = readers.map(({ email, apiKey }, index) => ({
    email,
    apiKey,
    cookie: { name: sessionCookie, value: tokens[index] as string, url },
  }))
  const [all, few] = signedIn as [Reader, Reader]
  return { server, url, readers: [all, few], ...(await places(server.port, all, few)) }
}

/** Where there is something to read. */
async function places(port: number, all: Reader, few: Reader): Promise<Pick<Stage, 'topics' | 'shared'>> {
  const [first, second] = await Promise.all(
    [all, few].map(({ email, apiKey }) => Connection.open(port, 'localhost', email, apiKey)),
  )
  const idsOf = async (connection: Connection | undefined) => {
    const { subscriptions } = success((await connection?.get('/users/me/subscriptions')) ?? '')
    return (subscriptions as { stream_id: number; name: string }[]).filter(({ name }) => name.startsWith('old '))
  }
  const byChannel: string[][] = []
  for (const { stream_id } of await idsOf(first)) {
    const { topics } = success((await first?.get(`/users/me/${stream_id}/topics`)) ?? '')
    byChannel.push((topics as { name: string }[]).map(({ name }) => hashOf(stream_id, name)))
  }
  const most = Math.max(...byChannel.map((list) => list.length))
  const topics = Array.from({ length: most }, (_, index) => byChannel.flatMap((list) => list[index] ?? [])).flat()
  const channelId = (await idsOf(second))[0]?.stream_id as number
  first?.close()
  second?.close()
  return { topics, shared: { channelId, topic: 'between two', hash: hashOf(channelId, 'between two') } }
}

const hashOf = (channelId: number, topic: string): string =>
  `#narrow/channel/${channelId}/topic/${encodeURIComponent(topic)
    .replace(/[.()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')}`
