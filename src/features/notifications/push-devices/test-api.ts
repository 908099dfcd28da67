import { apiError, endpoint, id, int, text } from '#contract'

export const noActiveDevice = apiError(
  400,
  'NO_ACTIVE_PUSH_DEVICE',
  'None of your devices is registered for notifications',
)
export const relayRefuses = apiError(403, 'PUSH_SERVICE_REFUSED', 'The push service does not accept this server')
export const relayUnreachable = apiError(502, 'FAILED_TO_CONNECT_BOUNCER', "Can't reach the push service")
export const relayFails = apiError(502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER', 'The push service failed. Try again later')
export const noSuchPushToken = apiError(400, 'INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized')

const errors = [relayRefuses, relayUnreachable, relayFails]

export const testEncrypted = endpoint('POST /mobile_push/e2ee/test_notification', {
  summary: 'Send a test notification to one or all of your devices',
  scope: 'never',
  caller: 'human',
  params: {
    device_id: id.optional(),
    // compat: the older protocol's number of the app
    push_account_id: int.optional(),
  },
  errors: [noActiveDevice, ...errors],
})

// compat: apps before level 420 name the token itself
export const testUnencrypted = endpoint('POST /mobile_push/test_notification', {
  summary: 'Send a test notification to a device by its token; without one, to all of your devices, if any',
  scope: 'never',
  caller: 'human',
  deprecated: true,
  params: { token: text({ max: 4_096 }).optional() },
  errors: [noSuchPushToken, ...errors],
})
