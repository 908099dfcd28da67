import { z } from '#contract'
import {
  JoinedGroupTrigger,
  JoinedGroupTriggerOut,
  LeftGroupTrigger,
  LeftGroupTriggerOut,
} from './group-trigger-input.ts'
import { JoinedChannelTrigger, JoinedChannelTriggerOut } from './joined-channel-input.ts'
import { JoinedOrganizationTrigger } from './joined-organization-input.ts'
import { ManualTrigger, ManualTriggerOut } from './manual-input.ts'
import { MessageTrigger, MessageTriggerOut } from './message-input.ts'
import { ReactionTrigger, ReactionTriggerOut } from './reaction-input.ts'
import { Schedule, ScheduleOut } from './schedule-input.ts'
import { TopicResolvedTrigger, TopicResolvedTriggerOut } from './topic-resolved-input.ts'
import { WebhookTrigger } from './webhook-input.ts'

/** A new kind of trigger is one more file, and a line in both lists. */
export const Trigger = z.discriminatedUnion('kind', [
  Schedule,
  MessageTrigger,
  ReactionTrigger,
  JoinedChannelTrigger,
  JoinedGroupTrigger,
  LeftGroupTrigger,
  JoinedOrganizationTrigger,
  TopicResolvedTrigger,
  ManualTrigger,
  WebhookTrigger,
])
export type Trigger = z.output<typeof Trigger>
export const TriggerOut = z.discriminatedUnion('kind', [
  ScheduleOut,
  MessageTriggerOut,
  ReactionTriggerOut,
  JoinedChannelTriggerOut,
  JoinedGroupTriggerOut,
  LeftGroupTriggerOut,
  JoinedOrganizationTrigger,
  TopicResolvedTriggerOut,
  ManualTriggerOut,
  WebhookTrigger,
])
/** The stored form, with a fully resolved emoji. */
export type StoredTrigger = z.input<typeof TriggerOut>
