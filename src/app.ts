import type { Area } from '#platform/serve'
import { accessTokensArea } from './areas/access-tokens/index.ts'
import { accountsArea } from './areas/accounts/index.ts'
import { agentActsArea } from './areas/agent-acts/index.ts'
import { agentRequestsArea } from './areas/agent-requests/index.ts'
import { alertWordsArea } from './areas/alert-words/index.ts'
import { attachmentsArea } from './areas/attachments/index.ts'
import { auditLogArea } from './areas/audit-log/index.ts'
import { backupsArea } from './areas/backups/index.ts'
import { botStorageArea } from './areas/bot-storage/index.ts'
import { channelFoldersArea } from './areas/channel-folders/index.ts'
import { channelsArea } from './areas/channels/index.ts'
import { codePlaygroundsArea } from './areas/code-playgrounds/index.ts'
import { customEmojiArea } from './areas/custom-emoji/index.ts'
import { defaultChannelGroupsArea } from './areas/default-channel-groups/index.ts'
import { digestMailsArea } from './areas/digest-mails/index.ts'
import { directoriesArea } from './areas/directories/index.ts'
import { diskSpaceArea } from './areas/disk-space/index.ts'
import { draftsArea } from './areas/drafts/index.ts'
import { emailNotificationsArea } from './areas/email-notifications/index.ts'
import { eventsArea } from './areas/events/index.ts'
import { exportsArea } from './areas/exports/index.ts'
import { groupsArea } from './areas/groups/index.ts'
import { importsArea } from './areas/imports/index.ts'
import { incomingMailArea } from './areas/incoming-mail/index.ts'
import { incomingWebhooksArea } from './areas/incoming-webhooks/index.ts'
import { invitationsArea } from './areas/invitations/index.ts'
import { languagesArea } from './areas/languages/index.ts'
import { legalHoldsArea } from './areas/legal-holds/index.ts'
import { linkPreviewsArea } from './areas/link-previews/index.ts'
import { linkifiersArea } from './areas/linkifiers/index.ts'
import { mcpArea } from './areas/mcp/index.ts'
import { messagesArea } from './areas/messages/index.ts'
import { mutedUsersArea } from './areas/muted-users/index.ts'
import { mutesArea } from './areas/mutes/index.ts'
import { navigationViewsArea } from './areas/navigation-views/index.ts'
import { notificationsArea } from './areas/notifications/index.ts'
import { oauthArea } from './areas/oauth/index.ts'
import { organizationArea } from './areas/organization/index.ts'
import { organizationSettingsArea } from './areas/organization-settings/index.ts'
import { outgoingWebhooksArea } from './areas/outgoing-webhooks/index.ts'
import { passkeysArea } from './areas/passkeys/index.ts'
import { pinsArea } from './areas/pins/index.ts'
import { presenceArea } from './areas/presence/index.ts'
import { profileFieldsArea } from './areas/profile-fields/index.ts'
import { pushDevicesArea } from './areas/push-devices/index.ts'
import { quietTimesArea } from './areas/quiet-times/index.ts'
import { realmDomainsArea } from './areas/realm-domains/index.ts'
import { remindersArea } from './areas/reminders/index.ts'
import { reportsArea } from './areas/reports/index.ts'
import { savedSnippetsArea } from './areas/saved-snippets/index.ts'
import { scheduledMessagesArea } from './areas/scheduled-messages/index.ts'
import { scimArea } from './areas/scim/index.ts'
import { secondFactorsArea } from './areas/second-factors/index.ts'
import { sessionsArea } from './areas/sessions/index.ts'
import { signInArea } from './areas/sign-in/index.ts'
import { spectatorsArea } from './areas/spectators/index.ts'
import { statisticsArea } from './areas/statistics/index.ts'
import { subscriptionsArea } from './areas/subscriptions/index.ts'
import { typingArea } from './areas/typing/index.ts'
import { userSettingsArea } from './areas/user-settings/index.ts'
import { userStatusArea } from './areas/user-status/index.ts'
import { userTopicsArea } from './areas/user-topics/index.ts'
import { usersArea } from './areas/users/index.ts'
import { videoCallsArea } from './areas/video-calls/index.ts'
import { webhookDeliveriesArea } from './areas/webhook-deliveries/index.ts'
import { welcomeArea } from './areas/welcome/index.ts'

/** Every area, in the order of their dependencies: each may use those before it. */
export const areas: readonly Area[] = [
  languagesArea,
  organizationArea,
  usersArea,
  auditLogArea,
  sessionsArea,
  groupsArea,
  organizationSettingsArea,
  realmDomainsArea,
  linkifiersArea,
  codePlaygroundsArea,
  userSettingsArea,
  profileFieldsArea,
  quietTimesArea,
  presenceArea,
  alertWordsArea,
  mutedUsersArea,
  customEmojiArea,
  navigationViewsArea,
  savedSnippetsArea,
  botStorageArea,
  channelFoldersArea,
  channelsArea,
  defaultChannelGroupsArea,
  subscriptionsArea,
  accessTokensArea,
  secondFactorsArea,
  passkeysArea,
  draftsArea,
  userTopicsArea,
  attachmentsArea,
  legalHoldsArea,
  messagesArea,
  reportsArea,
  mutesArea,
  welcomeArea,
  invitationsArea,
  accountsArea,
  signInArea,
  directoriesArea,
  scimArea,
  userStatusArea,
  typingArea,
  scheduledMessagesArea,
  webhookDeliveriesArea,
  outgoingWebhooksArea,
  linkPreviewsArea,
  incomingWebhooksArea,
  videoCallsArea,
  remindersArea,
  agentActsArea,
  agentRequestsArea,
  mcpArea,
  oauthArea,
  pinsArea,
  notificationsArea,
  emailNotificationsArea,
  digestMailsArea,
  incomingMailArea,
  statisticsArea,
  exportsArea,
  importsArea,
  backupsArea,
  diskSpaceArea,
  pushDevicesArea,
  spectatorsArea,
  eventsArea,
]
