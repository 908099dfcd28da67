import type { Area } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const backupsArea: Area = { name: 'backups', api: [api], routes }
