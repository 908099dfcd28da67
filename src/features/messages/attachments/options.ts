import { days, declareOptions, option, wholeNumber } from '#platform/config'

export const attachmentOptions = declareOptions('storage', {
  maxImportMib: option(
    wholeNumber(0, 1_000_000).default(5_000),
    'N',
    'Maximum size of an import archive that owners can upload, in MiB. 0 allows imports only from the command line.',
  ),
  keepUnusedUploadsDays: option(days(28), 'N', 'How long uploaded files that no message uses are kept, in days.'),
})
