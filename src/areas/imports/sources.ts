import type { SourceName } from './api.ts'
import type { Source } from './records.ts'

/** What can be taken in, by what is typed for it. Loaded when it is wanted: most servers never take in anything. */
export const sources: Readonly<Record<SourceName, () => Promise<Source>>> = {
  slack: async () => (await import('./sources/slack/source.ts')).slackSource(),
  mattermost: async () => (await import('./sources/mattermost/source.ts')).mattermost,
  'rocket-chat': async () => (await import('./sources/rocket-chat/source.ts')).rocketChat,
  discord: async () => (await import('./sources/discord/source.ts')).discordSource(),
  zulip: async () => (await import('./sources/zulip/source.ts')).zulip,
}
