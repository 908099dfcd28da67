import type { UserId } from '#contract'
import type { SharedText } from '#platform/compression'
import type { Tx } from '#platform/db'
import type { ClientView } from '#platform/events'
import { Pace } from '#platform/fair-queues'
import type { Organization } from '#platform/organization'
import { JsonText, type RegisterContext } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { visibilityOf } from './access/index.ts'
import type { Account } from './account.ts'
import { peopleCache } from './cache.ts'
import { chosenFrom } from './chosen.ts'
import { apiEmail } from './email-address.ts'
import { awayUsers, nearPeople } from './extension-points.ts'
import { peopleTexts } from './people-texts.ts'
import { avatarUrl, type PictureNeeds, placeholder, userText } from './serialize.ts'
import { ownRoleFacts } from './states.ts'

/** Users sent at once to a paging client; in larger organizations, those nearby. */
const maxAtOnce = 1_000

const asList = (pieces: readonly (string | SharedText)[]): JsonText => new JsonText(['[', ...pieces, ']'])

/** Whether the client pages users, and so accepts incomplete lists. */
const pages = ({ can }: Pick<ClientView, 'can'>): boolean => can('user_list_incomplete') && can('user_list_in_pages')

export const picturesFor = ({ clientGravatar, can }: Pick<ClientView, 'clientGravatar' | 'can'>): PictureNeeds => ({
  gravatars: clientGravatar,
  without: pages({ can }) ? 'all' : can('user_avatar_url_field_optional') ? 'away' : 'none',
})

/** Lists as text, because they may be long. Paging clients get nearby users; null if there are no others. */
export async function serializePeople(tx: Tx, viewer: Viewer, ctx: RegisterContext) {
  const { org, client } = ctx
  const isPaged = pages(client)
  const knows = visibilityOf(org, viewer)
  const all = org.get(peopleCache).all()
  const pace = new Pace()
  const known = await chosenFrom(all, ({ id }) => knows(id), { pace })
  const isLarge = isPaged && known.length > maxAtOnce
  const told = isLarge ? await near(tx, viewer, ctx, known) : known
  const options = { pictures: picturesFor(client), withProfile: true, isAway: awayUsers(org) }
  const textsOf = (list: string, people: readonly Account[]) =>
    peopleTexts(org, viewer, people, isLarge ? options : { ...options, list })
  const active = await chosenFrom(told, (one) => !one.isSystemBot && one.isActive, { pace })
  const inactive = await chosenFrom(told, (one) => !one.isSystemBot && !one.isActive, { pace })
  const bots = await chosenFrom(told, ({ isSystemBot }) => isSystemBot, { pace })
  const hasStrangers = known.length < all.length && !client.can('user_list_incomplete')
  return {
    realm_users: asList(hasStrangers ? withStrangers(active) : await textsOf('active', active)),
    realm_non_active_users: asList(await textsOf('inactive', inactive)),
    cross_realm_bots: asList(await textsOf('bots', bots)),
    ...(isPaged ? { realm_users_after: isLarge ? 0 : null } : {}),
  }

  /** For clients that need every user, including invisible ones; in the same order. */
  function withStrangers(people: readonly Account[]): string[] {
    const shown = new Map(people.map((one) => [one.id, userText(org, viewer, one, options)]))
    const texts = all.flatMap(({ id }) => shown.get(id) ?? (knows(id) ? [] : JSON.stringify(placeholder(org, id))))
    return [texts.join()]
  }
}

/** The viewer, their bots, system bots, and users chosen by later areas. */
async function near(tx: Tx, viewer: Viewer, ctx: RegisterContext, known: readonly Account[]): Promise<Account[]> {
  const chosen = new Set<UserId>()
  for (const listener of nearPeople.listeners())
    for (const id of await listener(tx, viewer, ctx, maxAtOnce / 2)) chosen.add(id)
  return known.filter(
    ({ id, isSystemBot, botOwnerId }) => isSystemBot || id === viewer.id || botOwnerId === viewer.id || chosen.has(id),
  )
}

export function serializeOwnUser(org: Organization, viewer: Viewer) {
  const account = org.get(peopleCache).byId.get(viewer.id) as Account
  return {
    user_id: account.id,
    email: apiEmail(org, account),
    delivery_email: account.deliveryEmail,
    full_name: account.fullName,
    avatar_url: avatarUrl(account),
    avatar_url_medium: avatarUrl(account, '/medium'),
    avatar_source: account.avatarSource,
    ...ownRoleFacts(account.role),
  }
}
