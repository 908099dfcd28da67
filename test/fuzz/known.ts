import type { Chance } from './chance.ts'

/** IDs and names from responses so far, by the names that parameters use for them. */
export class Known {
  readonly #values = new Map<string, unknown[]>()

  add(kind: string, value: unknown): void {
    const values = this.#values.get(kind)
    if (!values) this.#values.set(kind, [value])
    else if (!values.includes(value)) {
      values.push(value)
      // the newest are most likely to still exist
      if (values.length > 40) values.splice(0, 20)
    }
  }

  /** Keeps every ID in a response under its name there. */
  learn(answer: unknown, within = '', depth = 0): void {
    if (depth > 6 || typeof answer !== 'object' || answer === null) return
    if (Array.isArray(answer)) {
      for (const item of answer.slice(0, 20)) this.learn(item, within, depth + 1)
      return
    }
    for (const [name, value] of Object.entries(answer)) {
      const kind = name === 'id' ? within : name
      if (typeof value === 'number' && Number.isSafeInteger(value) && (name === 'id' || name.endsWith('_id')))
        this.add(kindOf(kind), value)
      else if (typeof value === 'string' && value.length < 200 && texts.has(name)) this.add(kindOf(name), value)
      this.learn(value, name, depth + 1)
    }
  }

  any(chance: Chance, kind: string): unknown {
    const values = this.#values.get(kindOf(kind))
    return values && values.length > 0 ? chance.of(values) : undefined
  }
}

const texts = new Set(['queue_id', 'device_id', 'token', 'emoji_name', 'fragment', 'domain', 'url', 'path_id'])

/** Parameter names for the same kind of value. */
const kinds: [pattern: RegExp, kind: string][] = [
  [
    /^(sender|user|muted_user|bot_owner|new_owner|recipient_user|creator|owner|members?|principals|people|users)(_ids?)?$/,
    'user',
  ],
  [/^(stream|channel|streams|channels|subscriptions|default_streams?|new_stream)(_ids?)?$/, 'stream'],
  [/^(message|messages|msg_ids|message_ids|max_message|anchor)(_ids?)?$/, 'message'],
  [/^(bot|bots)(_id)?$/, 'bot'],
  [/^(user_group|group|realm_user_groups?|user_groups|subgroups|add_subgroups|delete_subgroups)(_ids?)?$/, 'group'],
  [/^(channel_folder|channel_folders|folder)(_id)?$/, 'folder'],
  [/^(custom_profile_fields?|field|profile_field)(_id)?$/, 'field'],
]

export const kindOf = (name: string): string =>
  kinds.find(([pattern]) => pattern.test(name))?.[1] ?? name.replace(/s?(_ids?)?$/, '')
