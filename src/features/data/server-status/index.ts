import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'

/** The state of the server for the owners of its root organization. */
export const serverStatusFeature: Feature = { name: 'server-status', api: [api], routes }
