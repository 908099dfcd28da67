import type { Feature } from '#platform/serve'
import { automationsFeature } from './features/automations/automations/index.ts'
import { callsFeature } from './features/calls/calls/index.ts'
import { channelsFeature } from './features/channels/channels/index.ts'
import { subscriptionsFeature } from './features/channels/subscriptions/index.ts'
import { userTopicsFeature } from './features/channels/user-topics/index.ts'
import { eventsFeature } from './features/clients/events/index.ts'
import { spectatorsFeature } from './features/clients/spectators/index.ts'
import { backupsFeature } from './features/data/backups/index.ts'
import { diskSpaceFeature } from './features/data/disk-space/index.ts'
import { exportsFeature } from './features/data/exports/index.ts'
import { importsFeature } from './features/data/imports/index.ts'
import { serverStatusFeature } from './features/data/server-status/index.ts'
import { statisticsFeature } from './features/data/statistics/index.ts'
import { agentsFeature } from './features/integrations/agents/index.ts'
import { botStorageFeature } from './features/integrations/bot-storage/index.ts'
import { incomingMailFeature } from './features/integrations/incoming-mail/index.ts'
import { incomingWebhooksFeature } from './features/integrations/incoming-webhooks/index.ts'
import { mcpFeature } from './features/integrations/mcp/index.ts'
import { oauthFeature } from './features/integrations/oauth/index.ts'
import { outgoingWebhooksFeature } from './features/integrations/outgoing-webhooks/index.ts'
import { videoCallsFeature } from './features/integrations/video-calls/index.ts'
import { attachmentsFeature } from './features/messages/attachments/index.ts'
import { draftsFeature } from './features/messages/drafts/index.ts'
import { legalHoldsFeature } from './features/messages/legal-holds/index.ts'
import { linkPreviewsFeature } from './features/messages/link-previews/index.ts'
import { messagesFeature } from './features/messages/messages/index.ts'
import { moderationFeature } from './features/messages/moderation/index.ts'
import { moderationLogFeature } from './features/messages/moderation-log/index.ts'
import { modmailFeature } from './features/messages/modmail/index.ts'
import { mutesFeature } from './features/messages/mutes/index.ts'
import { pinsFeature } from './features/messages/pins/index.ts'
import { remindersFeature } from './features/messages/reminders/index.ts'
import { reportsFeature } from './features/messages/reports/index.ts'
import { scheduledMessagesFeature } from './features/messages/scheduled-messages/index.ts'
import { slashCommandsFeature } from './features/messages/slash-commands/index.ts'
import { typingFeature } from './features/messages/typing/index.ts'
import { userStatusFeature } from './features/messages/user-status/index.ts'
import { welcomeFeature } from './features/messages/welcome/index.ts'
import { emailNotificationsFeature } from './features/notifications/email-notifications/index.ts'
import { notificationsFeature } from './features/notifications/notifications/index.ts'
import { pushDevicesFeature } from './features/notifications/push-devices/index.ts'
import { auditLogFeature } from './features/people/audit-log/index.ts'
import { communityRulesFeature } from './features/people/community-rules/index.ts'
import { groupsFeature } from './features/people/groups/index.ts'
import { languagesFeature } from './features/people/languages/index.ts'
import { organizationFeature } from './features/people/organization/index.ts'
import { organizationSettingsFeature } from './features/people/organization-settings/index.ts'
import { presenceFeature } from './features/people/presence/index.ts'
import { profileFieldsFeature } from './features/people/profile-fields/index.ts'
import { quietTimesFeature } from './features/people/quiet-times/index.ts'
import { realmDomainsFeature } from './features/people/realm-domains/index.ts'
import { restrictionsFeature } from './features/people/restrictions/index.ts'
import { userSettingsFeature } from './features/people/user-settings/index.ts'
import { usersFeature } from './features/people/users/index.ts'
import { accessTokensFeature } from './features/sign-in/access-tokens/index.ts'
import { accountsFeature } from './features/sign-in/accounts/index.ts'
import { directoriesFeature } from './features/sign-in/directories/index.ts'
import { invitationsFeature } from './features/sign-in/invitations/index.ts'
import { scimFeature } from './features/sign-in/scim/index.ts'
import { secondFactorsFeature } from './features/sign-in/second-factors/index.ts'
import { sessionsFeature } from './features/sign-in/sessions/index.ts'
import { signInFeature } from './features/sign-in/sign-in/index.ts'
import { alertWordsFeature } from './features/text/alert-words/index.ts'
import { customEmojiFeature } from './features/text/custom-emoji/index.ts'
import { customLinksFeature } from './features/text/custom-links/index.ts'
import { navigationViewsFeature } from './features/text/navigation-views/index.ts'
import { savedSnippetsFeature } from './features/text/saved-snippets/index.ts'

/** Every feature, in the order of their dependencies: each may use those before it. */
export const features: readonly Feature[] = [
  languagesFeature,
  organizationFeature,
  usersFeature,
  auditLogFeature,
  sessionsFeature,
  groupsFeature,
  organizationSettingsFeature,
  restrictionsFeature,
  communityRulesFeature,
  realmDomainsFeature,
  customLinksFeature,
  userSettingsFeature,
  profileFieldsFeature,
  quietTimesFeature,
  presenceFeature,
  alertWordsFeature,
  customEmojiFeature,
  navigationViewsFeature,
  savedSnippetsFeature,
  botStorageFeature,
  channelsFeature,
  subscriptionsFeature,
  accessTokensFeature,
  secondFactorsFeature,
  draftsFeature,
  userTopicsFeature,
  mutesFeature,
  attachmentsFeature,
  legalHoldsFeature,
  messagesFeature,
  reportsFeature,
  moderationFeature,
  modmailFeature,
  moderationLogFeature,
  welcomeFeature,
  invitationsFeature,
  accountsFeature,
  signInFeature,
  directoriesFeature,
  scimFeature,
  userStatusFeature,
  typingFeature,
  scheduledMessagesFeature,
  slashCommandsFeature,
  outgoingWebhooksFeature,
  linkPreviewsFeature,
  incomingWebhooksFeature,
  automationsFeature,
  videoCallsFeature,
  remindersFeature,
  agentsFeature,
  mcpFeature,
  oauthFeature,
  pinsFeature,
  notificationsFeature,
  emailNotificationsFeature,
  incomingMailFeature,
  statisticsFeature,
  exportsFeature,
  importsFeature,
  backupsFeature,
  serverStatusFeature,
  diskSpaceFeature,
  pushDevicesFeature,
  callsFeature,
  spectatorsFeature,
  eventsFeature,
]
