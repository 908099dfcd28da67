import type { UserId } from '#contract'
import { hook, type OpenContext } from '#platform/serve'
import type { Account } from '../account.ts'

export interface SignInPlace {
  readonly address: string
  readonly userAgent: string
}

export const signedIn = hook<[Account, SignInPlace]>()

/** Called in the transaction that starts a browser session. */
export const sessionStarting = hook<[UserId, address: string]>()

/** Called by every sign-in method. Skips the mutation if no email can be sent. */
export async function noteSignIn({ org, request }: OpenContext, account: Account): Promise<void> {
  request.knowCaller(account.deliveryEmail)
  request.log('sign_in.succeeded', {
    organization: org.id,
    user: account.id,
    account: account.deliveryEmail,
  })
  if (!org.services.sendsMail) return
  const { address, userAgent } = request
  await org.transact(null, (mutation) => signedIn(mutation, account, { address, userAgent }))
}
