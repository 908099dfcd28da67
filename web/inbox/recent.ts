import { getRecentConversations } from '../../src/features/messages/messages/recent-conversations/api.ts'
import { onEvents, onRenewal } from '../store/connection.ts'
import { ownId } from '../store/people.ts'
import { api } from '../transport/api.ts'
import { RecentList } from './recent-list.ts'

export const recent = new RecentList({
  page: ({ limit, before }) => api.call(getRecentConversations, { limit, ...(before === undefined ? {} : { before }) }),
  ownId: () => ownId.peek(),
})

onEvents((events) => recent.handleEvents(events))
onRenewal(() => recent.lose())
