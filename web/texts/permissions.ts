import { enPermissions, type PermissionTexts } from './en-permissions.ts'

/** Texts of who may do what. */
export const t: PermissionTexts = enPermissions
