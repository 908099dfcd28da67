import { apiError, endpoint, text } from '#contract'
import { pushNotConfigured } from './api.ts'

// compat: the unencrypted protocol of apps before level 468
export const unencryptedRefused = apiError(
  400,
  'BAD_REQUEST',
  'This server sends encrypted notifications only, by POST /mobile_push/register',
)
export const noSuchToken = apiError(400, 'BAD_REQUEST', 'Token does not exist')
export const badTokenLength = apiError(400, 'BAD_REQUEST', 'Empty or invalid length token')
// longer than a token can be: those have an error of their own
const token = text({ max: 10_000 })

export const addApnsToken = endpoint('POST /users/me/apns_device_token', {
  summary: 'Refused: notifications are always encrypted',
  deprecated: true,
  params: { token, appid: text({ max: 255 }) },
  errors: [badTokenLength, pushNotConfigured, unencryptedRefused],
})
export const addFcmToken = endpoint('POST /users/me/android_gcm_reg_id', {
  summary: 'Refused: notifications are always encrypted',
  deprecated: true,
  params: { token },
  errors: [badTokenLength, pushNotConfigured, unencryptedRefused],
})
export const removeApnsToken = endpoint('DELETE /users/me/apns_device_token', {
  summary: 'Finds no token: there are none of the unencrypted protocol',
  deprecated: true,
  params: { token },
  errors: [badTokenLength, noSuchToken],
})
export const removeFcmToken = endpoint('DELETE /users/me/android_gcm_reg_id', {
  summary: 'Finds no token: there are none of the unencrypted protocol',
  deprecated: true,
  params: { token },
  errors: [badTokenLength, noSuchToken],
})
