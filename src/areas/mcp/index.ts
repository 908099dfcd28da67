import type { Area } from '#platform/serve'
import { mcpExchange } from './exchange.ts'

export const mcpArea: Area = { name: 'mcp', exchanges: [mcpExchange] }
