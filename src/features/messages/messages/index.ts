import { type Feature, type HookHandler, initial } from '#platform/serve'
import { channelsCreated } from '../../channels/channels/actions/create.ts'
import { channelSettingsChanged, makingChannelPublic } from '../../channels/channels/actions/update.ts'
import { subscribersAdded } from '../../channels/subscriptions/actions/subscribe.ts'
import { subscribersRemoved } from '../../channels/subscriptions/actions/unsubscribe.ts'
import { fullMembershipChanged, messagesInChannels } from '../../people/groups/actions/role-groups.ts'
import { meetingPlaces } from '../../people/users/access/index.ts'
import { userCreated } from '../../people/users/actions/create.ts'
import { userDeactivated } from '../../people/users/actions/deactivate.ts'
import { deletingMessages, profileDeleted } from '../../people/users/actions/delete-profile.ts'
import { nearPeople, newestMessage, profileTextChanging } from '../../people/users/extension-points.ts'
import { isUnderReview, readableMessages } from '../attachments/access/file.ts'
import { neededUploads } from '../attachments/hooks.ts'
import { userMuted } from '../mutes/users/actions.ts'
import { readableBy } from './access/reader.ts'
import { announceChannelChanges, announceNewChannels } from './actions/channel-events.ts'
import { deleteWritten } from './actions/delete-written.ts'
import { deletionView } from './actions/deleted.ts'
import { movePolicies } from './actions/edit/policies.ts'
import { announceNewPerson, notifyNewSubscribers, welcome } from './actions/notices.ts'
import { readAfterMuting } from './actions/read-muted.ts'
import { readAfterUnsubscribing } from './actions/read-unsubscribed.ts'
import { messageSent } from './actions/send.ts'
import { forgetKeys } from './actions/send-once.ts'
import { holdSentFiles } from './actions/sent-files.ts'
import { policiesAfterSending } from './actions/topic-policies.ts'
import * as deleteApi from './api/delete.ts'
import * as editApi from './api/edit.ts'
import * as fetchApi from './api/fetch.ts'
import * as flagsApi from './api/flags.ts'
import * as renderApi from './api/render.ts'
import * as reportApi from './api/report.ts'
import * as sendApi from './api/send.ts'
import * as welcomeApi from './api/welcome.ts'
import * as catchUpApi from './catch-up/api.ts'
import { catchUpRoutes } from './catch-up/routes.ts'
import { fileWordsRepeated } from './due/file-words.ts'
import { forgottenWordsCache, forgottenWordsRepeated } from './due/forgotten-words.ts'
import { wordsRepeated } from './due/search-words.ts'
import { wordListRepeated } from './due/word-list.ts'
import { guestConversationsCache } from './guest-conversations-cache.ts'
import { checkCanMakePublic, ownHeld } from './held-messages/access.ts'
import { forgetHeld, returnHeld } from './held-messages/actions.ts'
import * as heldMessagesApi from './held-messages/api.ts'
import { heldMessagesCache } from './held-messages/cache.ts'
import { heldMessageRoutes } from './held-messages/routes.ts'
import { canReviewFile, filesInReview } from './hidden-messages/access.ts'
import { followTopic } from './hidden-messages/actions.ts'
import { messagesMoved } from './hooks.ts'
import { knownTopicsCache } from './known-topics-cache.ts'
import * as moderationRulesApi from './moderation-rules/api.ts'
import { moderationRulesCache } from './moderation-rules/cache.ts'
import { notifyOfRestriction } from './moderation-rules/notice.ts'
import { checkProfileTexts } from './moderation-rules/profiles.ts'
import { authorRestricted } from './moderation-rules/restriction.ts'
import { moderationRuleRoutes } from './moderation-rules/routes.ts'
import { queueFilter } from './narrow/queue-filter.ts'
import { forgetCounts } from './newcomer-limits/actions.ts'
import * as newcomerLimitsApi from './newcomer-limits/api.ts'
import { checkSender } from './newcomer-limits/posted-enough.ts'
import { framingCache, loadingCache, preparedOf } from './prepared-messages.ts'
import * as reactionsApi from './reactions/api.ts'
import { reactionRoutes } from './reactions/routes.ts'
import * as readReceiptsApi from './read-receipts/api.ts'
import { readReceiptRoutes } from './read-receipts/routes.ts'
import * as recentConversationsApi from './recent-conversations/api.ts'
import { recentConversationRoutes } from './recent-conversations/routes.ts'
import { editRepeated, editRoutes, updateView } from './routes/edit.ts'
import { fetchRoutes } from './routes/fetch.ts'
import { flagRoutes, flagsView } from './routes/flags.ts'
import { reportRoutes } from './routes/report.ts'
import { sendRoutes } from './routes/send.ts'
import { welcomeRoutes } from './routes/welcome.ts'
import { messageView } from './serialize/message.ts'
import { forgetIntervals } from './slow-mode/actions.ts'
import * as slowModeApi from './slow-mode/api.ts'
import { ownSlowUntil } from './slow-mode/serialize.ts'
import { countInChannels } from './store/message-counts.ts'
import { newestReceived } from './store/read-state.ts'
import * as submessagesApi from './submessages/api.ts'
import { submessageRoutes } from './submessages/routes.ts'
import { emitLocks, moveLock } from './topic-locks/actions.ts'
import * as topicLocksApi from './topic-locks/api.ts'
import { topicLocksCache } from './topic-locks/cache.ts'
import { lockEndings } from './topic-locks/due.ts'
import { topicLockRoutes } from './topic-locks/routes.ts'
import { ownLocks } from './topic-locks/serialize.ts'
import { recentPartners, unreadStates } from './unread/register.ts'

const hookHandlers: readonly HookHandler[] = [
  nearPeople.handledBy((tx, viewer, _ctx, limit) => recentPartners(tx, viewer.id, limit)),
  meetingPlaces.handledBy((org, userId) => org.get(guestConversationsCache).of(userId)),
  newestMessage.handledBy(newestReceived),
  profileTextChanging.handledBy(checkProfileTexts),
  readableMessages.handledBy(readableBy),
  isUnderReview.handledBy(canReviewFile),
  authorRestricted.handledBy(notifyOfRestriction),
  neededUploads.handledBy(filesInReview),
  messageSent.handledBy(policiesAfterSending),
  messageSent.handledBy(checkSender),
  messagesInChannels.handledBy(({ tx }, userId, limit) => countInChannels(tx, userId, limit)),
  messageSent.handledBy(holdSentFiles),
  messagesMoved.handledBy(movePolicies),
  messagesMoved.handledBy(moveLock),
  messagesMoved.handledBy(followTopic),
  subscribersAdded.handledBy(async (mutation, { added }) => emitLocks(mutation, added, true)),
  subscribersRemoved.handledBy(async (mutation, { removed }) => emitLocks(mutation, removed, false)),
  deletingMessages.handledBy(deleteWritten),
  userDeactivated.handledBy(forgetHeld),
  profileDeleted.handledBy(forgetHeld),
  subscribersRemoved.handledBy(readAfterUnsubscribing),
  userMuted.handledBy(readAfterMuting),
  channelsCreated.handledBy(announceNewChannels),
  subscribersAdded.handledBy(notifyNewSubscribers),
  makingChannelPublic.handledBy(checkCanMakePublic),
  channelSettingsChanged.handledBy(announceChannelChanges),
  channelSettingsChanged.handledBy(forgetIntervals),
  channelSettingsChanged.handledBy(returnHeld),
  fullMembershipChanged.handledBy(forgetCounts),
  userCreated.handledBy(welcome),
  userCreated.handledBy(announceNewPerson),
]

export const messagesFeature: Feature = {
  name: 'messages',
  hookHandlers,
  api: [
    deleteApi,
    editApi,
    fetchApi,
    flagsApi,
    renderApi,
    reportApi,
    sendApi,
    welcomeApi,
    reactionsApi,
    submessagesApi,
    readReceiptsApi,
    catchUpApi,
    recentConversationsApi,
    slowModeApi,
    topicLocksApi,
    newcomerLimitsApi,
    heldMessagesApi,
    moderationRulesApi,
  ],
  queueFilter,
  counted: [
    {
      event: sendApi.messageReceived,
      metric: 'loquat_messages_sent_total',
      help: 'Messages that this process has written.',
    },
  ],
  tallies: [
    {
      metric: 'loquat_messages_read_total',
      help: 'Messages that were told to readers: from memory, or after they were read from the database.',
      read: ({ db }) => new Map(Object.entries(preparedOf(db)?.counts ?? {})),
    },
  ],
  levels: [
    {
      metric: 'loquat_prepared_messages_bytes',
      help: 'Memory that messages take which were read lately.',
      read: ({ db }) => preparedOf(db)?.bytes ?? 0,
    },
  ],
  due: [lockEndings],
  caches: [
    topicLocksCache,
    heldMessagesCache,
    moderationRulesCache,
    forgottenWordsCache,
    knownTopicsCache,
    guestConversationsCache,
    loadingCache,
    framingCache,
  ],
  routes: [
    ...sendRoutes,
    ...flagRoutes,
    ...fetchRoutes,
    ...editRoutes,
    ...reportRoutes,
    ...welcomeRoutes,
    ...reactionRoutes,
    ...submessageRoutes,
    ...readReceiptRoutes,
    ...catchUpRoutes,
    ...recentConversationRoutes,
    ...topicLockRoutes,
    ...heldMessageRoutes,
    ...moderationRuleRoutes,
  ],
  state: [
    ...unreadStates,
    initial(topicLocksApi.topicLocksState, async (_tx, viewer, { org }) => ownLocks(org, viewer)),
    initial(heldMessagesApi.ownHeldMessages, (tx, viewer, { org }) => ownHeld(tx, org, viewer.id)),
    initial(slowModeApi.slowUntilState, (tx, viewer, { org }) => ownSlowUntil(tx, viewer, org)),
  ],
  repeated: [...editRepeated, forgetKeys, wordsRepeated, wordListRepeated, fileWordsRepeated, forgottenWordsRepeated],
  views: [messageView, flagsView, updateView, deletionView],
}
