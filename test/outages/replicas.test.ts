import { setTimeout as pause } from 'node:timers/promises'
import { assert, chance, freePort, RealServer } from '#test'
import { outage, patience } from './fixture.ts'
import { Load } from './load.ts'
import { Network } from './network.ts'
import { PostgresServer } from './postgres.ts'

const rounds = 20
const random = chance(3)

outage(
  'nobody is told less than before, whatever replicas do, and their loss costs nothing',
  async () => {
    const primary = await PostgresServer.create()
    const replica = await PostgresServer.standby(primary)
    const network = await Network.start(await freePort(), replica.port)
    const servers = [await RealServer.prepare({ isPlain: true }), await RealServer.prepare({ isPlain: true })] as const
    const [first, second] = servers
    try {
      for (const { environment } of servers)
        Object.assign(environment, {
          LOQUAT_DATABASE_URL: primary.url('chat', 'chat'),
          LOQUAT_DATABASE_READ_URL: replica.url('chat', 'chat', network.port),
          LOQUAT_LOG_LEVEL: process.env.LOQUAT_LOG_LEVEL ?? 'silent',
        })
      const account = await first.createOrganization()
      await Promise.all(servers.map((server) => server.start()))
      const clients = servers.map((server) => new Load(server, account))
      const any = () => clients[Math.floor(random() * clients.length)] as Load
      const health = async (there: number) => {
        for (const { url } of servers)
          for (;;) {
            const answer = await fetch(`${url}/health`)
            assert.equal(answer.status, 200)
            const { replicas } = (await answer.json()) as { replicas: { there: number; of: number } }
            if (replicas.there === there) break
            await pause(50)
          }
      }
      const reads = async (by: string) => {
        let sum = 0
        for (const { url } of servers) {
          const text = await (await fetch(`${url}/metrics`)).text()
          sum += Number(new RegExp(`^loquat_replica_reads_total\\{by="${by}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
        }
        return sum
      }
      let sent = 0
      /** Sends by one process, edits by another, and asks any of them. */
      const announceAndAsk = async () => {
        const word = `word${sent++}`
        const to = { type: 'direct', to: `[${account.userId}]`, content: word }
        const message = await any().call('POST', '/messages', to)
        assert.equal(message.status, 200, JSON.stringify(message.body))
        const id = String(message.body.id)
        const ask = async (params: Record<string, string>) => {
          const { status, body } = await any().call('GET', '/messages', {
            anchor: 'newest',
            num_before: '3',
            num_after: '0',
            apply_markdown: 'false',
            ...params,
          })
          assert.equal(status, 200, JSON.stringify(body))
          return (body.messages as { id: number; content: string }[]).at(-1)
        }
        assert.equal((await ask({}))?.content, word)
        assert.equal((await ask({ narrow: `[["search","${word}"]]` }))?.content, word)
        assert.equal((await any().call('PATCH', `/messages/${id}`, { content: `${word} edited` })).status, 200)
        assert.equal((await ask({}))?.content, `${word} edited`)
        const history = await any().call('GET', `/messages/${id}/history`)
        assert.equal((history.body.message_history as unknown[]).length, 2)
      }
      await health(1)
      for (let round = 0; round < rounds; round++) {
        const isPaused = random() < 0.5
        if (isPaused) await replica.sql('select pg_wal_replay_pause()')
        await announceAndAsk()
        if (isPaused) await replica.sql('select pg_wal_replay_resume()')
      }
      assert.ok((await reads('behind')) > 0)
      for (const before = await reads('replica'); (await reads('replica')) <= before; ) await announceAndAsk()
      // nothing comes from it any more, then it is gone, then it is there again
      network.stall()
      await announceAndAsk()
      await health(0)
      await announceAndAsk()
      network.forget()
      await health(1)
      await replica.stop('immediate')
      await announceAndAsk()
      await health(0)
      await replica.start()
      await health(1)
      for (const before = await reads('replica'); (await reads('replica')) <= before; ) await announceAndAsk()
      // a server that goes another way is no replica any more
      await replica.program('pg_ctl', 'promote', '-D', replica.data, '-w')
      const before = await reads('replica')
      await announceAndAsk()
      assert.equal(await reads('replica'), before)
      for (const server of servers) assert.equal(await server.end('SIGTERM'), 0)
    } finally {
      await first.dispose()
      await second.dispose()
      await network.close()
      await replica.dispose()
      await primary.dispose()
    }
  },
  patience,
)
