import { asChannelId } from '#contract'
import { noChannel } from '../../../people/organization/settings/declaration.ts'
import { permissionSettings } from '../../../people/organization/settings.ts'
import { ArchiveError, type Numbered, type Relocation } from './relocation.ts'
import { externalPictures, narrowIn, unsigned } from './text-references.ts'

export type ArchiveRow = Record<string, unknown>

export interface Column {
  /** Shown in the documentation. */
  readonly holds: string
  /** Not in the archive: the organization's id is implied, and the database computes the others. */
  readonly absent?: true
  /** Only in archives with secrets; otherwise an import sets this value. */
  readonly fresh?: () => unknown
  /** References rows of its own table, so it is set once all of them exist. */
  readonly afterAll?: true
  out?(value: unknown, withSecrets: boolean): unknown
  in?(value: unknown, way: Relocation, row: ArchiveRow): unknown
}

export const plain: Column = { holds: '' }
export const organizationId: Column = { holds: 'the organization', absent: true }
export const computed: Column = { holds: 'what the database makes of the others', absent: true }
export const notTaken = (reason: string): Column => ({ holds: reason, absent: true })
export const secret = (fresh: () => unknown = () => null): Column => ({ holds: 'a secret', fresh })
/** For tables that are only in archives with secrets. */
export const kept: Column = { holds: 'a secret' }

const listOf = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw new ArchiveError("isn't a list")
  return value
}
const objectOf = (value: unknown): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ArchiveError("isn't an object")
  return value as Record<string, unknown>
}
const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new ArchiveError("isn't a string")
  return value
}
const unlessNull = (change: NonNullable<Column['in']>): NonNullable<Column['in']> => {
  return (value, way, row) => (value === null ? null : change(value, way, row))
}

export const own = (table: string): Column => ({ holds: 'its ID', in: (value, way) => way.own(table, value) })

export const id = (table: Numbered, more: Pick<Column, 'afterAll'> = {}): Column => ({
  holds: `id of ${table}`,
  in: unlessNull((value, way) => way.id(table, value)),
  ...more,
})

export const ids = (table: Numbered): Column => ({
  holds: `ids of ${table}`,
  in: unlessNull((value, way) => listOf(value).map((one) => way.id(table, one))),
})

export const idRanges = (table: Numbered): Column => ({
  holds: `ranges of ids of ${table}`,
  in: (value, way) => {
    if (!/^\{(?:[[(]\d{0,15},\d{0,15}[\])],?)*\}$/.test(textOf(value))) throw new ArchiveError('has invalid ranges')
    // the exclusive end of a range need not be an existing id
    return textOf(value).replace(/\d+/g, (id) => String(Number(way.idInText(table, String(Number(id) - 1))) + 1))
  },
})

/** The id of a message, or of the next one. */
export const messageBound: Column = {
  holds: 'id of a message, or the one that comes after it',
  in: unlessNull((value, way) => Number(way.idInText('message', String(Number(value) - 1))) + 1),
}

export const markdown: Column = {
  holds: 'Markdown',
  in: unlessNull((value, way) => way.markdown(textOf(value))),
}

export const html: Column = {
  holds: 'HTML',
  out: (value) => (typeof value === 'string' ? externalPictures(value, unsigned) : value),
  in: unlessNull((value, way) => way.html(textOf(value))),
}

export const link: Column = {
  holds: 'a URL fragment',
  in: unlessNull((value, way) => narrowIn(`/${textOf(value)}`, way).slice(1)),
}

export const filePath: Column = {
  holds: 'where the file is: the number of the organization first',
  in: (value, way) => {
    if (!/^\d+(?:\/[\w-]+)+\/[^/]+$/.test(textOf(value))) throw new ArchiveError('has an invalid path')
    return way.path(textOf(value))
  },
}

const picture = (value: unknown): unknown => {
  if (!/^[0-9a-f]{24}\.(?:png|gif)$/.test(textOf(value))) throw new ArchiveError('has an invalid picture name')
  return value
}
export const pictureFile: Column = { holds: 'name of a picture', in: unlessNull(picture) }
export const pictureFiles: Column = { holds: 'names of pictures by kind', in: (value) => each(value, picture) }

export const avatarPath: Column = {
  holds: 'key of the avatar: `avatars`, the organization, the user',
  in: unlessNull((value, way) => {
    const [, user = '', name = ''] = /^avatars\/\d+\/(\d+)\/([0-9a-f]{24})$/.exec(textOf(value)) ?? []
    return `${way.path(textOf(value), 'avatars/').replace(/\/.*/, '')}/${way.to.orgId}/${way.id('account', Number(user))}/${name}`
  }),
}

function groupSetting(value: unknown, way: Relocation): unknown {
  if (typeof value === 'number') return way.id('user_group', value)
  const { direct_members, direct_subgroups, ...rest } = objectOf(value)
  return {
    ...rest,
    direct_members: listOf(direct_members).map((one) => way.id('account', one)),
    direct_subgroups: listOf(direct_subgroups).map((one) => way.id('user_group', one)),
  }
}

const each = (value: unknown, change: (one: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(objectOf(value)).map(([name, one]) => [name, change(one, name)]))

export const groupSettings: Column = {
  holds: 'permissions by name: the id of a user_group, or `direct_members` and `direct_subgroups`',
  in: (value, way) => each(value, (one) => groupSetting(one, way)),
}

export const organizationSettings: Column = {
  holds: 'settings by name; permissions name user_groups, others channels',
  in: (value, way) =>
    each(value, (one, name) => {
      if (name in permissionSettings) return groupSetting(one, way)
      if (!/_(?:channel|stream)_id$/.test(name) || one === noChannel || one === null) return one
      return asChannelId(way.id('channel', one))
    }),
}

export const botSettings: Column = {
  holds:
    'what a bot is set up to do; the `token` of its `service` is a secret; so is what is `sealed` of its `integrations`, which only the server can open that sealed it',
  out(value, withSecrets) {
    if (withSecrets) return value
    const { service, integrations, ...settings } = value as {
      service?: { token?: string }
      integrations?: Record<string, { sealed?: string; secret?: string }>
    }
    const open = Object.entries(integrations ?? {}).map(([name, { sealed: _, secret: __, ...one }]) => [name, one])
    return {
      ...settings,
      ...(service && { service: { ...service, token: null } }),
      ...(integrations && { integrations: Object.fromEntries(open) }),
    }
  },
  in: (value, way) =>
    each(value, (one, name) => {
      if (one === null) return one
      if (name === 'service') return { ...objectOf(one), token: objectOf(one).token ?? freshToken() }
      if (name === 'integrations') return each(one, (integration) => integrationIn(integration, way))
      return name === 'sendingChannel' || name === 'eventsChannel'
        ? { ...objectOf(one), id: way.id('channel', objectOf(one).id) }
        : one
    }),
}

function integrationIn(value: unknown, way: Relocation): unknown {
  const { usual, ...others } = objectOf(value)
  if (usual === undefined) return others
  const { channelId = null, ...more } = objectOf(usual)
  return { ...others, usual: { ...more, channelId: channelId === null ? null : way.id('channel', channelId) } }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export function freshToken(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(32))
  return [...bytes].map((one) => letters[one % letters.length]).join('')
}

/** For a custom emoji, the code is its id. */
export const emojiCode: Column = {
  holds: 'code of an emoji: where `reaction_type` is `realm_emoji`, the id of a custom_emoji',
  in: (value, way, row) =>
    row.reaction_type === 'realm_emoji' ? String(way.id('custom_emoji', Number(textOf(value)))) : textOf(value),
}

export const recipients: Column = {
  holds: 'ids of channel where `type` is `stream`, else of account',
  in: (value, way, { type }) => listOf(value).map((one) => way.id(type === 'stream' ? 'channel' : 'account', one)),
}

const interactive = /^\{"(?:widget_type":"interactive|type":"(?:answer|update|close))"/
/** Can't match inside JSON strings, where quotes are escaped. */
const answerers = /(?<="answerers":\[)[\d,]*/
const answererGroup = /(?<="answerer_group":)\d{1,15}/

/** Vote keys contain the option's author, and interactive messages list who can answer. */
export const submessageContent: Column = {
  holds:
    'JSON; a `key` begins with the id of an account, `answerers` are ids of account, and `answerer_group` is the id of a user_group',
  in(value, way) {
    const text = textOf(value)
    if (interactive.test(text))
      return text
        .replace(answerers, (ids) => ids.replace(/\d+/g, (id) => way.idInText('account', id)))
        .replace(answererGroup, (id) => way.idInText('user_group', id))
    return text.replace(/("key"\s*:\s*")(\d{1,15})(?=,)/g, (_, start, id) => start + way.idInText('account', id))
  },
}

export const profileValue: Column = {
  holds: 'the value; of fields for people a JSON list of ids of account',
  in(value, way, row) {
    if (!way.fieldsOfPeople.has(Number(row.field_id))) return value
    return JSON.stringify(listOf(JSON.parse(textOf(value))).map((one) => way.id('account', one)))
  },
}

const conditionColumns: Record<string, Column> = { group_id: id('user_group'), stream_id: id('channel') }

const stepColumns: Record<string, Column> = {
  stream_id: id('channel'),
  user_ids: ids('account'),
  group_id: id('user_group'),
  text: markdown,
  declined_text: markdown,
  emoji_code: emojiCode,
  condition: { holds: '', in: (value, way, row) => rowOf(conditionColumns, '').in?.(value, way, row) },
}

const historyColumns: Record<string, Column> = {
  user_id: id('account'),
  prev_stream: id('channel'),
  stream: id('channel'),
  prev_content: markdown,
  prev_rendered_content: html,
}

export const rowsOf = (columns: Record<string, Column>, holds: string): Column => ({
  holds,
  out: (value, withSecrets) =>
    Array.isArray(value) ? value.map((one) => rowOf(columns, '').out?.(one, withSecrets)) : value,
  in: unlessNull((value, way, row) => listOf(value).map((one) => rowOf(columns, '').in?.(one, way, row))),
})

export const rowOf = (columns: Record<string, Column>, holds: string): Column => ({
  holds,
  out: (value, withSecrets) => each(value, (one, name) => columns[name]?.out?.(one, withSecrets) ?? one),
  in: (value, way) => {
    const row = objectOf(value)
    return each(row, (one, name) => {
      if (name === 'org_id') return way.to.orgId
      const change = columns[name]?.in
      return change ? change(one, way, row) : one
    })
  },
})

/** These columns mean the same in every kind of step. */
export const automationSteps: Column = {
  holds:
    'steps: `stream_id` is the id of a channel, `user_ids` are ids of account, `group_id` is the id of a user_group, `text` and `declined_text` are Markdown, `emoji_code` is as in reaction, `condition` is as in conditions',
  in: (value, way, row) => listOf(value).map((one) => rowOf(stepColumns, '').in?.(one, way, row)),
}

export const automationConditions = rowsOf(
  conditionColumns,
  'conditions: `group_id` is the id of a user_group, `stream_id` is the id of a channel',
)

export const automationTrigger = rowOf(
  { stream_id: id('channel'), group_id: id('user_group'), emoji_code: emojiCode },
  'a trigger: `stream_id` is the id of a channel, `group_id` of a user_group, `emoji_code` is as in reaction',
)

export const editHistory = rowsOf(historyColumns, 'changes, newest first: who, when, and what was before')
