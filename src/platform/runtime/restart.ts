import { restarted } from '#contract'
import { featureLevel, version } from '#platform/config'
import type { Database } from '#platform/db'
import type { Organization } from '#platform/organization'

/**
 * The word that another process answers now, and which version it is: for clients whose queues have outlived the process
 * before. An organization is told when it is first loaded, as it is when such a client comes.
 */
export class Restart {
  readonly #generation: number
  #untold = new Set<number>()

  constructor(generation: number) {
    this.#generation = generation
  }

  /** After a start: which organizations have queues. */
  async look(db: Pick<Database, 'read'>): Promise<void> {
    const rows = await db.read((tx) => tx.selectFrom('event_queue').select('org_id').distinct().execute())
    this.#untold = new Set(rows.map(({ org_id }) => org_id))
  }

  async tell(org: Organization): Promise<void> {
    if (!this.#untold.delete(org.id)) return
    const facts = { zulip_version: version, zulip_merge_base: version, zulip_feature_level: featureLevel }
    const payload = { server_generation: this.#generation, ...facts }
    await org
      .transact(null, async (mutation) => mutation.emit(restarted, payload, { everyone: true }))
      .catch((error: unknown) => {
        this.#untold.add(org.id)
        throw error
      })
  }
}
