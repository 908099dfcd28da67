import type { NewcomerSettings } from './settings/newcomers.ts'

/** What administrators choose under *Community safety*. */
export const newcomerPresets: Readonly<Record<'community' | 'team', NewcomerSettings>> = {
  community: {
    newcomer_links_per_message: 2,
    newcomer_files_allowed: false,
    newcomer_mentions_per_message: 2,
    newcomer_topics_per_day: 5,
    newcomer_messages_per_minute: 5,
    newcomer_direct_conversations_per_day: 3,
    newcomer_held_messages: 1,
    newcomer_reports_to_hide: 2,
  },
  team: {
    newcomer_links_per_message: null,
    newcomer_files_allowed: true,
    newcomer_mentions_per_message: null,
    newcomer_topics_per_day: null,
    newcomer_messages_per_minute: null,
    newcomer_direct_conversations_per_day: null,
    newcomer_held_messages: 0,
    newcomer_reports_to_hide: 0,
  },
}
/** The waiting period in days that `community` sets if there is none. */
export const communityWaitingDays = 3
