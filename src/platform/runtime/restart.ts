import { restarted } from '#contract'
import { featureLevel, version } from '#platform/config'
import type { Database } from '#platform/db'
import type { Organization } from '#platform/organization'

/**
 * The `restart` event for clients whose queues survived a restart, with the new version. It's emitted when the
 * organization is first loaded, or when such a client polls.
 */
export class Restart {
  readonly #generation: number
  #untold = new Set<number>()

  constructor(generation: number) {
    this.#generation = generation
  }

  /** After the start, finds the organizations with queues. */
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
