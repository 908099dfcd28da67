import { botTypes, type ChannelId, isModerator, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { canModerate, canReadChannel } from '../../channels/channels/access.ts'
import { channelsCache } from '../../channels/channels/cache.ts'
import { subscribersCache } from '../../channels/channels/subscribers-cache.ts'
import { limitsOn } from '../../messages/messages/newcomer-limits/access.ts'
import { holdersOf } from '../../people/groups/access/index.ts'
import { actorOf } from '../../people/organization/access.ts'
import { settingsOf } from '../../people/organization/cache.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { botRuleOf } from '../../people/users/rules.ts'
import { cannotManageAutomations, noSuchAutomation, noSuchRun } from './errors.ts'
import { managesAutomations } from './rules.ts'
import * as store from './store.ts'

type Scope = Pick<store.Stored, 'channel_id' | 'trigger' | 'conditions' | 'steps'>

interface ViewerContext {
  readonly org: Organization
  readonly viewer: Viewer
}

function isAllowedIn({ org, viewer }: ViewerContext, id: ChannelId, allows: typeof canModerate): boolean {
  const channel = org.get(channelsCache).byId.get(id)
  return channel !== undefined && allows(viewer, channel, org.get(subscribersCache).of(id).has(viewer.id))
}

/** Whether the viewer can manage automations in this scope: a channel, or organization-wide if null. */
export const canManageScope = (context: ViewerContext, channelId: ChannelId | null): boolean =>
  channelId === null
    ? managesAutomations.allows(actorOf(context.org, context.viewer))
    : isAllowedIn(context, channelId, canModerate)

/** Also requires read access to every channel that the automation names. */
export const canManage = (context: ViewerContext, automation: Scope): boolean =>
  canManageScope(context, automation.channel_id) &&
  channelsOf(automation).every((id) => isAllowedIn(context, id, canReadChannel))

/** Channels that the automation names. */
export function channelsOf({ trigger, conditions, steps }: Scope): ChannelId[] {
  const ids = steps.map((step) => ('stream_id' in step ? step.stream_id : null))
  const stops = steps.flatMap((step) => (step.kind === 'stop_unless' ? [step.condition] : []))
  const ofConditions = [...conditions, ...stops].map((condition) =>
    condition.kind === 'channel' ? condition.stream_id : null,
  )
  return ['stream_id' in trigger ? trigger.stream_id : null, ...ofConditions, ...ids].filter((id) => id !== null)
}

/** Bots of new members, and automations of channels they created, would get around their limits. */
export function checkCanAutomate({ org, viewer }: ViewerContext, channelId: ChannelId | null): void {
  const createsBots = botRuleOf(botTypes.generic).allows(actorOf(org, viewer))
  if (limitsOn(org, viewer.id) || (channelId !== null && !createsBots)) throw cannotManageAutomations()
}

export function managersOf(org: Organization, scope: Scope): UserId[] {
  const channel = scope.channel_id === null ? undefined : org.get(channelsCache).byId.get(scope.channel_id)
  const held = channel?.permissions.can_administer_channel_group ?? settingsOf(org).can_manage_automations_group
  const candidates = holdersOf(org, held)
  if (channel) for (const { id, role } of org.get(peopleCache).all()) if (isModerator({ role })) candidates.add(id)
  return [...candidates].filter((id) => {
    const viewer = org.viewer(id)
    return viewer !== undefined && canManage({ org, viewer }, scope)
  })
}

/** An automation that the viewer manages. */
export async function managedAutomation(tx: Tx, context: ViewerContext, id: number): Promise<store.Stored> {
  const row = await store.find(tx, context.org.id, id)
  if (!row || !canManage(context, row)) throw noSuchAutomation()
  return row
}

export async function managedRun(tx: Tx, context: ViewerContext, id: number): Promise<store.StoredRun> {
  const run = await store.findRun(tx, context.org.id, id)
  const row = run && (await store.find(tx, context.org.id, run.automation_id))
  if (!run || !row || !canManage(context, row) || !canManage(context, runScope(row, run))) throw noSuchRun()
  return run
}

/** Runs keep a copy of their trigger and steps, which may refer to channels the automation no longer uses. */
export const runScope = (
  { channel_id, conditions }: Pick<store.Stored, 'channel_id' | 'conditions'>,
  { trigger, steps }: Pick<store.StoredRun, 'trigger' | 'steps'>,
): Scope => ({ channel_id, trigger, conditions, steps })
