import { apiError, endpoint, z } from '#contract'

export const noPicture = apiError(400, 'BAD_REQUEST', 'You must upload exactly one avatar.')
export const pictureTooLarge = apiError(
  400,
  'BAD_REQUEST',
  'Uploaded file is larger than the allowed limit of {limit} MiB',
)
export const badPicture = apiError(400, 'BAD_IMAGE', 'Could not read that picture')
export const avatarsAreFixed = apiError(400, 'BAD_REQUEST', 'Avatars cannot be changed in this organization')

export const uploadAvatar = endpoint('POST /users/me/avatar', {
  summary: 'Upload an avatar',
  contributes: true,
  files: true,
  result: { avatar_url: z.string() },
  errors: [noPicture, pictureTooLarge, badPicture, avatarsAreFixed],
})

export const deleteAvatar = endpoint('DELETE /users/me/avatar', {
  summary: 'Delete your avatar',
  result: { avatar_url: z.string() },
  errors: [avatarsAreFixed],
})
