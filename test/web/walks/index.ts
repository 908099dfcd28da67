import type { MessageActionId } from '../../../web/shortcuts/message-keys.ts'
import { answering } from './answering.ts'
import { changing } from './changing.ts'
import { reading } from './reading.ts'
import type { Walk } from './scene.ts'

export { eventually, found, type Scene, usualText, type Walk, type Way } from './scene.ts'

/** How each message action is done in the interface, and its effect on the server. */
export const walks: Readonly<Record<MessageActionId, Walk>> = { ...answering, ...changing, ...reading }
