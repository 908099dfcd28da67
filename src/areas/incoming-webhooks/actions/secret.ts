import type { Organization } from '#platform/organization'
import { secretsOf } from '#platform/secrets'
import type { Account, IntegrationSettings } from '../../users/account.ts'
import { unreadableSecret } from '../api.ts'

const purpose = 'integration secrets'
/** The tool is part of it: a secret of one is none of another. */
const ownerOf = (org: Organization, bot: Account, tool: string) => `${org.id} ${bot.id} ${tool}`

/** A secret as the database holds it. */
export const sealedSecret = (org: Organization, bot: Account, tool: string, secret: string): string =>
  secretsOf(org.services.config).seal(purpose, ownerOf(org, bot, tool), secret)

/** With what a tool signs; undefined where it need not. Throws where nobody can read it any more. */
export function secretOf(
  org: Organization,
  bot: Account,
  tool: string,
  { sealed, secret }: IntegrationSettings = {},
): string | undefined {
  if (sealed === undefined) return secret
  const open = secretsOf(org.services.config).open(purpose, ownerOf(org, bot, tool), sealed)
  // the key of the server is another one: what is not known to be the tool's is refused
  if (open === undefined) throw unreadableSecret()
  return open
}
