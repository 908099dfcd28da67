import { bool, endpoint } from '#contract'
import { badPicture, noPicture, pictureTooLarge } from '../organization/errors.ts'

const errors = [noPicture, pictureTooLarge, badPicture]
const night = bool.default(false)

export const uploadIcon = endpoint('POST /realm/icon', {
  summary: "Upload the organization's icon",
  caller: 'administrator',
  files: true,
  errors,
})
export const deleteIcon = endpoint('DELETE /realm/icon', {
  summary: 'Reset the organization icon',
  caller: 'administrator',
})
export const uploadLogo = endpoint('POST /realm/logo', {
  summary: "Upload the organization's logo for the light or dark theme",
  caller: 'administrator',
  files: true,
  params: { night },
  errors,
})
export const deleteLogo = endpoint('DELETE /realm/logo', {
  summary: 'Reset the organization logo',
  caller: 'administrator',
  params: { night },
})
