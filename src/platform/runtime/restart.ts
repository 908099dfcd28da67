import { restarted } from '#contract'
import { featureLevel, version } from '#platform/config'
import type { Database } from '#platform/db'
import type { Organization } from '#platform/organization'

/** Tells clients whose queues have outlived the process that another one answers now, and which version it is. */
export async function tellOfRestart(
  db: Pick<Database, 'read'>,
  open: (id: number) => Promise<Organization>,
  server_generation: number,
): Promise<void> {
  const rows = await db.read((tx) =>
    tx.selectFrom('event_queue').select('org_id').distinct().orderBy('org_id').execute(),
  )
  const facts = { zulip_version: version, zulip_merge_base: version, zulip_feature_level: featureLevel }
  for (const { org_id } of rows) {
    const org = await open(org_id)
    await org.write(null, async (act) => act.emit(restarted, { server_generation, ...facts }, { everyone: true }))
  }
}
