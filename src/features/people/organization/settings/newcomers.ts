import { bool, z } from '#contract'
import { cap, value } from './declaration.ts'

/** Limits for people who aren't full members, moderators, or administrators. */
export const newcomerSettings = {
  newcomer_links_per_message: cap(0, 10, 'Maximum links in a message by a new member.'),
  newcomer_files_allowed: value(bool, true, 'Whether new members can post files.'),
  newcomer_mentions_per_message: cap(0, 20, 'Maximum mentions in a message by a new member.'),
  newcomer_topics_per_day: cap(0, 100, 'Maximum topics that a new member can start in 24 hours.'),
  newcomer_messages_per_minute: cap(1, 60, 'Maximum messages that a new member can send in a minute.'),
  newcomer_direct_conversations_per_day: cap(
    0,
    100,
    'Maximum direct conversations that a new member can start in 24 hours.',
  ),
  newcomer_held_messages: value(
    z.int().min(0).max(10),
    0,
    'How many first messages by a new member in public channels wait for a moderator.',
  ),
  newcomer_reports_to_hide: value(
    z.int().min(0).max(10),
    0,
    'How many full members have to report a new member’s message in a public channel to hide it until a moderator decides; 0 for never.',
  ),
}
export type NewcomerSettings = {
  [K in keyof typeof newcomerSettings]: z.output<(typeof newcomerSettings)[K]['schema']>
}
