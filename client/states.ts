import type { State } from '#contract'
import { calls } from '../src/features/calls/calls/api.ts'
import { groupsState } from '../src/features/channels/channels/default-groups/api.ts'
import { channelFolders } from '../src/features/channels/channels/folders/api.ts'
import { defaultStreams, streams } from '../src/features/channels/channels/states.ts'
import { subscriptionLists } from '../src/features/channels/subscriptions/states.ts'
import { mutedTopics, userTopics } from '../src/features/channels/user-topics/api.ts'
import { takesMailState } from '../src/features/integrations/incoming-mail/api.ts'
import { realmIncomingWebhookBots } from '../src/features/integrations/incoming-webhooks/api.ts'
import { tokenStates } from '../src/features/integrations/video-calls/api.ts'
import { draftsState } from '../src/features/messages/drafts/api.ts'
import { ownHeldMessages } from '../src/features/messages/messages/held-messages/states.ts'
import { slowUntilState } from '../src/features/messages/messages/slow-mode/states.ts'
import { topicLocksState } from '../src/features/messages/messages/topic-locks/states.ts'
import { newestState, recentState, starredState, unreadState } from '../src/features/messages/messages/unread/states.ts'
import { ownWarnings } from '../src/features/messages/moderation/warnings/states.ts'
import { mutesState } from '../src/features/messages/mutes/states.ts'
import { mutedUsersState } from '../src/features/messages/mutes/users/api.ts'
import { pinnedMessages, pinnedTopics } from '../src/features/messages/pins/api.ts'
import { reminders } from '../src/features/messages/reminders/api.ts'
import { scheduledMessages } from '../src/features/messages/scheduled-messages/api.ts'
import { slashCommands } from '../src/features/messages/slash-commands/states.ts'
import { userStatusState } from '../src/features/messages/user-status/api.ts'
import { devices, pushDevices } from '../src/features/notifications/push-devices/states.ts'
import { communityRules } from '../src/features/people/community-rules/states.ts'
import { realmUserGroups } from '../src/features/people/groups/api.ts'
import { organizationState } from '../src/features/people/organization-settings/api.ts'
import { absent, ownRights } from '../src/features/people/organization-settings/states.ts'
import { lastUpdateState, presencesState, serverTimestampState } from '../src/features/people/presence/api.ts'
import { fieldsState, fieldTypesState } from '../src/features/people/profile-fields/api.ts'
import { quietDigestState, quietTimeState } from '../src/features/people/quiet-times/states.ts'
import { domains } from '../src/features/people/realm-domains/api.ts'
import { lockdownState } from '../src/features/people/restrictions/lockdown/states.ts'
import { ownRestrictions } from '../src/features/people/restrictions/states.ts'
import {
  defaultsState,
  displaySettingsState,
  notificationSettingsState,
  userSettingsState,
} from '../src/features/people/user-settings/api.ts'
import { realmBots } from '../src/features/people/users/bot-api.ts'
import { ownUser, realmUsers } from '../src/features/people/users/states.ts'
import { alertWordsState } from '../src/features/text/alert-words/api.ts'
import { customEmojiState } from '../src/features/text/custom-emoji/api.ts'
import { filters, linkifiers } from '../src/features/text/custom-links/linkifiers/api.ts'
import { playgrounds } from '../src/features/text/custom-links/playgrounds/api.ts'
import { navigationViews } from '../src/features/text/navigation-views/api.ts'
import { savedSnippets } from '../src/features/text/saved-snippets/api.ts'

/** A part of the register response without the types of its values. */
export type AnyState = Pick<State, 'fetch' | 'schema' | 'reducers'>

/** Every part of the register response that events change, in processing order: some depend on earlier ones. */
export const allStates = [
  realmUsers,
  ownUser,
  realmBots,
  realmUserGroups,
  organizationState,
  ownRights,
  ...Object.values(absent),
  ownRestrictions,
  lockdownState,
  communityRules,
  domains,
  linkifiers,
  filters,
  playgrounds,
  userSettingsState,
  displaySettingsState,
  notificationSettingsState,
  defaultsState,
  fieldsState,
  fieldTypesState,
  quietTimeState,
  quietDigestState,
  presencesState,
  lastUpdateState,
  serverTimestampState,
  alertWordsState,
  customEmojiState,
  navigationViews,
  savedSnippets,
  channelFolders,
  streams,
  defaultStreams,
  groupsState,
  subscriptionLists,
  draftsState,
  userTopics,
  mutedTopics,
  mutesState,
  mutedUsersState,
  newestState,
  unreadState,
  starredState,
  recentState,
  topicLocksState,
  ownHeldMessages,
  slowUntilState,
  ownWarnings,
  userStatusState,
  scheduledMessages,
  slashCommands,
  realmIncomingWebhookBots,
  tokenStates,
  reminders,
  pinnedTopics,
  pinnedMessages,
  takesMailState,
  devices,
  pushDevices,
  calls,
] as unknown as readonly AnyState[]
