import type { Feature } from '#platform/serve'
import { accessTokensFeature } from './areas/access-tokens/index.ts'
import { accountsFeature } from './areas/accounts/index.ts'
import { agentActsFeature } from './areas/agent-acts/index.ts'
import { agentRequestsFeature } from './areas/agent-requests/index.ts'
import { alertWordsFeature } from './areas/alert-words/index.ts'
import { attachmentsFeature } from './areas/attachments/index.ts'
import { auditLogFeature } from './areas/audit-log/index.ts'
import { backupsFeature } from './areas/backups/index.ts'
import { botStorageFeature } from './areas/bot-storage/index.ts'
import { channelFoldersFeature } from './areas/channel-folders/index.ts'
import { channelsFeature } from './areas/channels/index.ts'
import { codePlaygroundsFeature } from './areas/code-playgrounds/index.ts'
import { customEmojiFeature } from './areas/custom-emoji/index.ts'
import { defaultChannelGroupsFeature } from './areas/default-channel-groups/index.ts'
import { digestMailsFeature } from './areas/digest-mails/index.ts'
import { directoriesFeature } from './areas/directories/index.ts'
import { diskSpaceFeature } from './areas/disk-space/index.ts'
import { draftsFeature } from './areas/drafts/index.ts'
import { emailNotificationsFeature } from './areas/email-notifications/index.ts'
import { eventsFeature } from './areas/events/index.ts'
import { exportsFeature } from './areas/exports/index.ts'
import { groupsFeature } from './areas/groups/index.ts'
import { importsFeature } from './areas/imports/index.ts'
import { incomingMailFeature } from './areas/incoming-mail/index.ts'
import { incomingWebhooksFeature } from './areas/incoming-webhooks/index.ts'
import { invitationsFeature } from './areas/invitations/index.ts'
import { languagesFeature } from './areas/languages/index.ts'
import { legalHoldsFeature } from './areas/legal-holds/index.ts'
import { linkPreviewsFeature } from './areas/link-previews/index.ts'
import { linkifiersFeature } from './areas/linkifiers/index.ts'
import { mcpFeature } from './areas/mcp/index.ts'
import { messagesFeature } from './areas/messages/index.ts'
import { mutedUsersFeature } from './areas/muted-users/index.ts'
import { mutesFeature } from './areas/mutes/index.ts'
import { navigationViewsFeature } from './areas/navigation-views/index.ts'
import { notificationsFeature } from './areas/notifications/index.ts'
import { oauthFeature } from './areas/oauth/index.ts'
import { organizationFeature } from './areas/organization/index.ts'
import { organizationSettingsFeature } from './areas/organization-settings/index.ts'
import { outgoingWebhooksFeature } from './areas/outgoing-webhooks/index.ts'
import { passkeysFeature } from './areas/passkeys/index.ts'
import { pinsFeature } from './areas/pins/index.ts'
import { presenceFeature } from './areas/presence/index.ts'
import { profileFieldsFeature } from './areas/profile-fields/index.ts'
import { pushDevicesFeature } from './areas/push-devices/index.ts'
import { quietTimesFeature } from './areas/quiet-times/index.ts'
import { realmDomainsFeature } from './areas/realm-domains/index.ts'
import { remindersFeature } from './areas/reminders/index.ts'
import { reportsFeature } from './areas/reports/index.ts'
import { savedSnippetsFeature } from './areas/saved-snippets/index.ts'
import { scheduledMessagesFeature } from './areas/scheduled-messages/index.ts'
import { scimFeature } from './areas/scim/index.ts'
import { secondFactorsFeature } from './areas/second-factors/index.ts'
import { sessionsFeature } from './areas/sessions/index.ts'
import { signInFeature } from './areas/sign-in/index.ts'
import { spectatorsFeature } from './areas/spectators/index.ts'
import { statisticsFeature } from './areas/statistics/index.ts'
import { subscriptionsFeature } from './areas/subscriptions/index.ts'
import { typingFeature } from './areas/typing/index.ts'
import { userSettingsFeature } from './areas/user-settings/index.ts'
import { userStatusFeature } from './areas/user-status/index.ts'
import { userTopicsFeature } from './areas/user-topics/index.ts'
import { usersFeature } from './areas/users/index.ts'
import { videoCallsFeature } from './areas/video-calls/index.ts'
import { webhookDeliveriesFeature } from './areas/webhook-deliveries/index.ts'
import { welcomeFeature } from './areas/welcome/index.ts'

/** Every area, in the order of their dependencies: each may use those before it. */
export const features: readonly Feature[] = [
  languagesFeature,
  organizationFeature,
  usersFeature,
  auditLogFeature,
  sessionsFeature,
  groupsFeature,
  organizationSettingsFeature,
  realmDomainsFeature,
  linkifiersFeature,
  codePlaygroundsFeature,
  userSettingsFeature,
  profileFieldsFeature,
  quietTimesFeature,
  presenceFeature,
  alertWordsFeature,
  mutedUsersFeature,
  customEmojiFeature,
  navigationViewsFeature,
  savedSnippetsFeature,
  botStorageFeature,
  channelFoldersFeature,
  channelsFeature,
  defaultChannelGroupsFeature,
  subscriptionsFeature,
  accessTokensFeature,
  secondFactorsFeature,
  passkeysFeature,
  draftsFeature,
  userTopicsFeature,
  attachmentsFeature,
  legalHoldsFeature,
  messagesFeature,
  reportsFeature,
  mutesFeature,
  welcomeFeature,
  invitationsFeature,
  accountsFeature,
  signInFeature,
  directoriesFeature,
  scimFeature,
  userStatusFeature,
  typingFeature,
  scheduledMessagesFeature,
  webhookDeliveriesFeature,
  outgoingWebhooksFeature,
  linkPreviewsFeature,
  incomingWebhooksFeature,
  videoCallsFeature,
  remindersFeature,
  agentActsFeature,
  agentRequestsFeature,
  mcpFeature,
  oauthFeature,
  pinsFeature,
  notificationsFeature,
  emailNotificationsFeature,
  digestMailsFeature,
  incomingMailFeature,
  statisticsFeature,
  exportsFeature,
  importsFeature,
  backupsFeature,
  diskSpaceFeature,
  pushDevicesFeature,
  spectatorsFeature,
  eventsFeature,
]
