import { z } from '#contract'
import { declareOptions, oneOf, option, wholeNumber } from '#platform/config'

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
  mcpRegistration: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Whether programs that nobody here has made known can ask people for access by OAuth. Organizations can turn it off by enable_mcp_registration.',
  ),
  uploadQuotaMib: option(
    z
      .union([z.literal('none'), wholeNumber(1, 1_000_000_000)], {
        error: ({ input }) => `'${input}' is neither none nor a whole number from 1 to 1000000000`,
      })
      .default(5_120),
    'N|none',
    'What all uploaded files of one organization may take together, in MiB; none for no limit.',
  ),
  orgMessagesPerMinute: option(
    wholeNumber(1, 1_000_000).optional(),
    'N',
    'Messages that people and programs of one organization may send in a minute, of which half may be of one account; without it there is no limit.',
  ),
  orgEventQueues: option(
    wholeNumber(1, 10_000_000).optional(),
    'N',
    'Event queues of connected clients that one organization may have; without it there is no limit.',
  ),
})
