import type { Area } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'

/** The backups of the server, as owners see them; they are made by the platform. */
export const backupsArea: Area = { name: 'backups', api: [api], routes }
