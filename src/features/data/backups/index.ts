import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const backupsFeature: Feature = { name: 'backups', api: [api], routes }
