import type { ParamsInput } from '#contract'
import type { createAutomation } from '../../../src/features/automations/automations/api.ts'
import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import { isAdministering } from '../../permissions/rights.ts'
import { channel, channels } from '../../store/channels.ts'
import { groups, groupsById } from '../../store/groups.ts'
import { people, person } from '../../store/people.ts'

type NewAutomation = ParamsInput<typeof createAutomation.params>

const format = 'loquat-automation-1'
export const maxFileBytes = 1_000_000

/** What IDs in a file refer to, by ID: files can be imported in other organizations, where IDs are different. */
interface Names {
  readonly channels: Record<number, string>
  readonly groups: Record<number, string>
  readonly people: Record<number, string>
}
type Kind = keyof Names

/** Returns the ID's replacement. */
type Replace = (kind: Kind, id: number) => number

const kinds: Readonly<Record<string, Kind>> = { stream_id: 'channels', group_id: 'groups', user_ids: 'people' }

const emojiCodeFields = new Set(['emoji_code', 'reaction_type'])

function withIds(value: unknown, replace: Replace, kind?: Kind): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, replace, kind))
  if (typeof value === 'object' && value !== null) {
    // custom emoji have other codes in other organizations, and their name is enough
    const isCustomEmoji = 'reaction_type' in value && value.reaction_type === 'realm_emoji'
    const entries = Object.entries(value).filter(([key]) => !(isCustomEmoji && emojiCodeFields.has(key)))
    return Object.fromEntries(entries.map(([key, item]) => [key, withIds(item, replace, kinds[key])]))
  }
  return typeof value === 'number' && kind ? replace(kind, value) : value
}

const nameOf: Readonly<Record<Kind, (id: number) => string | undefined>> = {
  channels: (id) => channel(id)?.name,
  groups: (id) => groupsById.value.get(id)?.name,
  people: (id) => person(id)?.full_name,
}

const idsNamed: Readonly<Record<Kind, (name: string) => number[]>> = {
  channels: (name) => [...channels.value.values()].filter((one) => one.name === name).map(({ stream_id }) => stream_id),
  groups: (name) => (groups.value ?? []).filter((group) => group.name === name).map(({ id }) => id),
  people: (name) =>
    [...people.value.values()]
      .filter(({ full_name, is_active }) => is_active && full_name === name)
      .map(({ user_id }) => user_id),
}

/** The automation as a JSON file. It has no webhook address, runs, or IDs without names. */
export function fileOf({
  name,
  description,
  stream_id,
  trigger,
  conditions,
  steps,
  max_runs_per_hour,
}: Automation): string {
  const names: Names = { channels: {}, groups: {}, people: {} }
  const content = { stream_id, trigger, conditions, steps }
  withIds(content, (kind, id) => {
    const name = nameOf[kind](id)
    if (name !== undefined) names[kind][id] = name
    return id
  })
  return `${JSON.stringify({ format, name, description, max_runs_per_hour, ...content, names }, undefined, 2)}\n`
}

/** The file isn't an exported automation. */
export class InvalidFile extends Error {}

/** Channels, groups, or people in the file that don't exist here, or share a name with others. */
export class MissingNames extends Error {
  readonly names: readonly string[]
  constructor(names: readonly string[]) {
    super()
    this.names = names
  }
}

/** The automation in a file, turned off. The server validates it. Throws InvalidFile or MissingNames. */
export function automationIn(text: string): NewAutomation {
  const file = parsed(text)
  const missing = new Set<string>()
  const replace: Replace = (kind, id) => {
    const name = (file.names as Partial<Names> | undefined)?.[kind]?.[id]
    if (typeof name !== 'string' || nameOf[kind](id) === name) return id
    const [found, ...others] = idsNamed[kind](name)
    if (found !== undefined && others.length === 0) return found
    missing.add(kind === 'channels' ? `#${name}` : name)
    return id
  }
  const { stream_id, ...content } = withIds(
    { stream_id: file.stream_id, trigger: file.trigger, conditions: file.conditions, steps: file.steps },
    replace,
  ) as Record<string, unknown>
  if (missing.size > 0) throw new MissingNames([...missing])
  const scope = typeof stream_id === 'number' ? { stream_id } : {}
  // others can't raise the limit, and the automation works without that
  const limit = isAdministering() ? { max_runs_per_hour: file.max_runs_per_hour } : {}
  const { name, description } = file
  return { name, description, ...content, ...scope, ...limit, is_enabled: false } as NewAutomation
}

function parsed(text: string): Record<string, unknown> {
  try {
    const file = JSON.parse(text) as Record<string, unknown> | null
    if (file?.format === format) return file
  } catch {
    // not JSON
  }
  throw new InvalidFile()
}
