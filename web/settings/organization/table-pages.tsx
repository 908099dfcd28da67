import './organization.css'
import { TableParts } from './table-setting.tsx'

/** How the organization works. */
export const GeneralSettings = () => <TableParts page="organization-settings" />

/** Who may do what. */
export const Permissions = () => <TableParts page="organization-permissions" />
