import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { subscribersCache } from '../../channels/channels/subscribers-cache.ts'
import { commandsOfAutomations, commandsOfBots } from './registry.ts'
import { byCommand, type SlashCommandFacts } from './states.ts'

/** Sorted by command. */
export function visibleSlashCommands(org: Organization, viewer: Viewer): SlashCommandFacts[] {
  const all = [...commandsOfAutomations(org), ...commandsOfBots(org)]
  // perf: most organizations have none
  if (all.length === 0 || viewer.isSpectator) return []
  const channels = new Set(org.get(subscribersCache).channelsOf(viewer.id))
  return all.filter(({ stream_id }) => stream_id === null || channels.has(stream_id)).sort(byCommand)
}
