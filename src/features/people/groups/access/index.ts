export { canInOrganization } from '../../organization/access.ts'
export { permitted } from '../../organization/permission-settings.ts'
export * from '../setting-values.ts'
export * from './holders.ts'
