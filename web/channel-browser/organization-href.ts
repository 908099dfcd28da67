import { hrefOf } from '../navigation/route.ts'

/** Leads to a permission of the organization. */
export const hrefOfOrganization = (detail: string): string =>
  hrefOf({ view: 'organization', section: 'organization-permissions', detail })

export const hrefOfBase = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : hrefOfOrganization(name)
