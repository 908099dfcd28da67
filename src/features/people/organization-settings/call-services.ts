import type { Config } from '#platform/config'
import type { VideoChatProvider } from '../organization/register-constants.ts'
import { callServices } from './extension-points.ts'
import { organizationSettingsOptions } from './options.ts'

export const videoChatServices = (config: Config): readonly VideoChatProvider[] => [
  'disabled',
  'jitsi_meet',
  ...callServices(config),
]

/** The default Jitsi server; null for none. */
export function jitsiServerUrlOf(config: Config): string | null {
  const { jitsiServerUrl: url } = organizationSettingsOptions(config)
  return url === 'none' ? null : url.replace(/(?<!\/)\/+$/, '')
}
