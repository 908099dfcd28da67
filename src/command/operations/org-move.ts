import type { Runtime } from '#platform/runtime'
import { sendElsewhere } from '../../areas/organization/actions.ts'
import { organizationMirror, settingsOf } from '../../areas/organization/mirror.ts'
import { closeOrganization } from '../../areas/organization-settings/actions/close.ts'
import { updateOrganization } from '../../areas/organization-settings/actions/settings.ts'
import { peopleMirror } from '../../areas/users/mirror.ts'
import { FailedError } from '../errors.ts'
import { type ChangedOrganization, organizationNamed } from './organizations.ts'

/** Closes an organization, and leads everybody who comes to another address. */
export async function redirectOrganization(
  runtime: Runtime,
  input: { org?: string | undefined; to: string },
): Promise<ChangedOrganization> {
  const org = await organizationNamed(runtime, input.org)
  const { subdomain, name, movedTo } = org.get(organizationMirror)
  if (input.to === runtime.organizationUrl(subdomain))
    throw new FailedError(`${input.to} is already the URL of ${name}`)
  const wasOpen = await closeOrganization(org, null)
  if (movedTo !== input.to) await org.write(null, (act) => sendElsewhere(act, input.to))
  return { subdomain, name, changed: wasOpen || movedTo !== input.to }
}

/** Lets owners export everything over the API, what is private to others as well, or ends that. */
export async function allowFullExport(
  runtime: Runtime,
  input: { org?: string | undefined; isAllowed: boolean },
): Promise<ChangedOrganization> {
  const org = await organizationNamed(runtime, input.org)
  const { subdomain, name } = org.get(organizationMirror)
  const changed = settingsOf(org).owner_full_content_access !== input.isAllowed
  const [owner] = org.get(peopleMirror).activeOwners()
  if (!owner) throw new FailedError(`${name} has no owner`)
  await org.write(owner.id, (act) => updateOrganization(act, { owner_full_content_access: input.isAllowed }, ''))
  return { subdomain, name, changed }
}
