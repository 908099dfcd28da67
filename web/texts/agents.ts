import { messages } from 'messages:agents'
import type { Open } from './open.ts'

export const agents: Open<typeof messages, 'reasons' | 'states' | 'kinds' | 'rules' | 'by'> = messages
