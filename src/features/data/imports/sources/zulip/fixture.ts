import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { create } from 'tar'
import { botTypes, roles } from '#contract'

type Rows = Record<string, unknown>[]

export interface ExportParts {
  realm: Record<string, Rows>
  /** The tables of each file of messages. */
  messages: Record<string, Rows>[]
  attachments?: Rows
  files?: Record<string, string | Buffer>
}

export async function writeExport(parts: ExportParts): Promise<{ file: string; dispose(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-export-'))
  const root = join(folder, 'zulip-export-test')
  const put = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  await put('realm.json', JSON.stringify(parts.realm, null, 2))
  await put('attachment.json', JSON.stringify({ zerver_attachment: parts.attachments ?? [] }))
  for (const [index, tables] of parts.messages.entries())
    await put(`messages-${String(index + 1).padStart(6, '0')}.json`, JSON.stringify(tables, null, 1))
  for (const [path, content] of Object.entries(parts.files ?? {})) await put(path, content)
  const file = join(folder, 'export.tar.gz')
  await create({ gzip: true, file, cwd: folder }, ['zulip-export-test'])
  return { file, dispose: () => rm(folder, { recursive: true, force: true }) }
}

export const at = (iso: string): number => Date.parse(iso) / 1_000

export const person = (id: number, full_name: string, more: object = {}) => ({
  ...{ id, full_name, delivery_email: `${full_name.toLowerCase()}@old.example`, email: `user${id}@old.example` },
  ...{ role: roles.member, is_active: true, is_bot: false, bot_type: null, bot_owner: null, is_mirror_dummy: false },
  ...{ timezone: '', date_joined: at('2020-01-01T00:00:00Z'), avatar_source: 'G', avatar_version: 1, recipient: id },
  ...more,
})

/** Its recipient id is 100 + id. */
export const channel = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, description: `About ${name}`, rendered_description: '', invite_only: false, is_web_public: false },
  ...{ history_public_to_subscribers: true, deactivated: false, creator: null, recipient: 100 + id },
  ...{ date_created: at('2020-01-02T00:00:00Z') },
  ...more,
})

export const member = (user_profile: number, recipient: number, more: object = {}) => ({
  ...{ id: user_profile * 1_000 + recipient, user_profile, recipient, active: true, is_user_active: true },
  ...{ is_muted: false, pin_to_top: false, color: '#c2c2c2' },
  ...more,
})

export const message = (id: number, sender: number, recipient: number, content: string, more: object = {}) => ({
  ...{
    id,
    sender,
    recipient,
    subject: 'plans',
    content,
    rendered_content: null,
    date_sent: at('2021-05-01T00:00:00Z') + id,
  },
  ...{ last_edit_time: null, edit_history: null, has_attachment: false, has_image: false, has_link: false, type: 1 },
  ...more,
})

/** A system group or a named one; unnamed groups, which belong to a single permission, are in another table. */
export const group = (id: number, name: string, more: object = {}) => ({
  ...{ usergroup_ptr: id, name, description: '', is_system_group: name.startsWith('role:'), deactivated: false },
  ...more,
})

/** A vote or other change of a poll or to-do list; the first row defines it. */
export const submessage = (id: number, message: number, sender: number, said: unknown) => ({
  ...{ id, message, sender, msg_type: 'widget' },
  content: typeof said === 'string' ? said : JSON.stringify(said),
})

export const received = (user_profile: number, message: number, flags_mask: number) => ({
  ...{ id: user_profile * 100_000 + message, user_profile, message, flags_mask },
})

/**
 * Ada, Ben, Cleo, and a guest in a public channel and two private ones, one of them with protected history, and direct
 * messages. Recipients 1 to 9 are people, 100 and above channels, 200 a group conversation.
 */
export function smallExport(): ExportParts {
  const people = [
    person(1, 'Ada', { role: roles.owner }),
    person(2, 'Ben'),
    person(3, 'Cleo', { is_active: false }),
    person(4, 'Gus', { role: roles.guest }),
    person(5, 'Robo', { is_bot: true, bot_type: botTypes.generic, bot_owner: 1 }),
  ]
  const channels = [
    channel(1, 'general'),
    channel(2, 'secret', { invite_only: true }),
    channel(3, 'board', { invite_only: true, history_public_to_subscribers: false }),
    channel(4, 'old', { deactivated: true }),
  ]
  const recipients = [
    ...people.map(({ id }) => ({ id, type: 1, type_id: id })),
    ...channels.map(({ id }) => ({ id: 100 + id, type: 2, type_id: id })),
    { id: 200, type: 3, type_id: 1 },
  ]
  const members = [
    ...[1, 2, 3, 4, 5].map((id) => member(id, 101)),
    ...[1, 2].map((id) => member(id, 102)),
    ...[1, 2].map((id) => member(id, 103)),
    ...[1, 2, 3].map((id) => member(id, 200)),
    member(1, 104),
  ]
  return {
    realm: {
      zerver_realm: [{ id: 7, name: 'Old Society', string_id: 'old', description: '', uuid: 'e1c1a9e0' }],
      zerver_userprofile: people,
      zerver_userprofile_mirrordummy: [],
      zerver_userprofile_crossrealm: [{ id: 90, email: 'notification-bot@old.example', recipient_id: 90 }],
      zerver_stream: channels,
      zerver_recipient: recipients,
      zerver_subscription: members,
      zerver_huddle: [{ id: 1, huddle_hash: 'x', recipient: 200 }],
      zerver_usergroup: [{ id: 30, realm: 7 }],
      zerver_namedusergroup: [{ usergroup_ptr: 30, name: 'pilots', description: 'Who flies', is_system_group: false }],
      zerver_usergroupmembership: [{ id: 1, user_group: 30, user_profile: 2 }],
      zerver_groupgroupmembership: [],
      zerver_realmemoji: [],
      zerver_reaction: [
        {
          id: 1,
          message: 1,
          user_profile: 2,
          emoji_name: 'octopus',
          emoji_code: '1f419',
          reaction_type: 'unicode_emoji',
        },
      ],
      zerver_somethingnew: [{ id: 1, anything: true }],
    },
    messages: [
      {
        zerver_message: [
          message(1, 1, 101, 'Welcome **all**'),
          message(2, 2, 101, 'Thanks @**Ada|1** and @*pilots*, see #**general>plans@1**', {
            last_edit_time: at('2021-05-02T00:00:00Z'),
            edit_history: JSON.stringify([
              { user_id: 2, timestamp: at('2021-05-02T00:00:00Z'), prev_content: 'Thanks' },
            ]),
          }),
          message(3, 1, 102, 'A secret'),
          message(4, 1, 103, 'Before Ben came'),
          message(5, 1, 103, 'After Ben came'),
          message(6, 1, 2, 'Between us', { subject: '\u0007' }),
          message(7, 2, 200, 'For three', { subject: '' }),
          message(8, 90, 101, 'Something happened'),
          message(9, 4, 4, 'Note to self', { subject: '' }),
        ],
        zerver_usermessage: [
          ...[1, 2, 8].flatMap((id) => [1, 2, 3, 4].map((who) => received(who, id, 1))),
          ...[1, 2].map((who) => received(who, 3, who === 2 ? 0 : 3)),
          received(1, 4, 1),
          ...[1, 2].map((who) => received(who, 5, 1)),
          ...[1, 2].map((who) => received(who, 6, 2049)),
          ...[1, 2, 3].map((who) => received(who, 7, who === 1 ? 2048 : 2049)),
          received(4, 9, 2049),
        ],
      },
    ],
  }
}
