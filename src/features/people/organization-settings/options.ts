import { z } from '#contract'
import { declareOptions, option, webAddress } from '#platform/config'

export const organizationSettingsOptions = declareOptions('video-calls', {
  jitsiServerUrl: option(
    z.union([z.literal('none'), webAddress()]).default('https://meet.jit.si'),
    'URL',
    'Default Jitsi server for calls, or none.',
  ),
})
