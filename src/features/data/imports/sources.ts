import type { SourceName } from './api.ts'
import type { Source } from './records.ts'

/** Loaded on demand: most servers never import anything. */
export const sources: Readonly<Record<SourceName, () => Promise<Source>>> = {
  slack: async () => (await import('./sources/slack/source.ts')).slackSource(),
  mattermost: async () => (await import('./sources/mattermost/source.ts')).mattermost,
  'rocket-chat': async () => (await import('./sources/rocket-chat/source.ts')).rocketChat,
  discord: async () => (await import('./sources/discord/source.ts')).discordSource(),
  zulip: async () => (await import('./sources/zulip/source.ts')).zulip,
}
