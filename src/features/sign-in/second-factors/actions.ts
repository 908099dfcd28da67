import { seconds, type UserId } from '#contract'
import { textsOf } from '#platform/languages'
import { greeting, isAddress, sendMail } from '#platform/mail'
import type { Mutation } from '#platform/organization'
import { secretsOf } from '#platform/secrets'
import type { OpenContext } from '#platform/serve'
import { organizationCache } from '../../people/organization/cache.ts'
import { type Account, languageOfAccount } from '../../people/users/account.ts'
import { orLogRefusal } from '../../people/users/refused-sign-in.ts'
import { secondFactorMissing, secondFactorNeeded, secondFactorWrong } from '../../people/users/sign-in-errors.ts'
import { confirmedStep, isRequired, openedSecret, sealedSecret, secondStepOf, secretOfSetup } from './access.ts'
import { factorRequired, notSetUp, ownFactor, type SecondFactor, secondFactorChanged } from './api.ts'
import { stepOf } from './one-time-code.ts'
import { hashOf, newRecoveryCode, recoveryCodes } from './recovery-code.ts'
import * as store from './store.ts'

const textsIn = textsOf('secondFactors')

export async function serializeFactor(
  { tx, org }: Pick<Mutation, 'tx' | 'org'>,
  account: Account,
): Promise<SecondFactor> {
  const row = await store.find(tx, account.id)
  return {
    is_on: row !== undefined,
    date_enabled: row ? seconds(row.enabled_at) : null,
    recovery_codes_left: await store.codesLeft(tx, account.id),
    is_required: isRequired(org, account),
  }
}

const tell = async (mutation: Mutation, account: Account): Promise<void> =>
  mutation.emit(secondFactorChanged, { second_factor: await serializeFactor(mutation, account) }, [account.id])

type Notice = 'on' | 'off' | 'removed' | 'renewed' | 'used'

/** Emails the user when their two-factor authentication changes. */
async function mailNotice(mutation: Mutation, account: Account, what: Notice, left = 0): Promise<void> {
  if (!isAddress(account.deliveryEmail)) return
  const { name } = mutation.get(organizationCache)
  const language = languageOfAccount(account)
  const { mail } = textsIn(language)
  await sendMail(mutation, {
    language,
    key: `second factor ${account.id} ${what} ${mutation.position}`,
    to: { name: account.fullName, address: account.deliveryEmail },
    fromName: name,
    subject: mail.subject(name),
    parts: [greeting(language, account.fullName), mail[what](name, left), mail.ifNot(name)],
  })
}

/** Turns it on, or moves it to another app; returns the recovery codes, which aren't available again. */
export async function enable(
  mutation: Mutation,
  account: Account,
  setupToken: string,
  code: string,
): Promise<string[]> {
  const { tx, org, now } = mutation
  const secret = secretOfSetup(org, account.id, setupToken, now)
  const last_step = confirmedStep(secret, code, now)
  const before = await store.find(tx, account.id)
  if (before && openedSecret(org, account.id, before.secret) === secret) throw secondFactorWrong()
  await store.put(tx, {
    user_id: account.id,
    org_id: org.id,
    secret: sealedSecret(org, account.id, secret),
    enabled_at: now,
    last_step,
  })
  const codes = await replaceCodes(mutation, account.id)
  await tell(mutation, account)
  await mailNotice(mutation, account, 'on')
  return codes
}

async function replaceCodes({ tx, org }: Mutation, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  const secrets = secretsOf(org.services.config)
  await store.replaceCodes(
    tx,
    org.id,
    userId,
    codes.map((one) => hashOf(secrets, userId, one)),
  )
  return codes
}

export async function renewCodes(mutation: Mutation, account: Account): Promise<string[]> {
  if (!(await store.find(mutation.tx, account.id))) throw notSetUp()
  const codes = await replaceCodes(mutation, account.id)
  await tell(mutation, account)
  await mailNotice(mutation, account, 'renewed')
  return codes
}

export async function disable(mutation: Mutation, account: Account): Promise<void> {
  if (!(await store.find(mutation.tx, account.id))) throw notSetUp()
  if (isRequired(mutation.org, account)) throw factorRequired()
  await store.remove(mutation.tx, account.id)
  await tell(mutation, account)
  await mailNotice(mutation, account, 'off')
}

/** Removes another user's lost two-factor authentication; the viewer is null for the command line. */
export async function removeOf(mutation: Mutation, account: Account): Promise<void> {
  if (mutation.viewerId === account.id) throw ownFactor()
  if (!(await store.find(mutation.tx, account.id))) throw notSetUp()
  await store.remove(mutation.tx, account.id)
  await tell(mutation, account)
  await mailNotice(mutation, account, 'removed')
}

export const forget = (mutation: Mutation, userId: UserId): Promise<void> => store.remove(mutation.tx, userId)

type ComposeContext = Pick<OpenContext, 'org' | 'request'>

/** Consumes an app code or a recovery code; throws if it's wrong or was used. */
export async function useCode({ org, request }: ComposeContext, account: Account, given: string): Promise<void> {
  // a mutation of its own: the call's changes are separate, and audited
  await orLogRefusal({ org, request }, { method: 'second factor', account }, async () => {
    const fits = await request.tryCode(String(account.id), () =>
      org.transact(null, (mutation) => spend(mutation, account, given)),
    )
    if (!fits) throw secondFactorWrong()
  })
}

async function spend(mutation: Mutation, account: Account, given: string): Promise<boolean> {
  const { tx, org, now } = mutation
  const row = await store.find(tx, account.id)
  if (!row) return false
  const digits = given.replaceAll(' ', '')
  if (/^\d{6}$/.test(digits)) {
    const secret = openedSecret(org, account.id, row.secret)
    const step = secret === undefined ? undefined : stepOf(secret, digits, now, row.last_step)
    return step !== undefined && store.takeStep(tx, account.id, step)
  }
  const secrets = secretsOf(org.services.config)
  if (!(await store.takeCode(tx, account.id, hashOf(secrets, account.id, given)))) return false
  await tell(mutation, account)
  await mailNotice(mutation, account, 'used', await store.codesLeft(tx, account.id))
  return true
}

/** For a program that signed in with a password: requires a two-factor code if it's on. */
export async function checkSecondStep(ctx: OpenContext, account: Account, code: string | undefined): Promise<void> {
  const step = await secondStepOf(ctx, account)
  if (step === 'none') return
  if (step === 'setup') throw secondFactorMissing()
  if (code === undefined) throw secondFactorNeeded()
  await useCode(ctx, account, code)
}
