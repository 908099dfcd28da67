import { declareOptions, oneOf, option } from '#platform/config'

export const organizationOptions = declareOptions({
  webPublicChannels: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Whether organizations may let web-public channels be read without an account. Each decides for itself by enable_spectator_access, which is off at first.',
  ),
  mcp: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Whether programs can be connected at /mcp by the Model Context Protocol. Organizations can turn it off by enable_mcp. See docs/mcp.md.',
  ),
})
