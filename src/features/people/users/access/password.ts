import { isOwner, userDeactivated } from '#contract'
import type { Organization } from '#platform/organization'
import { type Context, extensionPoint, type OpenContext } from '#platform/serve'
import { checkOpen } from '../../organization/actions.ts'
import { passwordsOn } from '../../organization/sign-in-methods.ts'
import type { Account } from '../account.ts'
import { passwordFits } from '../api-key.ts'
import { peopleCache } from '../cache.ts'
import { orLogRefusal } from '../refused-sign-in.ts'
import { passwordsDisabled, wrongCredentials } from '../sign-in-errors.ts'
import * as store from '../store.ts'

/** Throws if password sign-in is off or the organization is closed. */
export function checkPasswordsOn(org: Organization): void {
  checkOpen(org)
  if (!passwordsOn(org)) throw passwordsDisabled()
}

interface PasswordSource {
  /** Whether only this source's password works for the account. */
  decidesAbout(account: Account): Promise<boolean>
  /** Returns a function that finds or creates the account, or throws an error for the user. Throws if unavailable. */
  tried(username: string, password: string): Promise<(() => Promise<Account>) | undefined>
}

/** Whether the account has been signed in from the request's network; answered by features with sessions. */
export const usedFromNetwork = extensionPoint(async (_ctx: OpenContext, _account: Account): Promise<boolean> => false)

export const passwordSource = extensionPoint((_ctx: OpenContext): PasswordSource | undefined => undefined)

const knowsNetwork = async (ctx: OpenContext, username: string): Promise<boolean> => {
  const account = ctx.org.get(peopleCache).withDeliveryEmail(username.trim())
  return account !== undefined && (await usedFromNetwork(ctx, account))
}

/** The account with these credentials; throws an error the caller may see. */
export const accountWithPassword = (ctx: OpenContext, username: string, password: string): Promise<Account> =>
  orLogRefusal(ctx, { method: 'password', username }, () => accountOf(ctx, username, password))

async function accountOf(ctx: OpenContext, username: string, password: string): Promise<Account> {
  const { org, request } = ctx
  checkOpen(org)
  const source = passwordSource(ctx)
  if (!source) checkPasswordsOn(org)
  let account: Account | undefined
  let elsewhere: (() => Promise<Account>) | undefined
  const isKnown = () => knowsNetwork(ctx, username)
  await request.tryPassword(username, isKnown, async () => {
    // first, so that an owner can sign in while the directory is unavailable
    account = passwordsOn(org) ? await accountHere(ctx, username, password) : undefined
    if (account && source && !isOwner(account) && (await source.decidesAbout(account))) account = undefined
    if (!account) elsewhere = await source?.tried(username, password)
    return account !== undefined || elsewhere !== undefined
  })
  account ??= await elsewhere?.()
  if (!account) throw wrongCredentials()
  if (!account.isActive) throw userDeactivated()
  return account
}

/** Whether the user has a password and can sign in with it. */
export const hasPassword = async ({ org, read }: Pick<Context, 'org' | 'read'>, { id }: Account): Promise<boolean> =>
  passwordsOn(org) && (await read((tx) => store.passwordHash(tx, id))) !== null

async function accountHere({ org, read, request }: OpenContext, username: string, password: string) {
  const account = org.get(peopleCache).withDeliveryEmail(username)
  const stored = account && (await read((tx) => store.passwordHash(tx, account.id)))
  const fits = await passwordFits(stored ?? null, password, { org, network: request.network })
  return fits ? account : undefined
}

/** Checks the account's password, with a limit on attempts. */
export async function checkPassword(
  { org, read, request }: Pick<Context, 'org' | 'read' | 'request'>,
  account: Account,
  password: string,
): Promise<boolean> {
  const stored = await read((tx) => store.passwordHash(tx, account.id))
  const from = { org, network: request.network }
  // a separate limit: others' guesses don't slow down signed-in users
  const name = `signed in ${account.id}`
  return request.tryOwnPassword(name, () => passwordFits(stored, password, from))
}
