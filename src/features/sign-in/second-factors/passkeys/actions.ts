import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { seconds, type UserId, userDeactivated } from '#contract'
import type { Row } from '#platform/db'
import type { Mutation } from '#platform/organization'
import { secretsOf } from '#platform/secrets'
import type { Context, OpenContext } from '#platform/serve'
import { organizationCache } from '../../../people/organization/cache.ts'
import { passkeysOn } from '../../../people/organization/sign-in-methods.ts'
import { checkTotal, maxPerUser } from '../../../people/organization/totals.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import * as api from './api.ts'
import { type Answer, newChallenge, type Purpose, readAnswer, takeChallenge } from './challenge.ts'
import { mailNotice } from './notice-mail.ts'
import { relyingPartyOf } from './relying-party.ts'
import * as store from './store.ts'

export const serialize = (row: Row<'passkey'>): api.Passkey => ({
  id: row.id,
  name: row.name,
  date_created: seconds(row.created_at),
  last_used: row.last_used_at && seconds(row.last_used_at),
})

/** perf: with what it needs, it's the largest library, so it's loaded with the first passkey. */
const library = () => import('@simplewebauthn/server')

const descriptors = (rows: readonly Row<'passkey'>[]) =>
  rows.map(({ credential_id: id, transports }) => ({ id, transports }))

/** Options for creating a discoverable passkey with user verification. */
export async function registrationOptions(ctx: Context, account: Account) {
  if (!passkeysOn(ctx.org)) throw api.passkeysOff()
  const { org, server } = ctx
  const challenge = await org.transact(null, (mutation) => newChallenge(mutation, 'register', account.id))
  const known = await ctx.read((tx) => store.ofUser(tx, account.id))
  // reveals nothing about the user, and stays the same
  const handle = secretsOf(server.config).sign('user of a passkey', `${org.id} ${account.id}`)
  return (await library()).generateRegistrationOptions({
    rpName: org.get(organizationCache).name,
    rpID: relyingPartyOf(ctx).id,
    userName: account.deliveryEmail,
    userDisplayName: account.fullName,
    userID: new Uint8Array(Buffer.from(handle, 'hex')),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    excludeCredentials: descriptors(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Registers a new passkey, for the account that started the registration, once. */
export async function register(ctx: Context, account: Account, name: string, text: string): Promise<api.Passkey> {
  const { org } = ctx
  if (!passkeysOn(org)) throw api.passkeysOff()
  const { answer, challenge } = readAnswer(text)
  const { id, origin } = relyingPartyOf(ctx)
  if (!(await org.transact(null, (mutation) => takeChallenge(mutation, challenge, 'register', account.id))))
    throw api.passkeyRefused()
  const { credential } = await believed(async () => {
    const { verifyRegistrationResponse } = await library()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    })
    return registrationInfo
  })
  return ctx.transact(async (mutation) => {
    const { tx, now } = mutation
    checkTotal(maxPerUser, 'passkeys', (await store.ofUser(tx, account.id)).length)
    if (await store.withCredential(tx, org.id, credential.id)) throw api.passkeyKnown()
    const row = await store.insert(tx, {
      org_id: org.id,
      user_id: account.id,
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      sign_count: credential.counter,
      transports: [...answer.response.transports],
      created_at: now,
      last_used_at: null,
    })
    const passkey = serialize(row)
    mutation.emit(api.passkeyAdded, { passkey }, [account.id])
    await mailNotice(mutation, account, 'added', name)
    return passkey
  })
}

/** The package throws if verification fails. */
async function believed<T>(verify: () => Promise<T | undefined>): Promise<T> {
  const found = await verify().catch(() => undefined)
  if (found === undefined) throw api.passkeyRefused()
  return found
}

/** Options for signing in: with one user's passkeys, or any discoverable one. */
export async function signInOptions(ctx: OpenContext, account: Account | undefined) {
  if (!passkeysOn(ctx.org)) throw api.passkeysOff()
  const userId = account?.id ?? null
  const challenge = await ctx.org.transact(null, (mutation) => newChallenge(mutation, purposeOf(account), userId))
  const known = account ? await ctx.read((tx) => store.ofUser(tx, account.id)) : []
  return (await library()).generateAuthenticationOptions({
    rpID: relyingPartyOf(ctx).id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    allowCredentials: descriptors(known),
    userVerification: 'required',
  })
}

const purposeOf = (account: Account | undefined): Purpose => (account ? 'second step' : 'sign in')

/** The account of the passkey that signed; if given, only that account's passkeys count. */
export async function accountOfAnswer(ctx: OpenContext, text: string, account?: Account): Promise<Account> {
  const { org } = ctx
  if (!passkeysOn(org)) throw api.passkeysOff()
  const { answer, challenge } = readAnswer(text)
  const isGiven = await org.transact(null, (mutation) =>
    takeChallenge(mutation, challenge, purposeOf(account), account?.id ?? null),
  )
  const row = isGiven ? await ctx.read((tx) => store.withCredential(tx, org.id, answer.id)) : undefined
  if (!row || (account && row.user_id !== account.id)) throw api.passkeyRefused()
  const counter = await counterOf(ctx, answer, challenge, row)
  const found = await org.transact(null, async (mutation) => {
    const used = await store.noteUse(mutation.tx, row, counter, mutation.now)
    if (used) mutation.emit(api.passkeyUpdated, { passkey: serialize(used) }, [row.user_id])
    return used && mutation.get(peopleCache).byId.get(row.user_id)
  })
  if (!found) throw api.passkeyRefused()
  if (!found.isActive) throw userDeactivated()
  return found
}

/** Verifies origin, challenge, signature, user verification, and an increased counter. */
async function counterOf(ctx: OpenContext, answer: Answer, challenge: string, row: Row<'passkey'>): Promise<number> {
  const { id, origin } = relyingPartyOf(ctx)
  const { authenticationInfo } = await believed(async () => {
    const { verifyAuthenticationResponse } = await library()
    const result = await verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
        counter: row.sign_count,
      },
    })
    return result.verified ? result : undefined
  })
  return authenticationInfo.newCounter
}

async function ownPasskey({ tx, viewer }: Mutation, id: number): Promise<Row<'passkey'>> {
  const row = await store.find(tx, viewer.id, id)
  if (!row) throw api.noSuchPasskey()
  return row
}

export async function rename(mutation: Mutation, id: number, name: string): Promise<void> {
  const row = await ownPasskey(mutation, id)
  if (row.name === name) return
  mutation.emit(api.passkeyUpdated, { passkey: serialize(await store.rename(mutation.tx, id, name)) }, [row.user_id])
}

export async function remove(mutation: Mutation, id: number): Promise<void> {
  const { user_id, name } = await ownPasskey(mutation, id)
  await store.remove(mutation.tx, id)
  mutation.emit(api.passkeyRemoved, { passkey_id: id }, [user_id])
  await mailNotice(mutation, mutation.get(peopleCache).byId.get(user_id) as Account, 'removed', name)
}

/** Deletes a deactivated user's passkeys, so that they can't be used after a reactivation. */
export async function forget(mutation: Mutation, userId: UserId): Promise<void> {
  for (const passkey_id of await store.removeOfUser(mutation.tx, userId))
    mutation.emit(api.passkeyRemoved, { passkey_id }, [userId])
}
