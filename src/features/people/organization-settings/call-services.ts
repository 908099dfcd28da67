import type { Config } from '#platform/config'
import { extensionPoint } from '#platform/serve'
import type { VideoChatProvider } from '../organization/register-constants.ts'
import { organizationSettingsOptions } from './options.ts'

/** Call services configured on this server besides Jitsi. */
export const callServices = extensionPoint((_config: Config): readonly VideoChatProvider[] => [])

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
