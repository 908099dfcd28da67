import { setTimeout as pause } from 'node:timers/promises'
import { outage, patience, Scene, storm } from './fixture.ts'
import { PostgresServer } from './postgres.ts'

/** A server that has everything that the other acknowledges. */
async function follower(of: PostgresServer): Promise<PostgresServer> {
  const standby = await PostgresServer.standby(of)
  await of.sql(`alter system set synchronous_standby_names = '*'`)
  await of.sql('select pg_reload_conf()')
  for (;;) {
    const [state] = await of.sql(`select count(*) as count from pg_stat_replication where sync_state = 'sync'`)
    if (state?.count === 1) return standby
    await pause(20)
  }
}

outage(
  'when another server takes the place of one that is gone: every acknowledged message is there once, and sending goes on by itself',
  async () => {
    let primary = await PostgresServer.create()
    const scene = await Scene.open(primary)
    let standby: PostgresServer | undefined
    try {
      await storm('when another server takes over', scene, {
        async begin({ network, load }) {
          standby = await follower(primary)
          await primary.stop('immediate')
          await load.refusedFromNowOn()
          await standby.program('pg_ctl', 'promote', '-D', standby.data, '-w')
          // nobody follows it yet
          await standby.sql('alter system reset synchronous_standby_names')
          await standby.sql('select pg_reload_conf()')
          await network.switchTo(standby.port)
        },
        async end() {
          if (!standby) return
          await primary.dispose()
          primary = standby
          standby = undefined
        },
      })
    } finally {
      await scene.close()
      await standby?.dispose()
      await primary.dispose()
    }
  },
  patience,
)
