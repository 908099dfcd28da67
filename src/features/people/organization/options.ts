import { z } from '#contract'
import { declareOptions, oneOf, option, wholeNumber } from '#platform/config'

export const organizationOptions = declareOptions('limits', {
  webPublicChannels: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Allow organizations to make web-public channels readable without an account. Each organization turns this on with enable_spectator_access.',
    { section: 'common' },
  ),
  mcp: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Serve the Model Context Protocol at /mcp. Organizations can turn it off with enable_mcp. See docs/mcp.md.',
    { section: 'integrations' },
  ),
  mcpRegistration: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Let apps register themselves and ask people for access with OAuth. Organizations can turn it off with enable_mcp_registration.',
    { section: 'integrations' },
  ),
  uploadQuotaMib: option(
    z
      .union([z.literal('none'), wholeNumber(1, 1_000_000_000)], {
        error: ({ input }) => `'${input}' is neither none nor a whole number from 1 to 1000000000`,
      })
      .default(5_120),
    'N|none',
    'Storage quota for uploaded files per organization, in MiB, or none.',
    { reloadable: true },
  ),
  orgMessagesPerMinute: option(
    wholeNumber(1, 1_000_000).optional(),
    'N',
    'Maximum messages per organization per minute; a single account can use half of it. Unlimited by default.',
    { reloadable: true },
  ),
  orgEventQueues: option(
    wholeNumber(1, 10_000_000).optional(),
    'N',
    'Maximum event queues (connected clients) per organization. Unlimited by default.',
    { reloadable: true },
  ),
})
