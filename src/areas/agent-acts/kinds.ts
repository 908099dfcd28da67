/** What acts of programs that can be undone consist of. */
export const deedKinds = [
  'message',
  'edit',
  'move',
  'deletion',
  'reaction',
  'flags',
  'channel',
  'scheduled_message',
  'reminder',
] as const
