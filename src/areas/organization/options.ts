import { declareOptions, oneOf, option } from '#platform/config'

export const organizationOptions = declareOptions({
  webPublicChannels: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Whether organizations may let web-public channels be read without an account. Each decides for itself by enable_spectator_access, which is off at first.',
  ),
})
