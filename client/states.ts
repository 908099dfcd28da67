import type { State } from '#contract'
import { alertWordsState } from '../src/areas/alert-words/api.ts'
import { channelFolders } from '../src/areas/channel-folders/api.ts'
import { defaultStreams, streams } from '../src/areas/channels/states.ts'
import { playgrounds } from '../src/areas/code-playgrounds/api.ts'
import { customEmojiState } from '../src/areas/custom-emoji/api.ts'
import { groupsState } from '../src/areas/default-channel-groups/api.ts'
import { draftsState } from '../src/areas/drafts/api.ts'
import { realmUserGroups } from '../src/areas/groups/api.ts'
import { takesMailState } from '../src/areas/incoming-mail/api.ts'
import { realmIncomingWebhookBots } from '../src/areas/incoming-webhooks/api.ts'
import { filters, linkifiers } from '../src/areas/linkifiers/api.ts'
import { newestState, recentState, starredState, unreadState } from '../src/areas/messages/unread/states.ts'
import { mutedUsersState } from '../src/areas/muted-users/api.ts'
import { mutesState } from '../src/areas/mutes/states.ts'
import { navigationViews } from '../src/areas/navigation-views/api.ts'
import { organizationState } from '../src/areas/organization-settings/api.ts'
import { absent, ownRights } from '../src/areas/organization-settings/states.ts'
import { pinnedMessages, pinnedTopics } from '../src/areas/pins/api.ts'
import { lastUpdateState, presencesState, serverTimestampState } from '../src/areas/presence/api.ts'
import { fieldsState, fieldTypesState } from '../src/areas/profile-fields/api.ts'
import { devices, pushDevices } from '../src/areas/push-devices/states.ts'
import { quietDigestState, quietTimeState } from '../src/areas/quiet-times/states.ts'
import { domains } from '../src/areas/realm-domains/api.ts'
import { reminders } from '../src/areas/reminders/api.ts'
import { savedSnippets } from '../src/areas/saved-snippets/api.ts'
import { scheduledMessages } from '../src/areas/scheduled-messages/api.ts'
import { subscriptionLists } from '../src/areas/subscriptions/states.ts'
import {
  defaultsState,
  displaySettingsState,
  notificationSettingsState,
  userSettingsState,
} from '../src/areas/user-settings/api.ts'
import { userStatusState } from '../src/areas/user-status/api.ts'
import { mutedTopics, userTopics } from '../src/areas/user-topics/api.ts'
import { realmBots } from '../src/areas/users/bot-api.ts'
import { ownUser, realmUsers } from '../src/areas/users/states.ts'
import { tokenStates } from '../src/areas/video-calls/api.ts'

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
  mutedUsersState,
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
  newestState,
  unreadState,
  starredState,
  recentState,
  mutesState,
  userStatusState,
  scheduledMessages,
  realmIncomingWebhookBots,
  tokenStates,
  reminders,
  pinnedTopics,
  pinnedMessages,
  takesMailState,
  devices,
  pushDevices,
] as unknown as readonly AnyState[]
