import { count, names } from './en.ts'

/** Texts of the inbox, of recent conversations, of catching up, and of the views in the sidebar. */
export const enViews = {
  filterRows: 'Filter conversations',
  whichUnread: 'Which',
  whichShown: {
    heard: 'All that is not muted',
    mentioned: 'With mentions of you',
    followed: 'Topics you follow',
    direct: 'Direct messages',
    all: 'Everything, muted too',
  },
  whereUnread: 'Where',
  everywhere: 'Everywhere',
  inboxSummary: (messages: number, mentions: number, directs: number) =>
    [
      count(messages, 'unread message', 'unread messages'),
      ...(mentions > 0 ? [count(mentions, 'mention', 'mentions')] : []),
      ...(directs > 0 ? [count(directs, 'direct message', 'direct messages')] : []),
    ].join(' · '),
  inboxKeys: 'Arrows move, Enter opens, E marks as read, Z takes that back.',
  noneFits: 'Nothing unread fits.',
  showAllUnread: 'Show everything',
  markRead: 'Mark as read',
  markReadOf: (name: string) => `Mark as read: ${name}`,
  markAllRead: 'Mark all as read',
  openChannel: (name: string) => `Open ${name}`,
  markedRead: (n: number, where: string) =>
    `${count(n, 'message', 'messages')} marked as read${where === '' ? '' : `: ${where}`}`,
  undo: 'Undo',
  unreadAgain: (n: number) => `${count(n, 'message is', 'messages are')} unread again.`,
  nothingToUndo: 'There is nothing to take back.',
  notMarked: 'Not all of it could be marked.',
  said: (sender: string, text: string) => `${sender}: ${text}`,
  followed: 'followed',
  muted: 'muted',
  older: 'There is more, older than the newest 50,000.',
  recentFollowed: 'Followed',
  recentDirect: 'Direct',
  recentMuted: 'Muted too',
  recentText: 'Filter by name',
  caughtUp: 'You are caught up.',
  caughtUpMore: 'What you have not read lies in muted topics, or there is none.',
  catchingUp: 'What you have missed is being put in order…',
  reasons: {
    mine: 'For you',
    followed: 'Topics you follow',
    participated: 'Topics you took part in',
    lively: 'What else was lively',
    later: 'Later',
  },
  catchUpSummary: (messages: number, conversations: number) =>
    `${count(messages, 'unread message', 'unread messages')} in ${count(conversations, 'conversation', 'conversations')}`,
  catchUpKeys: 'Arrows move, Enter opens, E marks as read, L leaves it for later, Z takes the last mark back.',
  isMuted: (n: number) => `${count(n, 'more is muted', 'more are muted')}.`,
  moreOfReason: (conversations: number, messages: number) =>
    `${count(conversations, 'more conversation', 'more conversations')} with ${count(messages, 'message', 'messages')}`,
  leaveForLater: 'Later',
  leaveForLaterOf: (name: string) => `Later: ${name}`,
  backFromLater: 'Not later',
  peopleAnd: (shown: readonly string[], more: number) => (more > 0 ? `${shown.join(', ')} +${more}` : shown.join(', ')),
  toPeople: (sender: string, people: readonly string[]) => `${sender} to ${names.format(people)}`,
  youToo: 'you',
  awayFor: (days: number, messages: number) =>
    days > 0
      ? `You were away for ${count(days, 'day', 'days')}: ${count(messages, 'message', 'messages')} unread.`
      : `${count(messages, 'message', 'messages')} unread.`,
  notNow: 'Not now',
  configureViews: 'Views in the sidebar',
  viewsHint: 'What is not ticked stands behind “More views”.',
  showInSidebar: (name: string) => `Show ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  renameView: (name: string) => `Rename ${name}`,
  removeView: (name: string) => `Remove ${name}`,
  ownView: 'your own',
  saveView: 'Save this view',
  viewName: 'Name of the view',
  save: 'Save',
  viewSaved: (name: string) => `${name} is among your views.`,
  nothingToSave: 'Open a conversation or a search first: that is what is saved.',
}
export type ViewsTexts = typeof enViews
