import { isDisposableEmailDomain } from 'disposable-email-domains-js'
import type { Organization } from '#platform/organization'
import { settingsOf } from '../../../people/organization/cache.ts'
import { domainsCache, isAtDomain } from '../../../people/realm-domains/cache.ts'
import { emailAddress } from '../../../people/users/input.ts'
import { disposableAddress, domainNotAllowed, notAnAddress } from '../errors.ts'

export function checkAddressAllowed(org: Organization, email: string): void {
  if (!emailAddress.safeParse(email).success) throw notAnAddress()
  const { emails_restricted_to_domains, disallow_disposable_email_addresses } = settingsOf(org)
  if (emails_restricted_to_domains && !isAtDomain(org.get(domainsCache), email)) throw domainNotAllowed()
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (disallow_disposable_email_addresses && isDisposable(domain)) throw disposableAddress()
}

function isDisposable(domain: string): boolean {
  const labels = domain.split('.')
  return labels.some((_, index) => index < labels.length - 1 && isDisposableEmailDomain(labels.slice(index).join('.')))
}
