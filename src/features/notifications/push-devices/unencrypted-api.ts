import { apiError, endpoint, text } from '#contract'

// compat: the unencrypted protocol of apps before level 468
export const unencryptedRefused = apiError(
  400,
  'BAD_REQUEST',
  'This server sends encrypted notifications only, by POST /mobile_push/register',
)
export const noSuchToken = apiError(400, 'BAD_REQUEST', 'Token does not exist')
export const badTokenLength = apiError(400, 'BAD_REQUEST', 'Empty or invalid length token')
export const badApnsToken = apiError(400, 'BAD_REQUEST', 'Invalid APNS token')
// longer than any token, so that invalid ones get the specific error above
const token = text({ max: 10_000 })

export const addApnsToken = endpoint('POST /users/me/apns_device_token', {
  summary: 'Add a push token; rejected if a push relay is configured, since notifications are then encrypted',
  scope: 'never',
  deprecated: true,
  params: { token, appid: text({ max: 255 }) },
  errors: [badTokenLength, badApnsToken, unencryptedRefused],
})
export const addFcmToken = endpoint('POST /users/me/android_gcm_reg_id', {
  summary: 'Add a push token; rejected if a push relay is configured, since notifications are then encrypted',
  scope: 'never',
  deprecated: true,
  params: { token },
  errors: [badTokenLength, unencryptedRefused],
})
export const removeApnsToken = endpoint('DELETE /users/me/apns_device_token', {
  summary: 'Remove a push token',
  scope: 'never',
  deprecated: true,
  params: { token },
  errors: [badTokenLength, noSuchToken],
})
export const removeFcmToken = endpoint('DELETE /users/me/android_gcm_reg_id', {
  summary: 'Remove a push token',
  scope: 'never',
  deprecated: true,
  params: { token },
  errors: [badTokenLength, noSuchToken],
})
