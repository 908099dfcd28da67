/** The keys of what one does with a message, by what it is; those of the public web app where it has one. */
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
  history: ['H'],
  move: ['m'],
  openConversation: ['s'],
  star: ['*', 'Ctrl+s'],
  collapse: ['-'],
  markUnread: ['U'],
  receipts: ['V'],
  showMedia: ['v'],
} as const satisfies Record<string, readonly string[]>

type KeyedAction = keyof typeof messageKeys

const byKey = new Map(
  Object.entries(messageKeys).flatMap(([id, keys]) => keys.map((key) => [key as string, id as KeyedAction] as const)),
)

/** What a key does to a message; undefined where it does nothing. */
export const actionOfKey = (key: string): KeyedAction | undefined => byKey.get(key)

/** A key as it is written in tables: with `Ctrl+` in front where that, or the same key of a Mac, is held. */
export const keyOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string => (ctrlKey || metaKey ? `Ctrl+${key}` : key)
