import type { Config } from '#platform/config'
import type { AuthenticationResult, ReadMail } from '#platform/received-mail'
import { incomingMailOptions } from './options.ts'

/** The trusted server's result: the topmost header with its name is the one it added. */
export function trustedResult(
  config: Config,
  { authentication }: Pick<ReadMail, 'authentication'>,
): AuthenticationResult | undefined {
  const trusted = incomingMailOptions(config).smtpTrustedAuthservId?.toLowerCase()
  return authentication.find(({ server }) => server === trusted)
}
