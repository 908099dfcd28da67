import type { Feature } from '#platform/serve'
import { mcpExchange } from './exchange.ts'

export const mcpFeature: Feature = { name: 'mcp', exchanges: [mcpExchange] }
