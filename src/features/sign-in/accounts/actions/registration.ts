import type { OpenContext } from '#platform/serve'
import { checkRulesAccepted } from '../../../people/community-rules/access.ts'
import type { Account } from '../../../people/users/account.ts'
import { networkHashOf } from '../../../people/users/network-hash.ts'
import { hashPasswordIn, hashPasswordOf } from '../../../people/users/new-password.ts'
import { apply } from '../applications/actions.ts'
import type { Answer } from '../applications/wire.ts'
import { admissionOf, believeAddress, joinByLink, notifyInviter, ownLanguage } from './join.ts'
import { accountOf, resetPassword } from './password-reset.ts'

export const lookAt = <T>(
  { org, read, server }: OpenContext,
  look: (reader: Parameters<typeof admissionOf>[0]) => Promise<T>,
): Promise<T> => read((tx) => look({ tx, org, now: server.now() }))

export interface Registration {
  readonly key: string
  readonly full_name: string
  readonly password: string
  readonly timezone: string
  readonly channelGroupIds: readonly number[]
  readonly acceptedRules: number | undefined
}

/** Hashes the password, after cheaper checks. `unconfirmed` is the address entered with a reusable link. */
async function withPasswordHash<T extends Registration>(
  ctx: OpenContext,
  { key, password, ...person }: T,
  unconfirmed?: string,
) {
  checkRulesAccepted(ctx.org, person.acceptedRules)
  const email = unconfirmed ?? (await lookAt(ctx, (reader) => admissionOf(reader, key))).email ?? ''
  const password_hash = await hashPasswordIn(ctx.org, password, { fullName: person.full_name, email })
  return { ...person, password_hash, language: ownLanguage(ctx) }
}

/** Creates an account with a link, then notifies the sender of the invitation. */
export async function register(ctx: OpenContext, registration: Registration): Promise<Account> {
  const person = await withPasswordHash(ctx, registration)
  return arrived(ctx, await ctx.transact((mutation) => joinByLink(mutation, registration.key, person)))
}

/** Registers with a reusable link and an unconfirmed address; undefined if the address has an account. */
export async function registerBelieved(
  ctx: OpenContext,
  email: string,
  registration: Registration,
): Promise<Account | undefined> {
  const person = await withPasswordHash(ctx, registration, email)
  const joined = await ctx.transact(async (mutation) => {
    const admitted = await believeAddress(mutation, email, registration.key)
    return admitted === undefined ? undefined : joinByLink(mutation, admitted, person)
  })
  return joined && arrived(ctx, joined)
}

interface Application extends Registration {
  readonly answers: readonly Answer[]
}

/** Applies for an account. `unconfirmed` is the address entered with a reusable link; returns false if it's taken. */
export async function applyByLink(ctx: OpenContext, application: Application, unconfirmed?: string): Promise<boolean> {
  const person = await withPasswordHash(ctx, application, unconfirmed)
  const applicant = { ...person, networkHash: networkHashOf(ctx.org, 'applicants', ctx.request.address) }
  return ctx.transact(async (mutation) => {
    const { key } = application
    const admitted = unconfirmed === undefined ? key : await believeAddress(mutation, unconfirmed, key)
    if (admitted === undefined) return false
    await apply(mutation, admitted, applicant, { isConfirmed: unconfirmed === undefined })
    return true
  })
}

async function arrived(
  ctx: OpenContext,
  { account, invitation }: Awaited<ReturnType<typeof joinByLink>>,
): Promise<Account> {
  // a separate transaction: messages can only mention people that the caches show
  if (invitation?.notify_inviter)
    await ctx.transact((mutation) => notifyInviter(mutation, account, invitation.inviter_id))
  return account
}

export async function setPassword(ctx: OpenContext, key: string, password: string): Promise<void> {
  const asking = await lookAt(ctx, (reader) => accountOf(reader, key))
  const password_hash = await hashPasswordOf(ctx.org, password, asking)
  const account = await ctx.transact((mutation) => resetPassword(mutation, key, password_hash))
  ctx.request.knowCaller(account.deliveryEmail)
  await ctx.org.queues.removeAll(account.id)
}
