/**
 * Everything that one does with a message, and the keys of it; those of the public web app where it has one. Each can be
 * given others.
 */
export const messageKeys = {
  menu: ['i'],
  react: [':'],
  reactThumb: ['+'],
  reactSame: ['='],
  reply: ['r', 'Enter'],
  replyMentioning: ['@'],
  replyToSender: ['R'],
  quote: ['>'],
  forward: ['<'],
  edit: ['e'],
  editLast: ['ArrowLeft'],
  viewSource: [],
  history: ['H'],
  move: ['m'],
  copyLink: [],
  copyText: [],
  star: ['*', 'Ctrl+s'],
  pin: [],
  pinForAll: [],
  collapse: ['-'],
  markUnread: ['U'],
  receipts: ['V'],
  remind: [],
  showMedia: ['v'],
  openConversation: ['s'],
  card: ['u'],
  report: [],
  delete: [],
} as const satisfies Record<string, readonly string[]>

export type MessageActionId = keyof typeof messageKeys
