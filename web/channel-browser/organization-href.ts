import { hrefOf } from '../navigation/route.ts'

/** Link to an organization permission. */
export const hrefOfOrganization = (detail: string): string =>
  hrefOf({ view: 'organization', section: 'organization-permissions', detail })

export const hrefOfBase = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : hrefOfOrganization(name)
