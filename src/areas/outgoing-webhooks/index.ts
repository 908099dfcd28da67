import type { Area, Tap } from '#platform/serve'
import { messageSent } from '../messages/actions/send.ts'
import { callWebhooks, outgoingWebhooks } from './due.ts'

const taps: readonly Tap[] = [messageSent.tap(callWebhooks)]

export const outgoingWebhooksArea: Area = { name: 'outgoing-webhooks', taps, due: [outgoingWebhooks] }
