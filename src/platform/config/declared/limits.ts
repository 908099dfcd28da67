import { count, oneOf, option, timeout } from '../option.ts'
import { inSection } from '../section.ts'

export const limitsOptions = {
  ...inSection(
    { section: 'limits', reloadable: true },
    {
      rateLimits: option(oneOf(['on', 'off']).default('on'), 'on|off', 'Limit requests per user and per IP address.'),
      userRequestsPerMinute: option(count(2_000), 'N', 'Maximum requests per user per minute.'),
      addressRequestsPerMinute: option(count(600), 'N', 'Maximum unauthenticated requests per IP address per minute.'),
      userWorkSecondsPerMinute: option(
        timeout(10, 3_600),
        'N',
        'Maximum processing time per user per minute, in seconds (database, rendering, and responses). Further expensive requests are rejected.',
      ),
      loginFailuresPerHalfHour: option(
        count(10),
        'N',
        'Maximum failed sign-ins per account and IP address in 30 minutes.',
      ),
    },
  ),
  ...inSection('limits', {
    maxFileUploadMib: option(count(100, 1_000_000), 'N', 'Maximum size of an uploaded file, in MiB.'),
  }),
}
