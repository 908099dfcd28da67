import { outage, patience, Scene, storm } from './fixture.ts'
import { PostgresServer } from './postgres.ts'

outage(
  'a failover loses and duplicates nothing acknowledged, and sending resumes by itself',
  async () => {
    let primary = await PostgresServer.create()
    const scene = await Scene.open(primary)
    let standby: PostgresServer | undefined
    try {
      await storm('when another server takes over', scene, {
        async begin({ network, load }) {
          standby = await PostgresServer.synchronousStandby(primary)
          await primary.stop('immediate')
          await load.refusedFromNowOn()
          await standby.promote()
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
