import { isDeepStrictEqual } from 'node:util'
import type { ChannelId, UserId } from '#contract'
import type { KeyedCache, Mutation, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { visibleChannel } from '../../../channels/channels/access.ts'
import { noSuchChannelId } from '../../../channels/channels/errors.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import { activeAdministrators } from '../../../people/users/access/index.ts'
import { moderationRulesCache } from './cache.ts'
import * as errors from './errors.ts'
import { maxRules } from './limits.ts'
import { moderationRulesChanged } from './states.ts'
import * as store from './store.ts'
import { profileKinds } from './wire.ts'

interface ViewerContext {
  readonly org: Organization
  readonly viewer: Viewer
  fetch<V>(cache: KeyedCache<V>, key: UserId): Promise<V>
}

/** Throws unless the viewer can see these channels. */
export async function checkChannels(context: ViewerContext, ids: readonly ChannelId[] | null): Promise<void> {
  if (ids === null) return
  const { org, viewer } = context
  const subscriptions = await context.fetch(subscriptionsCache, viewer.id)
  for (const id of ids) visibleChannel(org, viewer, subscriptions, id, noSuchChannelId)
}

type RuleFields = Omit<store.Stored, 'id' | 'org_id'>

export async function createRule(mutation: Mutation, fields: RuleFields): Promise<store.Stored> {
  const { tx, org } = mutation
  if (mutation.get(moderationRulesCache).current.all.length >= maxRules) throw errors.tooManyRules({ limit: maxRules })
  checkProfileKind(fields)
  await checkChannels(mutation, fields.channel_ids)
  const row = await store.insert(tx, { ...fields, org_id: org.id })
  announce(mutation)
  return row
}

export async function updateRule(
  mutation: Mutation,
  id: number,
  changes: { readonly [K in keyof RuleFields]?: RuleFields[K] | undefined },
): Promise<store.Stored> {
  const before = existingRule(mutation, id)
  // keep channels that another administrator chose and this one can't see
  const chosen = new Set(before.channel_ids)
  await checkChannels(mutation, changes.channel_ids?.filter((channelId) => !chosen.has(channelId)) ?? null)
  const newValues = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<RuleFields>
  checkProfileKind({ ...before, ...newValues })
  if (isDeepStrictEqual({ ...before, ...newValues }, before)) return before
  const row = await store.update(mutation.tx, id, newValues)
  announce(mutation)
  return row
}

export async function deleteRule(mutation: Mutation, id: number): Promise<void> {
  existingRule(mutation, id)
  await store.remove(mutation.tx, id)
  announce(mutation)
}

export function checkProfileKind({
  checks_profiles,
  condition,
}: Pick<RuleFields, 'checks_profiles' | 'condition'>): void {
  if (checks_profiles && !profileKinds.includes(condition.kind)) throw errors.cannotCheckProfiles()
}

function existingRule(mutation: Mutation, id: number): store.Stored {
  const rule = mutation.get(moderationRulesCache).current.all.find((candidate) => candidate.id === id)
  if (!rule) throw errors.noSuchRule()
  return rule
}

function announce(mutation: Mutation): void {
  mutation.emit(moderationRulesChanged, {}, activeAdministrators(mutation.org))
}
