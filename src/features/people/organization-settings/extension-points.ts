import type { Config } from '#platform/config'
import { extensionPoint } from '#platform/serve'
import type { VideoChatProvider } from '../organization/register-constants.ts'

/** Call services configured on this server besides Jitsi. */
export const callServices = extensionPoint((_config: Config): readonly VideoChatProvider[] => [])
