import { asChannelId, type ChannelId, type UserId } from '#contract'
import { anyOf, type Row, type Tx } from '#platform/db'
import { type Change, cache, type LoggedEvent, type Organization } from '#platform/organization'
import { subscribed, subscriptionUpdated, unsubscribed } from '../../channels/channels/states.ts'
import { personal } from '../../people/user-settings/access.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { accountChanged, settingChanged, userAdded, userUpdated } from '../../people/users/states.ts'

/** A user's notification settings for one channel; null means their general setting. */
export interface Choice {
  readonly push: boolean | null
  readonly email: boolean | null
  readonly wildcard: boolean | null
  readonly isMuted: boolean
}

const noChoice: Choice = { push: null, email: null, wildcard: null, isMuted: false }

interface InChannel {
  readonly byUser: Map<UserId, Choice>
  readonly loud: Set<UserId>
}

const noUsers: ReadonlySet<UserId> = new Set()

/** Only subscriptions with non-default settings are in memory. */
class Choices {
  readonly #byChannel = new Map<ChannelId, InChannel>()

  of(channelId: ChannelId, userId: UserId): Choice {
    return this.#byChannel.get(channelId)?.byUser.get(userId) ?? noChoice
  }

  loudIn(channelId: ChannelId): ReadonlySet<UserId> {
    return this.#byChannel.get(channelId)?.loud ?? noUsers
  }

  set(channelId: ChannelId, userId: UserId, choice: Choice): void {
    let known = this.#byChannel.get(channelId)
    if (!known) {
      known = { byUser: new Map(), loud: new Set() }
      this.#byChannel.set(channelId, known)
    }
    known.byUser.set(userId, choice)
    if (choice.push || choice.email) known.loud.add(userId)
    else known.loud.delete(userId)
  }

  forget(channelIds: Iterable<ChannelId>, userIds: Iterable<UserId>): void {
    for (const channelId of channelIds) {
      const known = this.#byChannel.get(channelId)
      if (!known) continue
      for (const userId of userIds) {
        known.byUser.delete(userId)
        known.loud.delete(userId)
      }
    }
  }
}

const choiceColumns = [
  'channel_id',
  'user_id',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
  'is_muted',
] as const
type ChoiceRow = Pick<Row<'subscription'>, (typeof choiceColumns)[number]>

// subscription belongs to the subscriptions feature
function read(tx: Tx, orgId: number, some?: { channels: ChannelId[]; users: UserId[] }): Promise<ChoiceRow[]> {
  let query = tx
    .selectFrom('subscription')
    .select(choiceColumns)
    .where('org_id', '=', orgId)
    .where('active', '=', true)
    .where(({ eb, or }) =>
      or([
        eb('is_muted', '=', true),
        eb('push_notifications', 'is not', null),
        eb('email_notifications', 'is not', null),
        eb('wildcard_mentions_notify', 'is not', null),
      ]),
    )
  if (some) query = query.where('channel_id', '=', anyOf(some.channels)).where('user_id', '=', anyOf(some.users))
  return query.execute()
}

function adopt(choices: Choices, rows: readonly ChoiceRow[]): void {
  for (const row of rows)
    choices.set(row.channel_id, row.user_id, {
      push: row.push_notifications,
      email: row.email_notifications,
      wildcard: row.wildcard_mentions_notify,
      isMuted: row.is_muted,
    })
}

const concerning = [subscribed, unsubscribed, subscriptionUpdated] as const

async function follow(
  choices: Choices,
  events: LoggedEvent<(typeof concerning)[number]>[],
  tx: Tx,
  orgId: number,
): Promise<Change> {
  const channels = new Set<ChannelId>()
  const users = new Set<UserId>()
  for (const { payload, audience } of events) {
    for (const { stream_id } of 'subscriptions' in payload ? payload.subscriptions : [payload])
      channels.add(asChannelId(stream_id))
    for (const user of audience.users ?? []) users.add(user)
  }
  const rows = await read(tx, orgId, { channels: [...channels], users: [...users] })
  return () => {
    choices.forget(channels, users)
    adopt(choices, rows)
  }
}

/** perf: keeps channel notification settings in memory, so that a message without notifications makes no queries. */
export const choicesCache = cache<Choices>({
  name: 'notification choices',
  async load(tx, orgId) {
    const choices = new Choices()
    adopt(choices, await read(tx, orgId))
    return choices
  },
}).on(concerning, follow)

/** Users with notifications for every message in all channels; recomputed after settings change. */
class Listeners {
  #known: ReadonlySet<UserId> | undefined

  of(org: Organization): ReadonlySet<UserId> {
    if (this.#known) return this.#known
    const found = new Set<UserId>()
    for (const account of org.get(peopleCache).byId.values())
      if (
        account.botType === null &&
        (personal(account, 'enable_stream_push_notifications') ||
          personal(account, 'enable_stream_email_notifications'))
      )
        found.add(account.id)
    this.#known = found
    return found
  }

  forget(): void {
    this.#known = undefined
  }
}

export const listenersCache = cache<Listeners>({
  name: 'listeners',
  load: async () => new Listeners(),
}).on([userAdded, userUpdated, settingChanged, accountChanged], (listeners) => () => listeners.forget())
