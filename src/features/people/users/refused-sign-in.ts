import { ApiError } from '#contract'
import { isAddress } from '#platform/mail'
import type { OpenContext } from '#platform/serve'
import type { Account } from './account.ts'

interface Attempt {
  readonly method: 'password' | 'second factor' | 'passkey' | 'link' | 'provider'
  readonly account?: Account | undefined
  /** The name that was entered. */
  readonly username?: string
}

/** Logs it if the sign-in is refused, so that the operator, or a program such as fail2ban, can react. */
export async function orLogRefusal<T>(
  { org, request }: Pick<OpenContext, 'org' | 'request'>,
  { method, account, username }: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError)
      request.log('sign_in.refused', {
        organization: org.id,
        method,
        reason: error.code,
        user: account?.id,
        // people sometimes enter their password as the name
        account: account?.deliveryEmail ?? (username && isAddress(username) ? username : undefined),
      })
    throw error
  }
}
