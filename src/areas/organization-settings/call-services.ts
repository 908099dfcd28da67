import type { Config } from '#platform/config'
import type { VideoChatProvider } from '../organization/register-constants.ts'
import { organizationSettingsOptions } from './options.ts'
import { callServices } from './questions.ts'

/** The services of calls that an organization of this server can choose, by the public API's names. */
export const videoChatServices = (config: Config): readonly VideoChatProvider[] => [
  'disabled',
  'jitsi_meet',
  ...callServices(config),
]

/** The server of Jitsi calls for organizations that name none of their own; null for none. */
export function jitsiServerUrlOf(config: Config): string | null {
  const { jitsiServerUrl: url } = organizationSettingsOptions(config)
  return url === 'none' ? null : url.replace(/(?<!\/)\/+$/, '')
}
