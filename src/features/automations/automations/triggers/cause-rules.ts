import type { Trigger } from './input.ts'

/** Data available to a trigger's runs. If there is a person, there is also a channel. */
interface CauseParts {
  readonly person: boolean
  readonly message: boolean
  readonly topic: boolean
  /** Text entered after a slash command. */
  readonly text: boolean
}

const nothing: CauseParts = { person: false, message: false, topic: false, text: false }
const withMessage: CauseParts = { ...nothing, person: true, message: true, topic: true }

const parts: Record<Trigger['kind'], CauseParts> = {
  schedule: nothing,
  message: withMessage,
  reaction: withMessage,
  topic_resolved: withMessage,
  joined_channel: { ...nothing, person: true },
  manual: { ...nothing, person: true, topic: true, text: true },
}

export const causeParts = (kind: Trigger['kind']): CauseParts => parts[kind]

/** Placeholders available in steps. */
export function placeholdersOf(kind: Trigger['kind']): readonly string[] {
  const { person, message, topic, text } = causeParts(kind)
  return [
    ...(person ? ['person', 'person.mention'] : []),
    ...(text ? ['text'] : []),
    ...(message ? ['message.text', 'message.link'] : []),
    ...(person ? ['channel'] : []),
    ...(topic ? ['topic'] : []),
    'date',
  ].map((name) => `{${name}}`)
}
