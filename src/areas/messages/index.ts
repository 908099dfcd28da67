import type { Area, Tap } from '#platform/serve'
import { readableMessages } from '../attachments/access/readable-messages.ts'
import { channelsCreated } from '../channels/actions/create.ts'
import { channelSettingsChanged } from '../channels/actions/update.ts'
import { userMuted } from '../muted-users/actions.ts'
import { subscribersAdded } from '../subscriptions/actions/subscribe.ts'
import { subscribersRemoved } from '../subscriptions/actions/unsubscribe.ts'
import { meetingPlaces } from '../users/access/index.ts'
import { userCreated } from '../users/actions/create.ts'
import { deletingMessages } from '../users/actions/delete-profile.ts'
import { newestMessage } from '../users/newest-message.ts'
import { nearPeople } from '../users/questions.ts'
import { readableBy } from './access/reader.ts'
import { tellOfChannelChanges, tellOfNewChannels } from './actions/channel-events.ts'
import { deleteWritten } from './actions/delete-written.ts'
import { deletionView } from './actions/deleted.ts'
import { movePolicies } from './actions/edit/policies.ts'
import { tellNewSubscribers, tellOfNewPerson, welcome } from './actions/notices.ts'
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
import { forgottenWordsRepeated } from './due/forgotten-words.ts'
import { wordsRepeated } from './due/search-words.ts'
import { wordListRepeated } from './due/word-list.ts'
import { guestConversationsMirror } from './guest-conversations-mirror.ts'
import { messagesMoved } from './hooks.ts'
import { knownTopicsMirror } from './known-topics-mirror.ts'
import { queueFilter } from './narrow/queue-filter.ts'
import { framingMirror, loadingMirror, preparedOf } from './prepared-messages.ts'
import { messageView } from './present/message.ts'
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
import { newestReceived } from './store/read-state.ts'
import * as submessagesApi from './submessages/api.ts'
import { submessageRoutes } from './submessages/routes.ts'
import { recentPartners, unreadStates } from './unread/register.ts'

const taps: readonly Tap[] = [
  nearPeople.tap((tx, viewer, _ctx, limit) => recentPartners(tx, viewer.id, limit)),
  meetingPlaces.tap((org, userId) => org.get(guestConversationsMirror).of(userId)),
  newestMessage.tap(newestReceived),
  readableMessages.tap(readableBy),
  messageSent.tap(policiesAfterSending),
  messageSent.tap(holdSentFiles),
  messagesMoved.tap(movePolicies),
  deletingMessages.tap(deleteWritten),
  subscribersRemoved.tap(readAfterUnsubscribing),
  userMuted.tap(readAfterMuting),
  channelsCreated.tap(tellOfNewChannels),
  subscribersAdded.tap(tellNewSubscribers),
  channelSettingsChanged.tap(tellOfChannelChanges),
  userCreated.tap(welcome),
  userCreated.tap(tellOfNewPerson),
]

export const messagesArea: Area = {
  name: 'messages',
  taps,
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
  mirrors: [knownTopicsMirror, guestConversationsMirror, loadingMirror, framingMirror],
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
  ],
  state: [...unreadStates],
  repeated: [...editRepeated, forgetKeys, wordsRepeated, wordListRepeated, fileWordsRepeated, forgottenWordsRepeated],
  views: [messageView, flagsView, updateView, deletionView],
}
