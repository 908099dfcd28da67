import type { Area } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const legalHoldsArea: Area = { name: 'legal-holds', api: [api], routes }
