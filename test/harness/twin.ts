import { Database, openServer } from '#platform/db'
import { Runtime } from '#platform/runtime'
import { busOf, type TestServer } from './server.ts'

/** A second process of the same organizations, but for its memory. */
export async function twinOf({ runtime, clock }: TestServer): Promise<Runtime> {
  const own = new URL(process.env.LOQUAT_TEST_DATABASE_URL as string)
  const { name } = await runtime.db.read((tx) =>
    tx.selectNoFrom(({ fn }) => fn<string>('current_database').as('name')).executeTakeFirstOrThrow(),
  )
  own.pathname = `/${name}`
  const driver = await openServer(own.href, { connections: 6 })
  const bus = busOf(runtime.config, driver, (error) => {
    throw error
  })
  return new Runtime({
    config: runtime.config,
    db: new Database(driver),
    features: runtime.features,
    now: clock.now,
    bus,
  })
}
