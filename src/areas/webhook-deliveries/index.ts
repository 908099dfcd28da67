import type { Area } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const webhookDeliveriesArea: Area = { name: 'webhook-deliveries', api: [api], routes }
