import { setTimeout as pause } from 'node:timers/promises'
import type { RealServer } from '#test'
import type { Account } from './client.ts'
import { Load } from './load.ts'

/** Waits until each process is connected to all others, and to none that is gone. */
export async function together(servers: readonly RealServer[]): Promise<void> {
  for (const { url } of servers)
    for (;;) {
      const { processes } = (await (await fetch(`${url}/health`)).json()) as { processes?: number }
      if (processes === servers.length) break
      await pause(20)
    }
}

export async function metric({ url }: RealServer, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

/** Processes that serve one organization, its writer first. */
export async function writerFirst<S extends readonly RealServer[]>(servers: S, account: Account): Promise<S> {
  await together(servers)
  const written = () => Promise.all(servers.map((one) => metric(one, 'loquat_messages_sent_total')))
  const before = await written()
  const message = { type: 'direct', to: `[${account.userId}]`, content: 'Who are you?' }
  await new Load(servers[0] as RealServer, account).call('POST', '/messages', message)
  const after = await written()
  const isWriter = (one: RealServer) => Number((after[servers.indexOf(one)] ?? 0) > (before[servers.indexOf(one)] ?? 0))
  return [...servers].sort((a, b) => isWriter(b) - isWriter(a)) as unknown as S
}
