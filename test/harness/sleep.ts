import { setImmediate as turn } from 'node:timers/promises'
import { raw } from '#platform/db'
import type { TestServer } from './server.ts'

/** Nobody has used an organization for long: ends when it has left memory. */
export async function evict({ runtime }: Pick<TestServer, 'runtime'>, id: number): Promise<void> {
  while (runtime.opened(id)) {
    await runtime.rest({ idleMs: 0 })
    await turn()
  }
}

/** When an organization that sleeps is to be looked after. */
export async function wakeAt({ runtime }: Pick<TestServer, 'runtime'>, id: number): Promise<Date | null> {
  const [row] = await runtime.db.read((tx) =>
    raw<{ wake_at: Date | null }>(tx, 'select wake_at from organization where id = $1', [id]),
  )
  return row?.wake_at ?? null
}
