import { setTimeout as pause } from 'node:timers/promises'
import { assert, RealServer } from '#test'
import { outage } from './fixture.ts'
import { Load } from './load.ts'
import { PostgresServer } from './postgres.ts'
import { metric } from './writer-process.ts'

outage('data visible on a replica before confirmation is served only afterwards', async () => {
  const primary = await PostgresServer.create()
  const standby = await PostgresServer.synchronousStandby(primary)
  const replica = await PostgresServer.standby(primary)
  const server = await RealServer.prepare({ isPlain: true, isHere: true })
  try {
    Object.assign(server.environment, {
      LOQUAT_DATABASE_URL: primary.url('chat', 'chat'),
      LOQUAT_DATABASE_READ_URL: replica.url('chat', 'chat'),
      LOQUAT_LOG_LEVEL: process.env.LOQUAT_LOG_LEVEL ?? 'silent',
    })
    const account = await server.createOrganization()
    await server.start()
    const client = new Load(server, account)
    const send = (content: string) =>
      client.call('POST', '/messages', { type: 'direct', to: `[${account.userId}]`, content })
    const newest = async () => {
      const asked = { anchor: 'newest', num_before: '1', num_after: '0', apply_markdown: 'false' }
      const { body } = await client.call('GET', '/messages', asked)
      return (body.messages as { content: string }[]).at(-1)?.content
    }
    const reads = (by: string) => metric(server, `loquat_replica_reads_total{by="${by}"}`)
    await send('first')
    while ((await reads('replica')) === 0) assert.equal(await newest(), 'first')
    const written = async () => {
      const rows = await replica.sql('select max(position) as position from event_log', replica.url('admin', 'chat'))
      return Number(rows[0]?.position)
    }
    const before = await written()
    await standby.stop('immediate')
    const waiting = send('second')
    while ((await written()) === before) await pause(20)
    // the replica has it, while the primary doesn't know yet whether it's committed
    assert.equal(await newest(), 'first')
    while ((await reads('ahead')) === 0) assert.equal(await newest(), 'first')
    await standby.start()
    await waiting
    while ((await newest()) !== 'second') await pause(20)
    assert.equal(await server.end('SIGTERM'), 0)
  } finally {
    await server.dispose()
    for (const one of [replica, standby, primary]) await one.dispose()
  }
})
