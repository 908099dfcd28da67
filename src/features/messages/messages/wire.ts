import { bool, int, z } from '#contract'

export const messageFlags = [
  'read',
  'starred',
  'collapsed',
  'hide_link_previews',
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
  'historical',
  'wildcard_mentioned',
] as const
export type MessageFlag = (typeof messageFlags)[number]

/** Flags that users set for themselves, each a column; reading is stored as ranges. */
export const markFlags = ['starred', 'collapsed', 'hide_link_previews'] as const
export type MarkFlag = (typeof markFlags)[number]

export const Reaction = z.object({
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']),
  user_id: int,
  /** The name, at that time, of the access token used to react. */
  agent: z.string().optional(),
})
export type Reaction = z.infer<typeof Reaction>

export const Submessage = z.object({
  id: int,
  message_id: int,
  sender_id: int,
  msg_type: z.string(),
  content: z.string(),
})
export type Submessage = z.infer<typeof Submessage>

const Recipient = z.object({ id: int, email: z.string(), full_name: z.string(), is_mirror_dummy: bool })

export const EditHistoryEntry = z.object({
  user_id: int.nullable(),
  timestamp: int,
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  prev_stream: int.optional(),
  prev_topic: z.string().optional(),
  stream: int.optional(),
  topic: z.string().optional(),
  /** The name, at that time, of the access token used for the change. */
  agent: z.string().optional(),
})
export type EditHistoryEntry = z.infer<typeof EditHistoryEntry>

export const MatchedFile = z.object({ name: z.string(), url: z.string() })
export type MatchedFile = z.infer<typeof MatchedFile>

export const Message = z.object({
  id: int,
  type: z.enum(['stream', 'private']),
  avatar_url: z.string().nullable(),
  client: z.string(),
  content: z.string(),
  content_type: z.enum(['text/html', 'text/x-markdown']),
  display_recipient: z.union([z.string(), z.array(Recipient)]),
  edit_history: z.array(EditHistoryEntry).optional(),
  is_me_message: bool,
  last_edit_timestamp: int.optional(),
  last_moved_timestamp: int.optional(),
  reactions: z.array(Reaction),
  recipient_id: int,
  sender_email: z.string(),
  sender_full_name: z.string(),
  sender_id: int,
  sender_realm_str: z.string(),
  stream_id: int.optional(),
  subject: z.string(),
  submessages: z.array(Submessage),
  timestamp: int,
  topic_links: z.array(z.object({ text: z.string(), url: z.string() })),
  flags: z.array(z.enum(messageFlags)).optional(),
  match_content: z.string().optional(),
  match_files: z.array(MatchedFile).optional(),
  match_subject: z.string().optional(),
})
export type Message = z.infer<typeof Message>

/** A message as stored in its event: Markdown and HTML, for every kind of client. */
export type MessageFacts = Omit<
  Message,
  'content' | 'content_type' | 'flags' | 'match_content' | 'match_subject' | 'match_files'
> & {
  content: string
  rendered_content: string
}

export const isSameReaction = (a: Reaction, b: Reaction): boolean =>
  a.user_id === b.user_id && a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type
