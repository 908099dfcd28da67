import type { Organization } from '#platform/organization'
import { secretsOf } from '#platform/secrets'
import type { Account, IntegrationSettings } from '../../../people/users/account.ts'
import { unreadableSecret } from '../api.ts'

const purpose = 'integration secrets'
/** Includes the tool, so that one tool's secret can't be used for another. */
const ownerOf = (org: Organization, bot: Account, tool: string) => `${org.id} ${bot.id} ${tool}`

export const sealedSecret = (org: Organization, bot: Account, tool: string, secret: string): string =>
  secretsOf(org.services.config).seal(purpose, ownerOf(org, bot, tool), secret)

/** The secret that a tool signs with; undefined if it doesn't have to. Throws if it can't be decrypted. */
export function secretOf(
  org: Organization,
  bot: Account,
  tool: string,
  { sealed, secret }: IntegrationSettings = {},
): string | undefined {
  if (sealed === undefined) return secret
  const open = secretsOf(org.services.config).open(purpose, ownerOf(org, bot, tool), sealed)
  // the server's key has changed: refuse what can't be verified
  if (open === undefined) throw unreadableSecret()
  return open
}
