import { createHash } from 'node:crypto'
import type { ApiErrorKind } from '#contract'
import { type Context, serve } from '#platform/serve'
import { loseDevices } from '../actions/devices.ts'
import { reachableDevices } from '../cache.ts'
import { deliver, senderOf } from '../delivery.ts'
import { RelayError } from '../relay/relay.ts'
import * as devices from '../store.ts'
import * as api from '../test-api.ts'
import { testPayload } from './payload.ts'

type Fits = (device: devices.StoredDevice) => boolean

/**
 * Sends to the viewer's matching devices, and waits for delivery, because a test has to report errors. `none` is the
 * error if no device got it; without it, that's a success.
 */
async function test(ctx: Context, fits: Fits, none: ApiErrorKind | undefined): Promise<void> {
  const { org, viewer, server } = ctx
  const reachable = new Set(
    ctx
      .get(reachableDevices)
      .of(viewer.id)
      .map(({ id }) => id),
  )
  const all = await ctx.read((tx) => devices.list(tx, viewer.id))
  const chosen = all.filter((device) => reachable.has(device.id) && fits(device))
  const text = testPayload(org, viewer.id)
  const parcels = chosen.map((device) => ({ device, text, isUrgent: true }))
  const outcomes = await deliver(senderOf(server), org, parcels)
  const gone = chosen.filter((_, index) => outcomes[index] === 'gone')
  if (gone.length > 0) await ctx.transact((mutation) => loseDevices(mutation, gone))
  if (outcomes.includes('sent')) return
  const problem = outcomes.find((outcome) => outcome instanceof Error)
  if (!problem) {
    if (none) throw none()
    return
  }
  throw problem instanceof RelayError ? errors[problem.kind]() : api.relayFails()
}

const errors: Record<RelayError['kind'], ApiErrorKind> = {
  unreachable: api.relayUnreachable,
  failing: api.relayFails,
  refusing: api.relayRefuses,
}

const tokenIdOf = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 8).toString('base64')

export const testRoutes = [
  serve(api.testEncrypted, (ctx, { device_id, push_account_id }) =>
    test(
      ctx,
      (device) =>
        (device_id === undefined || device.id === device_id) &&
        (push_account_id === undefined || device.account_id === push_account_id),
      api.noActiveDevice,
    ),
  ),
  serve(api.testUnencrypted, (ctx, { token }) =>
    token === undefined
      ? test(ctx, () => true, undefined)
      : test(ctx, (device) => device.token_id === tokenIdOf(token), api.noSuchPushToken),
  ),
]
