import { bool, endpoint } from '#contract'
import { badPicture, noPicture, pictureTooLarge } from '../organization/errors.ts'

const errors = [noPicture, pictureTooLarge, badPicture]
const night = bool.default(false)

export const uploadIcon = endpoint('POST /realm/icon', {
  summary: 'Give the organization a square icon',
  caller: 'administrator',
  files: true,
  errors,
})
export const deleteIcon = endpoint('DELETE /realm/icon', {
  summary: 'Return to the default icon',
  caller: 'administrator',
})
export const uploadLogo = endpoint('POST /realm/logo', {
  summary: 'Give the organization a wide logo, for bright or dark themes',
  caller: 'administrator',
  files: true,
  params: { night },
  errors,
})
export const deleteLogo = endpoint('DELETE /realm/logo', {
  summary: 'Return to the default logo',
  caller: 'administrator',
  params: { night },
})
