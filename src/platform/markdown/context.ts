import type { ChannelId, GroupId, UserId } from '#contract'
import type { CompiledLinkifier } from './linkifiers.ts'

/** An uploaded file as a preview needs to know it. */
export interface UploadedFile {
  content_type: string
  /** Of the image as shown, after rotation. */
  width?: number
  height?: number
  animated?: boolean
  /** URL of the default thumbnail; null while it is being made; undefined when there will be none. */
  thumbnail_url?: string | null
  /** Name of a thumbnail that browsers can show in place of the original (HEIC, TIFF). */
  transcoded?: string
}

/** Somebody whom a text may mention. */
export interface MentionedUser {
  id: UserId
  full_name: string
  /** Mentions of deactivated people are silent. */
  deactivated?: boolean
}

/** What an address of another server leads to. */
export interface LinkPreview {
  kind: 'page' | 'image' | 'video' | 'audio'
  /** Of a page. */
  title?: string
  description?: string
  /** Absolute. */
  image?: string
}

/**
 * What a rendering may know of its organization and sender. All look-ups are synchronous, from memory: a text names
 * its mentions and channels only while it is being parsed.
 */
export interface MarkdownContext {
  /** Origin of the organization (`https://chat.example.org`), to recognise its own links. */
  realmUrl: string
  /** Exact full name, whatever its case; active and inactive people. */
  usersByName?(name: string): readonly MentionedUser[]
  userById?(id: UserId): MentionedUser | undefined
  /** `shown_name` replaces the name on the screen: system groups are shown by description. */
  groupByName?(name: string): { id: GroupId; name: string; shown_name?: string } | undefined
  /** Only channels whose name the sender may know. */
  channelByName?(name: string): { id: ChannelId; name: string } | undefined
  channelById?(id: ChannelId): { id: ChannelId; name: string } | undefined
  /** Newest message of a topic that the sender may see: makes its permalink follow a move of the topic. */
  latestMessageOfTopic?(channelId: ChannelId, topic: string): number | undefined
  customEmoji?(name: string): { id: string; name: string; source_url: string; still_url?: string | null } | undefined
  linkifiers?: readonly CompiledLinkifier[]
  /** The sender's setting. */
  translateEmoticons?: boolean
  /** For code blocks that name no language. */
  defaultCodeLanguage?: string | null
  emptyTopicDisplayName?: string
  /** Default true. Links stay links either way. */
  inlineImagePreview?: boolean
  /** What is known of an upload. Without this function its name tells what it is. */
  uploadedFile?(pathId: string): UploadedFile | undefined
  /** What is known of a page that the text links to. Its address is in `previewUrls` either way. */
  linkPreview?(url: string): LinkPreview | undefined
  /** Where clients fetch a picture from another server, for organizations that proxy those. Default: its own URL. */
  externalImageUrl?(url: string): string
  /** Shown while a thumbnail is being made. */
  loadingImageUrl?: string
  /** Picture of the one built-in emoji that is no character. */
  extraEmojiUrl?(name: string): string
}

export interface Rendered {
  html: string
  rendererVersion: number
  /** Personal mentions that notify: neither silent nor quoted. */
  mentionedUserIds: Set<UserId>
  /** Group mentions that notify. */
  mentionedGroupIds: Set<GroupId>
  channelWildcard: boolean
  topicWildcard: boolean
  isMeMessage: boolean
  hasLink: boolean
  hasImage: boolean
  /** `path_id`s of the organization's own uploads that are linked, in order, each once. */
  attachmentPaths: string[]
  /** Pages of other servers that the text links to and of which a preview may be shown, in order, each once. */
  previewUrls: string[]
}
