import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const webhookDeliveriesFeature: Feature = { name: 'webhook-deliveries', api: [api], routes }
