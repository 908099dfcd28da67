import { seconds, shortened } from '#contract'
import { loopTime, queueKeyOf } from '#platform/fair-queues'
import type { Context } from '#platform/serve'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { fullMembershipAt } from '../../../people/groups/access/index.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { canReadMessage, readerOf } from '../access/reader.ts'
import { isInChannels, isTarget, realmUrlOf } from './access.ts'
import { Frequency, repeatKey } from './frequency.ts'
import { Inspection } from './inspection.ts'
import { maxExcerptLength, maxMatchesListed, maxTried, triedMs } from './limits.ts'
import { RuleList } from './rule-list.ts'
import * as store from './store.ts'
import type { RuleMatchOut } from './wire.ts'

/** Rows per query. */
const pageSize = 500
/** Direct messages and unreadable channels are skipped, up to this many rows. */
const maxRows = 5 * maxTried

type TestedRule = Pick<store.Stored, 'condition' | 'applies_to' | 'channel_ids' | 'checks_profiles'>

/** A rule that isn't stored, as if it were the only one. */
export async function preparedRule({ org, viewer }: Context, fields: TestedRule) {
  const rule: store.Stored = {
    ...{ id: 0, org_id: org.id, name: '', is_enabled: true, restrict_minutes: null, message: '', action: 'refuse' },
    ...fields,
  }
  return { rule, rules: await RuleList.of([rule], queueKeyOf(org.id, viewer.id)) }
}

/** Finds recent messages that a rule would have caught. Ends early if the caller disconnects. */
export async function tryRule(ctx: Context, rule: store.Stored, rules: RuleList) {
  const { org } = ctx
  const matcher = matcherOf(rule, rules, realmUrlOf(org))
  const isInScope = await scopeOf(ctx, rule)
  const since = new Date(org.now().getTime() - triedMs)
  const channels = [...ctx.get(channelsCache).byId.values()].filter((channel) => isInChannels(rule, channel))
  const conversationIds = channels.map(({ conversationId }) => conversationId)
  let inspected = 0
  let before: number | null = Number.MAX_SAFE_INTEGER
  for (let rows = 0; before !== null && rows < maxRows && inspected < maxTried; rows += pageSize) {
    if (ctx.request.closed.isClosed) break
    const page: store.Page = { orgId: org.id, before, since, conversationIds, size: pageSize }
    const found = await ctx.read((tx) => store.page(tx, page))
    before = found.next
    for (const row of found.rows.slice(0, maxTried - inspected)) {
      if (!isInScope(row)) continue
      inspected++
      await charged(ctx, () => matcher.inspect(row))
    }
  }
  const matches = await matcher.matches((step) => charged(ctx, step))
  return {
    matched: matches.length,
    inspected,
    is_complete: before === null,
    matches: matches.slice(0, maxMatchesListed).map((row) => matchOf(row, channels)),
  }
}

/** Runs a short step when it's the caller's turn, and charges its time to the caller. */
export async function charged<T>({ org, viewer, costAccount }: Context, step: () => T): Promise<T> {
  await loopTime.enter(queueKeyOf(org.id, viewer.id))
  const startedAt = performance.now()
  const result = step()
  costAccount?.charge(performance.now() - startedAt)
  return result
}

type Row = Omit<store.TriedMessage, 'rendered_content'>

interface Matcher {
  /** Newest messages first. */
  inspect(row: store.TriedMessage): void
  /** Newest first. */
  matches(run: <T>(step: () => T) => Promise<T>): Promise<Row[]>
}

function matcherOf(rule: store.Stored, rules: RuleList, realmUrl: string): Matcher {
  const { condition } = rule
  const found: Row[] = []
  if (condition.kind === 'repeats' || condition.kind === 'flood') {
    const seen: (Row & { readonly key: string })[] = []
    return {
      inspect({ rendered_content: _, content, ...row }) {
        const key = condition.kind === 'repeats' ? repeatKey(content) : ''
        seen.push({ ...row, content: excerptOf(content), key })
      },
      async matches(run) {
        const frequency = new Frequency(condition)
        for (const row of seen.toReversed()) if (await run(() => frequency.isTooFrequent(row))) found.unshift(row)
        return found
      },
    }
  }
  return {
    inspect({ rendered_content: html, ...row }) {
      const isBroken =
        new Inspection(rules, realmUrl, { content: row.content, html }).matches(rule.id, condition) ||
        Inspection.ofTopic(rules, realmUrl, row.topic).matches(rule.id, condition)
      if (isBroken) found.push({ ...row, content: excerptOf(row.content) })
    },
    matches: async () => found,
  }
}

const excerptOf = (content: string): string => shortened(content, maxExcerptLength)

/** Whether the caller can read a message, and the rule would have applied to its sender at the time. */
async function scopeOf(ctx: Context, { applies_to }: store.Stored): Promise<(row: store.TriedMessage) => boolean> {
  const reader = await readerOf(ctx)
  const people = ctx.get(peopleCache).byId
  const settings = settingsOf(ctx.org)
  return (row) => {
    const sender = people.get(row.sender_id)
    return (
      sender !== undefined &&
      isTarget(ctx.org, applies_to, sender, fullMembershipAt(settings, row.sent_at)) &&
      canReadMessage(reader, { ...row, member_ids: null })
    )
  }
}

function matchOf(row: Row, channels: readonly Channel[]): RuleMatchOut {
  const channel = channels.find(({ conversationId }) => conversationId === row.conversation_id) as Channel
  const { id, sender_id, topic, content, sent_at } = row
  return {
    ...{ message_id: id, sender_id, stream_id: channel.id },
    ...{ topic, excerpt: content, sent_at: seconds(sent_at) },
  }
}
