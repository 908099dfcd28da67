import './organization.css'
import { TableParts } from './table-setting.tsx'

export const GeneralSettings = () => <TableParts page="organization-settings" />

export const Permissions = () => <TableParts page="organization-permissions" />
