import type { Tx } from '#platform/db'

/** The organization's table: the defaults are the part of it that this area writes. */
export async function updateDefaults(tx: Tx, orgId: number, user_settings_defaults: object): Promise<void> {
  await tx.updateTable('organization').set({ user_settings_defaults }).where('id', '=', orgId).execute()
}
