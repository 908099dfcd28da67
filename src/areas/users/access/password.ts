import { isOwner, userDeactivated } from '#contract'
import type { Organization } from '#platform/organization'
import { type Context, type OpenContext, question } from '#platform/serve'
import { checkOpen } from '../../organization/actions.ts'
import { passwordsOn } from '../../organization/sign-in-methods.ts'
import type { Account } from '../account.ts'
import { passwordFits } from '../api-key.ts'
import { peopleMirror } from '../mirror.ts'
import { passwordsDisabled, wrongCredentials } from '../sign-in-errors.ts'
import * as store from '../store.ts'

/** Throws where people sign in by other ways only, or not at all. */
export function checkPasswordsOn(org: Organization): void {
  checkOpen(org)
  if (!passwordsOn(org)) throw passwordsDisabled()
}

/** Where people have their passwords that this server does not know. */
interface PasswordSource {
  /** Whether the account is entered by a password from there, and no other. */
  decidesAbout(account: Account): Promise<boolean>
  /**
   * Whether somebody has that name and that password there; then the answer finds or makes the account, and throws what
   * the person may know of why there is none. Throws when nobody can tell.
   */
  tried(username: string, password: string): Promise<(() => Promise<Account>) | undefined>
}

/** Whether the account is or was signed in from the network of the request; areas that keep sessions answer. */
export const usedFromNetwork = question(async (_ctx: OpenContext, _account: Account): Promise<boolean> => false)

/** Where else an organization's people have passwords, if anywhere. */
export const passwordSource = question((_ctx: OpenContext): PasswordSource | undefined => undefined)

/** Whether the named account was used from the caller's network before. */
const knowsNetwork = async (ctx: OpenContext, username: string): Promise<boolean> => {
  const account = ctx.org.get(peopleMirror).withDeliveryEmail(username.trim())
  return account !== undefined && (await usedFromNetwork(ctx, account))
}

/** Whose name and password these are; throws what the caller may know of why not. */
export async function accountWithPassword(ctx: OpenContext, username: string, password: string): Promise<Account> {
  const { org, request } = ctx
  checkOpen(org)
  const source = passwordSource(ctx)
  if (!source) checkPasswordsOn(org)
  let account: Account | undefined
  let elsewhere: (() => Promise<Account>) | undefined
  const isKnown = () => knowsNetwork(ctx, username)
  await request.tryPassword(username, isKnown, async () => {
    // first, so that an owner comes in while nothing else answers
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

/** Whether somebody has a password, and can sign in with it. */
export const hasPassword = async ({ org, read }: Pick<Context, 'org' | 'read'>, { id }: Account): Promise<boolean> =>
  passwordsOn(org) && (await read((tx) => store.passwordHash(tx, id))) !== null

async function accountHere({ org, read, request }: OpenContext, username: string, password: string) {
  const account = org.get(peopleMirror).withDeliveryEmail(username)
  const stored = account && (await read((tx) => store.passwordHash(tx, account.id)))
  const fits = await passwordFits(stored ?? null, password, { org, network: request.network })
  return fits ? account : undefined
}

/** Whether this is the account's password; limits how often somebody may try. */
export async function checkPassword(
  { org, read, request }: Pick<Context, 'org' | 'read' | 'request'>,
  account: Account,
  password: string,
): Promise<boolean> {
  const stored = await read((tx) => store.passwordHash(tx, account.id))
  const from = { org, network: request.network }
  // a name of its own: guesses of strangers slow down nobody who is signed in
  const name = `signed in ${account.id}`
  return request.tryPassword(
    name,
    async () => false,
    () => passwordFits(stored, password, from),
  )
}
