import type { Config } from '#platform/config'
import type { AuthenticationResult, ReadMail } from '#platform/received-mail'
import { incomingMailOptions } from './options.ts'

/** What the trusted server found out: the topmost header of that name is its own. */
export function trustedResult(
  config: Config,
  { authentication }: Pick<ReadMail, 'authentication'>,
): AuthenticationResult | undefined {
  const trusted = incomingMailOptions(config).smtpTrustedAuthservId?.toLowerCase()
  return authentication.find(({ server }) => server === trusted)
}
