import type { Runtime } from '#platform/runtime'
import { sendElsewhere } from '../../features/people/organization/actions.ts'
import { organizationCache, settingsOf } from '../../features/people/organization/cache.ts'
import { closeOrganization } from '../../features/people/organization-settings/actions/close.ts'
import { updateOrganization } from '../../features/people/organization-settings/actions/settings.ts'
import { peopleCache } from '../../features/people/users/cache.ts'
import { FailedError } from '../errors.ts'
import { type ChangedOrganization, organizationNamed } from './organizations.ts'

/** Deactivates an organization and redirects its users to another URL. */
export async function redirectOrganization(
  runtime: Runtime,
  input: { org?: string | undefined; to: string },
): Promise<ChangedOrganization> {
  const org = await organizationNamed(runtime, input.org)
  const { subdomain, name, movedTo } = org.get(organizationCache)
  if (input.to === runtime.organizationUrl(subdomain))
    throw new FailedError(`${input.to} is already the URL of ${name}`)
  const wasOpen = await closeOrganization(org, null)
  if (movedTo !== input.to) await org.transact(null, (mutation) => sendElsewhere(mutation, input.to))
  return { subdomain, name, changed: wasOpen || movedTo !== input.to }
}

/** Allows or forbids owners to export everything over the API, including private data. */
export async function allowFullExport(
  runtime: Runtime,
  input: { org?: string | undefined; isAllowed: boolean },
): Promise<ChangedOrganization> {
  const org = await organizationNamed(runtime, input.org)
  const { subdomain, name } = org.get(organizationCache)
  const changed = settingsOf(org).owner_full_content_access !== input.isAllowed
  const [owner] = org.get(peopleCache).activeOwners()
  if (!owner) throw new FailedError(`${name} has no owner`)
  await org.transact(owner.id, (mutation) =>
    updateOrganization(mutation, { owner_full_content_access: input.isAllowed }, ''),
  )
  return { subdomain, name, changed }
}
