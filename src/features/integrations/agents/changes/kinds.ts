export const actionKinds = [
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
