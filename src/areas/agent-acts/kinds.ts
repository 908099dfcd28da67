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
