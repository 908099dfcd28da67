import type { Config } from '#platform/config'
import { question } from '#platform/serve'
import type { VideoChatProvider } from '../organization/register-constants.ts'

/** Call services configured on this server besides Jitsi. */
export const callServices = question((_config: Config): readonly VideoChatProvider[] => [])
