import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const legalHoldsFeature: Feature = { name: 'legal-holds', api: [api], routes }
