import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { subscribersCache } from '../../channels/channels/subscribers-cache.ts'
import { eventTriggersCache } from './event-triggers-cache.ts'
import type { SlashCommandFacts } from './states.ts'

/** Sorted by ID. */
export function ownSlashCommands(org: Organization, viewer: Viewer): SlashCommandFacts[] {
  const { commands } = org.get(eventTriggersCache)
  // perf: most organizations have none
  if (commands.size === 0 || viewer.isSpectator) return []
  const channels = new Set(org.get(subscribersCache).channelsOf(viewer.id))
  return [...commands.values()]
    .filter(({ stream_id }) => stream_id === null || channels.has(stream_id))
    .sort((one, other) => one.automation_id - other.automation_id)
}
