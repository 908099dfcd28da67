import { missingArgument, seconds } from '#contract'
import type { Mutation } from '#platform/organization'
import * as api from '../api.ts'
import { checkShapes, publicKey, pushKey, sealedText, tokenId } from '../keys.ts'
import * as outbox from '../relay/store.ts'
import * as store from '../store.ts'
import { makeRoom } from './devices.ts'

interface Key {
  readonly push_key: string
  readonly push_key_id: number
}
interface Token {
  readonly token_kind: api.TokenKind
  readonly token_id: string
  readonly bouncer_public_key: string
  readonly encrypted_push_registration: string
}

const shapes = {
  push_public_key: publicKey,
  push_key: pushKey,
  token_id: tokenId,
  bouncer_public_key: publicKey,
  encrypted_push_registration: sealedText,
}

/** Validates keys; without a relay, clients get that error instead, whatever the keys. */
export const checkKeys = (params: api.PushRegistration): void => checkShapes(shapes, params)

export interface Change {
  readonly device_id: number
  readonly key: Key | undefined
  readonly token: Token | undefined
}

export function changeOf({ device_id, ...params }: api.PushRegistration & { device_id: number }): Change {
  const key = group<Key>('the key', params, ['push_key', 'push_key_id'])
  const token = group<Token>('the token', params, [
    'token_kind',
    'token_id',
    'bouncer_public_key',
    'encrypted_push_registration',
  ])
  if (!key && !token) throw api.nothingToRegister()
  return { device_id, key, token }
}

/** All of these parameters, or none of them. */
function group<G>(name: string, params: Record<string, unknown>, names: (keyof G & string)[]): G | undefined {
  if (names.every((one) => params[one] === undefined)) return undefined
  const missing = names.find((one) => params[one] === undefined)
  if (missing) throw api.incompleteGroup({}, { name: missing, group: name })
  return Object.fromEntries(names.map((one) => [one, params[one]])) as G
}

/** Changes the key or token of one of the viewer's devices; returns whether the relay needs an update. */
export async function changeDevice(mutation: Mutation, { device_id, key, token }: Change): Promise<boolean> {
  const { tx, org, viewer, now } = mutation
  const device = await store.find(tx, viewer.id, device_id)
  if (device?.kind !== 'app') throw api.noSuchDevice()
  if (device.key === null && !(key && token)) throw api.firstNeedsBoth()
  // a repeated request means that the client missed the response
  const isNewToken = token !== undefined && ![device.token_id, device.pending_token_id].includes(token.token_id)
  if (isNewToken && device.pending_token_id !== null) throw api.registrationPending()
  const isNewKey = key !== undefined && (key.push_key !== device.key || key.push_key_id !== device.key_id)
  if (!isNewKey && !isNewToken) return false
  await store.update(tx, device.id, {
    ...(isNewKey ? { cryptosystem: 'secretbox', key: key.push_key, key_id: key.push_key_id } : {}),
    ...(isNewToken
      ? {
          token_kind: token.token_kind,
          pending_token_id: token.token_id,
          token_updated_at: now,
          error_code: null,
        }
      : {}),
  })
  if (isNewToken) await outbox.replace(tx, { org_id: org.id, device_id: device.id, ...waiting(token, now) })
  mutation.emit(
    api.deviceUpdated,
    {
      device_id: device.id,
      ...(isNewKey && key.push_key_id !== device.key_id ? { push_key_id: key.push_key_id } : {}),
      ...(isNewToken ? { pending_push_token_id: token.token_id, push_token_last_updated_timestamp: seconds(now) } : {}),
      ...(isNewToken && device.error_code !== null ? { push_registration_error_code: null } : {}),
    },
    [viewer.id],
  )
  return isNewToken
}

const waiting = (
  {
    bouncer_public_key,
    encrypted_push_registration,
  }: Pick<Token, 'bouncer_public_key' | 'encrypted_push_registration'>,
  now: Date,
) => ({ bouncer_public_key, encrypted_push_registration, due_at: now, created_at: now })

/** The older form, for apps with an ID of their own. */
interface OldRegistration {
  readonly push_account_id: number
  readonly cryptosystem: 'secretbox' | 'sealed'
  readonly key: string
  readonly token_kind: api.TokenKind
  readonly bouncer_public_key: string
  readonly encrypted_push_registration: string
}

/** All parameters are required; the key under its older or newer name. */
export function oldRegistrationOf(params: api.PushRegistration): OldRegistration {
  const { token_kind, push_account_id, push_public_key, push_key, bouncer_public_key } = params
  const { encrypted_push_registration } = params
  if (token_kind === undefined) throw missingArgument({ var_name: 'token_kind' })
  if (push_account_id === undefined) throw missingArgument({ var_name: 'push_account_id' })
  const key = push_public_key ?? push_key
  if (key === undefined) throw missingArgument({ var_name: 'push_public_key' })
  if (bouncer_public_key === undefined) throw missingArgument({ var_name: 'bouncer_public_key' })
  if (encrypted_push_registration === undefined) throw missingArgument({ var_name: 'encrypted_push_registration' })
  const cryptosystem = push_public_key === undefined ? 'secretbox' : 'sealed'
  return { push_account_id, cryptosystem, key, token_kind, bouncer_public_key, encrypted_push_registration }
}

/** Registers an app of the older protocol; returns whether the relay needs an update. */
export async function registerAccount(mutation: Mutation, registration: OldRegistration): Promise<boolean> {
  const { tx, org, viewer, now } = mutation
  const { push_account_id, cryptosystem, key, token_kind } = registration
  const known = await store.findAccount(tx, viewer.id, push_account_id)
  if (known?.key === key && known.error_code === null) return false
  if (!known) await makeRoom(mutation)
  const facts = { cryptosystem, key, token_kind, relay_id: null, error_code: null, token_updated_at: now }
  const { id } = known
    ? await store.update(tx, known.id, facts)
    : await store.insert(tx, {
        org_id: org.id,
        user_id: viewer.id,
        kind: 'account',
        created_at: now,
        account_id: push_account_id,
        ...facts,
      })
  await outbox.replace(tx, { org_id: org.id, device_id: id, ...waiting(registration, now) })
  mutation.emit(api.pushDeviceChanged, { push_account_id, status: 'pending' }, [viewer.id])
  return true
}
