import { isAdministrator, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { secretsOf } from '#platform/secrets'
import type { Context, OpenContext } from '#platform/serve'
import { settingsOf } from '../../people/organization/cache.ts'
import { wrongPassword } from '../../people/user-settings/api.ts'
import { checkPassword } from '../../people/users/access/password.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { secondFactorWrong } from '../../people/users/sign-in-errors.ts'
import { signedInLately } from '../sessions/access.ts'
import { setupOver, signInAgain } from './api.ts'
import { newSecret, stepOf } from './one-time-code.ts'
import * as store from './store.ts'

export function isRequired(org: Organization, account: Pick<Account, 'role'>): boolean {
  const wanted = settingsOf(org).second_factor_required
  return wanted === 'everybody' || (wanted === 'administrators' && isAdministrator(account))
}

type SecondStep = 'none' | 'code' | 'setup'

export async function secondStepOf(
  { org, read }: Pick<OpenContext, 'org' | 'read'>,
  account: Account,
): Promise<SecondStep> {
  if (await read((tx) => store.find(tx, account.id))) return 'code'
  return isRequired(org, account) ? 'setup' : 'none'
}

interface Proof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/** Passes after a recent sign-in. `use` consumes a two-factor code; accounts without one give their password. */
export async function checkProof(
  ctx: Context,
  given: Proof,
  use: (account: Account, code: string) => Promise<void>,
): Promise<void> {
  const account = ctx.org.get(peopleCache).byId.get(ctx.viewer.id) as Account
  if (await signedInLately(ctx)) return
  if (await ctx.read((tx) => store.find(tx, account.id))) {
    if (given.code === undefined) throw signInAgain()
    return use(account, given.code)
  }
  if (given.password === undefined) throw signInAgain()
  if (!(await checkPassword(ctx, account, given.password))) throw wrongPassword()
}

const setupLifeMs = 30 * 60_000
const purpose = 'second factor'
const setupPurpose = 'second factor that is set up'
const owner = (userId: UserId) => `user ${userId}`

export const sealedSecret = (org: Organization, userId: UserId, secret: string): string =>
  secretsOf(org.services.config).seal(purpose, owner(userId), secret)

export const openedSecret = (org: Organization, userId: UserId, sealed: string): string | undefined =>
  secretsOf(org.services.config).open(purpose, owner(userId), sealed)

/** A new, unconfirmed secret; the client keeps it in a sealed token. */
export function newSetup(org: Organization, userId: UserId, now: Date): { secret: string; setup_token: string } {
  const secret = newSecret()
  const kept = JSON.stringify({ secret, expiresAt: now.getTime() + setupLifeMs })
  return { secret, setup_token: secretsOf(org.services.config).seal(setupPurpose, owner(userId), kept) }
}

/** The secret in a setup token; throws for another user's token and an expired one. */
export function secretOfSetup(org: Organization, userId: UserId, token: string, now: Date): string {
  const kept = secretsOf(org.services.config).open(setupPurpose, owner(userId), token)
  const { secret, expiresAt } = kept === undefined ? { secret: '', expiresAt: 0 } : JSON.parse(kept)
  if (expiresAt <= now.getTime()) throw setupOver()
  return secret
}

/** The time step of the code that confirms a setup. */
export function confirmedStep(secret: string, code: string, now: Date): number {
  const step = stepOf(secret, code.replaceAll(' ', ''), now, 0)
  if (step === undefined) throw secondFactorWrong()
  return step
}
