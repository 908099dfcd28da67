import type { Tx } from '#platform/db'

/** organization belongs to the organization area: this area writes its column of defaults. */
export async function updateDefaults(tx: Tx, orgId: number, user_settings_defaults: object): Promise<void> {
  await tx.updateTable('organization').set({ user_settings_defaults }).where('id', '=', orgId).execute()
}
