import { apiError } from '#contract'

export const noPicture = apiError(400, 'BAD_REQUEST', 'You must upload exactly one file.')
export const pictureTooLarge = apiError(
  400,
  'BAD_REQUEST',
  'Uploaded file is larger than the allowed limit of {limit} MiB',
)
export const badPicture = apiError(400, 'BAD_IMAGE', 'Could not read that picture')
