import { days, declareOptions, option, wholeNumber } from '#platform/config'

export const attachmentOptions = declareOptions({
  maxImportMib: option(
    wholeNumber(0, 1_000_000).default(5_000),
    'N',
    'Largest archive of another chat that owners can upload and import, in MiB; 0 leaves imports to the command line.',
  ),
  keepUnusedUploadsDays: option(
    days(28),
    'N',
    'How long a file is kept that no message holds, or no longer any, in days.',
  ),
})
