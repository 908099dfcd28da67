import type { Trigger } from './input.ts'

/** Data available to a trigger's runs. */
interface CauseParts {
  readonly person: boolean
  readonly channel: boolean
  readonly message: boolean
  readonly topic: boolean
  /** Text entered after a slash command. */
  readonly text: boolean
  /** JSON posted to a webhook. */
  readonly payload: boolean
}

const noParts: CauseParts = { person: false, channel: false, message: false, topic: false, text: false, payload: false }
const withPerson: CauseParts = { ...noParts, person: true }
const withMessage: CauseParts = { ...noParts, person: true, channel: true, message: true, topic: true }

const parts: Record<Trigger['kind'], CauseParts> = {
  schedule: noParts,
  webhook: { ...noParts, payload: true },
  message: withMessage,
  reaction: withMessage,
  topic_resolved: withMessage,
  joined_channel: { ...noParts, person: true, channel: true },
  joined_group: withPerson,
  left_group: withPerson,
  joined_organization: withPerson,
  manual: { ...noParts, person: true, channel: true, topic: true, text: true },
}

export const causeParts = (kind: Trigger['kind']): CauseParts => parts[kind]

/** Placeholders available in a step; `earlier` are those that earlier steps add. */
export function placeholdersOf(kind: Trigger['kind'], earlier: readonly string[] = []): readonly string[] {
  const { person, channel, message, topic, text, payload } = causeParts(kind)
  return [
    ...(person ? ['person', 'person.mention'] : []),
    ...(text ? ['text'] : []),
    ...earlier,
    ...(message ? ['message.text', 'message.link'] : []),
    ...(channel ? ['channel'] : []),
    ...(topic ? ['topic'] : []),
    ...(payload ? ['webhook.PATH'] : []),
    'date',
  ].map((name) => `{${name}}`)
}
