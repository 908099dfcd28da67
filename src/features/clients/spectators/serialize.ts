import type { Organization } from '#platform/organization'
import type { Context, Server } from '#platform/serve'
import { channelsCache } from '../../channels/channels/cache.ts'
import { foldersCache } from '../../channels/channels/folders/cache.ts'
import { channelObject } from '../../channels/channels/serialize.ts'
import { subscribersCache } from '../../channels/channels/subscribers-cache.ts'
import { registerConstants } from '../../people/organization/register-constants.ts'
import { serializeOrganization } from '../../people/organization-settings/serialize.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { dummyEmail } from '../../people/users/email-address.ts'
import { basicUserObject } from '../../people/users/serialize.ts'
import { PublicUser } from '../../people/users/wire.ts'
import { customEmojiCache } from '../../text/custom-emoji/cache.ts'
import { linkifiersCache } from '../../text/custom-links/linkifiers/cache.ts'
import { playgroundsCache } from '../../text/custom-links/playgrounds/cache.ts'
import { sendersIn } from './store.ts'

/** Settings needed to show web-public channels, and no others. */
const shownSettings = [
  ...Object.keys(registerConstants),
  'realm_name',
  'realm_description',
  'realm_rendered_description',
  'realm_date_created',
  'realm_url',
  'realm_uri',
  'realm_icon_url',
  'realm_icon_source',
  'realm_logo_url',
  'realm_logo_source',
  'realm_night_logo_url',
  'realm_night_logo_source',
  'realm_default_language',
  'realm_default_code_block_language',
  'realm_enable_spectator_access',
  'realm_empty_topic_display_name',
  'server_web_public_streams_enabled',
  'server_emoji_data_url',
  'server_thumbnail_formats',
  'server_generation',
  'server_needs_upgrade',
]

const webPublic = (org: Organization) =>
  org
    .get(channelsCache)
    .inOrder()
    .filter(({ isWebPublic, isArchived }) => isWebPublic && !isArchived)

/** Leaves out the groups in permissions. */
function channels(org: Organization) {
  return webPublic(org).map((channel) => {
    const shown = channelObject(org, channel, org.get(subscribersCache).count(channel.id))
    return Object.fromEntries(Object.entries(shown).filter(([name]) => !name.endsWith('_group')))
  })
}

function folders(org: Organization) {
  const used = new Set(webPublic(org).map(({ folderId }) => folderId))
  return [...org.get(foldersCache).values()].filter(({ id }) => used.has(id))
}

type Caller = Pick<Context, 'org' | 'read'>

/** Their messages show names and avatars anyway. Leaves out readers, addresses, roles, and join dates. */
export async function spectatorUsers({ org, read }: Caller): Promise<PublicUser[]> {
  const conversations = webPublic(org).map(({ conversationId }) => conversationId)
  const ids = await read((tx) => sendersIn(tx, conversations))
  return org
    .get(peopleCache)
    .all()
    .filter(({ id, isActive, isSystemBot }) => isActive && !isSystemBot && ids.has(id))
    .map((account) => {
      const shown = PublicUser.parse(basicUserObject(org, account, false))
      return { ...shown, email: dummyEmail(org, account.id), timezone: '' }
    })
}

function settings(org: Organization, server: Server) {
  const all = serializeOrganization(org, server)
  return Object.fromEntries(shownSettings.flatMap((name) => (name in all ? [[name, all[name]]] : [])))
}

type Part = (org: Organization, ctx: Context) => Record<string, unknown> | Promise<Record<string, unknown>>

const parts: Readonly<Record<string, Part>> = {
  realm: (org, { server }) => settings(org, server),
  realm_user: async (_org, ctx) => ({
    ...{ realm_users: await spectatorUsers(ctx), realm_non_active_users: [], cross_realm_bots: [] },
  }),
  stream: (org) => ({ streams: channels(org) }),
  channel_folders: (org) => ({ channel_folders: folders(org) }),
  realm_emoji: (org) => ({ realm_emoji: org.get(customEmojiCache).toWire() }),
  realm_linkifiers: (org) => ({ realm_linkifiers: [...org.get(linkifiersCache).list] }),
  realm_playgrounds: (org) => ({ realm_playgrounds: [...org.get(playgroundsCache)] }),
}

export async function spectatorState(
  ctx: Context,
  wanted: ReadonlySet<string> | undefined,
): Promise<Record<string, unknown>> {
  const chosen = Object.entries(parts).filter(([name]) => !wanted || wanted.has(name))
  return Object.assign({}, ...(await Promise.all(chosen.map(([, part]) => part(ctx.org, ctx)))))
}
