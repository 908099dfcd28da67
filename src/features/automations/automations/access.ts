import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { canAutomate } from '../../channels/channels/access.ts'
import { channelsCache } from '../../channels/channels/cache.ts'
import { subscribersCache } from '../../channels/channels/subscribers-cache.ts'
import { actorOf } from '../../people/organization/access.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { noSuchAutomation, noSuchRun } from './errors.ts'
import { managesAutomations } from './rules.ts'
import * as store from './store.ts'

type Scope = Pick<store.Stored, 'channel_id'>

interface ViewerContext {
  readonly org: Organization
  readonly viewer: Viewer
}

/** Whether the viewer manages automations of a channel, or of the organization. */
export function canManage({ org, viewer }: ViewerContext, { channel_id }: Scope): boolean {
  if (channel_id === null) return managesAutomations.allows(actorOf(org, viewer))
  const channel = org.get(channelsCache).byId.get(channel_id)
  return channel !== undefined && canAutomate(viewer, channel, org.get(subscribersCache).of(channel_id).has(viewer.id))
}

export function managersOf(org: Organization, scope: Scope): UserId[] {
  const managers: UserId[] = []
  for (const { id, isActive } of org.get(peopleCache).byId.values()) {
    const viewer = isActive ? org.viewer(id) : undefined
    if (viewer && canManage({ org, viewer }, scope)) managers.push(id)
  }
  return managers
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
  if (!run || !row || !canManage(context, row)) throw noSuchRun()
  return run
}
