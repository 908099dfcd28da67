import { count, digits, names } from './de.ts'
import type { enViews } from './en-views.ts'
import type { Translated } from './translated.ts'

export const deViews: Translated<typeof enViews> = {
  filterRows: 'Unterhaltungen filtern',
  whichUnread: 'Was',
  whichShown: {
    heard: 'Alles, was nicht stummgeschaltet ist',
    mentioned: 'Mit Erwähnungen von dir',
    followed: 'Themen, denen du folgst',
    direct: 'Direktnachrichten',
    all: 'Alles, auch Stummgeschaltetes',
  },
  whereUnread: 'Wo',
  everywhere: 'Überall',
  inboxSummary: (messages, mentions, directs) =>
    [
      count(messages, 'ungelesene Nachricht', 'ungelesene Nachrichten'),
      ...(mentions > 0 ? [count(mentions, 'Erwähnung', 'Erwähnungen')] : []),
      ...(directs > 0 ? [count(directs, 'Direktnachricht', 'Direktnachrichten')] : []),
    ].join(' · '),
  inboxKeys: 'Pfeile bewegen, Enter öffnet, E markiert als gelesen, Z nimmt das zurück.',
  noneFits: 'Nichts Ungelesenes passt.',
  showAllUnread: 'Alles anzeigen',
  markRead: 'Als gelesen markieren',
  markReadOf: (name) => `Als gelesen markieren: ${name}`,
  markAllRead: 'Alle als gelesen markieren',
  openChannel: (name) => `${name} öffnen`,
  markedRead: (n, where) =>
    `${count(n, 'Nachricht', 'Nachrichten')} als gelesen markiert${where === '' ? '' : `: ${where}`}`,
  undo: 'Rückgängig',
  unreadAgain: (n) => `${count(n, 'Nachricht ist', 'Nachrichten sind')} wieder ungelesen.`,
  nothingToUndo: 'Es gibt nichts zurückzunehmen.',
  notMarked: 'Nicht alles davon konnte markiert werden.',
  saidBy: (sender) => `${sender}:`,
  followed: 'gefolgt',
  muted: 'stummgeschaltet',
  older: 'Es gibt mehr, älter als die neuesten 50.000.',
  recentFollowed: 'Gefolgt',
  recentDirect: 'Direkt',
  recentMuted: 'Auch stumme',
  recentText: 'Nach Namen filtern',
  recentEmpty: 'Noch niemand hat etwas geschrieben.',
  caughtUp: 'Du bist auf dem Laufenden.',
  caughtUpMore: 'Was du nicht gelesen hast, liegt in stummgeschalteten Themen, oder es gibt nichts.',
  catchingUp: 'Was du verpasst hast, wird geordnet …',
  reasons: {
    mine: 'Für dich',
    followed: 'Themen, denen du folgst',
    participated: 'Themen, an denen du teilgenommen hast',
    lively: 'Wo sonst viel los war',
    later: 'Später',
  },
  catchUpSummary: (messages, conversations) =>
    `${count(messages, 'ungelesene Nachricht', 'ungelesene Nachrichten')} in ${count(conversations, 'Unterhaltung', 'Unterhaltungen')}`,
  catchUpKeys:
    'Pfeile bewegen, Enter öffnet, E markiert als gelesen, L lässt es für später, Z nimmt die letzte Markierung zurück.',
  isMuted: (n) => `${count(n, 'weitere ist', 'weitere sind')} stummgeschaltet.`,
  moreOfReason: (conversations, messages) =>
    `${count(conversations, 'weitere Unterhaltung', 'weitere Unterhaltungen')} mit ${count(messages, 'Nachricht', 'Nachrichten')}`,
  leaveForLater: 'Später',
  leaveForLaterOf: (name) => `Später: ${name}`,
  backFromLater: 'Nicht später',
  peopleAnd: (shown, more) => (more > 0 ? `${shown.join(', ')} +${digits(more)}` : shown.join(', ')),
  toPeople: (sender, people) => `${sender} an ${names.format(people)}`,
  youToo: 'dich',
  awayFor: (days, messages) =>
    days > 0
      ? `Du warst ${count(days, 'Tag', 'Tage')} weg: ${count(messages, 'Nachricht', 'Nachrichten')} ungelesen.`
      : `${count(messages, 'Nachricht', 'Nachrichten')} ungelesen.`,
  notNow: 'Nicht jetzt',
  configureViews: 'Ansichten in der Seitenleiste',
  viewsHint: 'Was nicht angekreuzt ist, steht hinter „Mehr Ansichten“.',
  showInSidebar: (name) => `${name} zeigen`,
  moveUp: (name) => `${name} nach oben verschieben`,
  moveDown: (name) => `${name} nach unten verschieben`,
  renameView: (name) => `${name} umbenennen`,
  removeView: (name) => `${name} entfernen`,
  ownView: 'deine eigene',
  saveView: 'Diese Ansicht speichern',
  viewName: 'Name der Ansicht',
  save: 'Speichern',
  viewSaved: (name) => `${name} gehört jetzt zu deinen Ansichten.`,
  nothingToSave: 'Öffne zuerst eine Unterhaltung oder eine Suche: Die wird gespeichert.',
}
