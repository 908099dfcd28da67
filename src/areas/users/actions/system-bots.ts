import { botTypes, roles } from '#contract'
import type { Tx } from '#platform/db'
import { systemBots } from '../account.ts'
import { newApiKey } from '../api-key.ts'

/** The bots that the server speaks through, of an organization that nobody knows of yet; `host` is that of its URL. */
export async function makeSystemBots(tx: Tx, orgId: number, host: string, now: Date): Promise<void> {
  await tx
    .insertInto('account')
    .values(
      Object.entries(systemBots).map(([bot, full_name]) => ({
        org_id: orgId,
        email: `${bot}@${host}`,
        full_name,
        role: roles.member,
        bot_type: botTypes.generic,
        is_system_bot: true,
        api_key: newApiKey(),
        created_at: now,
      })),
    )
    .execute()
}
