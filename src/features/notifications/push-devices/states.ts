import { event, int, serverEvent, state, UserIdOut, z } from '#contract'

/** A signed-in device as its owner's clients see it. Times in UNIX seconds. */
export const Device = z.object({
  push_key_id: int.nullable(),
  /** The token that the relay knows; base64 of the first 8 bytes of its SHA-256. */
  push_token_id: z.string().nullable(),
  /** The token being registered with the relay. */
  pending_push_token_id: z.string().nullable(),
  push_token_last_updated_timestamp: int.nullable(),
  push_registration_error_code: z.string().nullable(),
})
export type Device = z.infer<typeof Device>

export const bareDevice: Device = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
}

export const deviceAdded = event('device', 'add', { device_id: int })
export const deviceRemoved = event('device', 'remove', { device_id: int })
/** Only changed fields; null for removed values. */
export const deviceUpdated = event('device', 'update', { device_id: int, ...Device.partial().shape })

export const devices = state('devices', z.record(z.string(), Device), 'device')
  .on(deviceAdded, (all, { device_id }) => ({ ...all, [device_id]: bareDevice }))
  .on(deviceRemoved, (all, { device_id }) => {
    const { [device_id]: _, ...others } = all
    return others
  })
  .on(deviceUpdated, (all, { device_id, ...changes }) => {
    const own = Object.fromEntries(Object.entries(changes).filter(([name]) => name in Device.shape))
    return { ...all, [device_id]: { ...(all[device_id] ?? bareDevice), ...own } }
  })

// compat: apps of levels 406 to 467 know themselves by a number of their own
const status = z.enum(['pending', 'active', 'failed'])
export const PushDevice = z.object({ status, error_code: z.string().optional() })
export type PushDevice = z.infer<typeof PushDevice>

/** `removed` is our own addition: those levels had no value for it. */
export const pushDeviceChanged = event('push_device', null, {
  push_account_id: int,
  status: z.enum([...status.options, 'removed']),
  error_code: z.string().optional(),
})

export const pushDevices = state('push_devices', z.record(z.string(), PushDevice), 'push_device').on(
  pushDeviceChanged,
  (all, { push_account_id, status, error_code }) => {
    const { [push_account_id]: _, ...others } = all
    if (status === 'removed') return others
    return { ...others, [push_account_id]: { status, ...(error_code === undefined ? {} : { error_code }) } }
  },
)

export const webDevicesChanged = serverEvent('web_push_devices', 'changed', { user_id: UserIdOut })
