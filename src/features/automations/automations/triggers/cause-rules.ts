import type { Trigger } from './input.ts'

/** What the runs of a trigger know; everything with a person also has a channel. */
interface CauseParts {
  readonly person: boolean
  readonly message: boolean
}

const parts: Record<Trigger['kind'], CauseParts> = {
  schedule: { person: false, message: false },
  message: { person: true, message: true },
  reaction: { person: true, message: true },
  joined_channel: { person: true, message: false },
}

export const causeParts = (kind: Trigger['kind']): CauseParts => parts[kind]

/** The placeholders that steps can use. */
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
