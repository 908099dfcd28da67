import type { Config } from '#platform/config'
import { question } from '#platform/serve'
import type { VideoChatProvider } from '../organization/register-constants.ts'

/** The services of calls that this server is configured for, beside Jitsi. */
export const callServices = question((_config: Config): readonly VideoChatProvider[] => [])
