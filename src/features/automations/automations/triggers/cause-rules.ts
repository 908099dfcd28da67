import type { Trigger } from './input.ts'

/** Data available to a trigger's runs. If there is a person, there is also a channel. */
interface CauseParts {
  readonly person: boolean
  readonly message: boolean
}

const parts: Record<Trigger['kind'], CauseParts> = {
  schedule: { person: false, message: false },
  message: { person: true, message: true },
  reaction: { person: true, message: true },
  topic_resolved: { person: true, message: true },
  joined_channel: { person: true, message: false },
}

export const causeParts = (kind: Trigger['kind']): CauseParts => parts[kind]

/** Placeholders available in steps. */
export function placeholdersOf(kind: Trigger['kind']): readonly string[] {
  const { person, message } = causeParts(kind)
  return [
    ...(person ? ['person', 'person.mention'] : []),
    ...(message ? ['message.text', 'message.link'] : []),
    ...(person ? ['channel'] : []),
    ...(message ? ['topic'] : []),
    'date',
  ].map((name) => `{${name}}`)
}
