import { z } from '#contract'
import { declareOptions, option, webAddress } from '#platform/config'

export const organizationSettingsOptions = declareOptions({
  jitsiServerUrl: option(
    z.union([z.literal('none'), webAddress()]).default('https://meet.jit.si'),
    'URL',
    'The Jitsi server for calls of organizations that name none of their own; none for no such server.',
  ),
})
