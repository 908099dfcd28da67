import { isDisposableEmailDomain } from 'disposable-email-domains-js'
import { apiError } from '#contract'
import type { Organization } from '#platform/organization'
import { settingsOf } from '../organization/mirror.ts'
import { domainsMirror, isAtDomain } from '../realm-domains/mirror.ts'
import { emailAddress } from '../users/names.ts'

export const notAnAddress = apiError(400, 'BAD_REQUEST', 'Invalid address.')
export const domainNotAllowed = apiError(400, 'BAD_REQUEST', 'Outside your domain.')
export const disposableAddress = apiError(400, 'BAD_REQUEST', 'Please use your real email address.')
/** What the organization holds against an address of somebody who wants to join. */
export const addressErrors = [notAnAddress, domainNotAllowed, disposableAddress]

/** Throws what the organization holds against an address of somebody who is to join. */
export function checkAddressAllowed(org: Organization, email: string): void {
  if (!emailAddress.safeParse(email).success) throw notAnAddress()
  const { emails_restricted_to_domains, disallow_disposable_email_addresses } = settingsOf(org)
  if (emails_restricted_to_domains && !isAtDomain(org.get(domainsMirror), email)) throw domainNotAllowed()
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (disallow_disposable_email_addresses && isDisposable(domain)) throw disposableAddress()
}

/** A domain, or one that it is part of, on the list of those that give addresses to throw away. */
function isDisposable(domain: string): boolean {
  const labels = domain.split('.')
  return labels.some((_, index) => index < labels.length - 1 && isDisposableEmailDomain(labels.slice(index).join('.')))
}
