import { messages } from 'messages:organization'
import { messages as settings } from 'messages:organizationSettings'
import { weekdayName } from './locale.ts'
import type { Open } from './open.ts'

const choices = {
  ...messages.choices,
  digest_weekday: Object.fromEntries(Array.from({ length: 7 }, (_, index) => [index, weekdayName(index + 1)])),
}
const texts: Open<typeof messages, 'fieldTypes' | 'methods'> = messages

export const o = { ...texts, settings, choices }
