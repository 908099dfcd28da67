import { enOrganization } from './en-organization.ts'

/** Texts of the organization's pages. */
export const o: typeof enOrganization = enOrganization
