import type { ChannelId, GroupId, UserId } from '#contract'
import type { CompiledLinkifier } from './linkifiers.ts'

export interface UploadedFile {
  content_type: string
  /** Size of the image as displayed, after rotation. */
  width?: number
  height?: number
  animated?: boolean
  /** URL of the default thumbnail; null while it's being made; undefined if there won't be one. */
  thumbnail_url?: string | null
  /** Name of a thumbnail that browsers can show instead of the original (HEIC, TIFF). */
  transcoded?: string
}

export interface MentionedUser {
  id: UserId
  full_name: string
  /** Mentions of deactivated users are silent. */
  deactivated?: boolean
}

export interface LinkPreview {
  kind: 'page' | 'image' | 'video' | 'audio'
  /** Set for pages. */
  title?: string
  description?: string
  /** An absolute URL. */
  image?: string
}

/** An organization's and sender's data. Lookups are synchronous, because mentions turn up during parsing. */
export interface MarkdownContext {
  /** Origin of the organization (`https://chat.example.org`), to recognize its own links. */
  realmUrl: string
  /** By exact full name, case-insensitive; includes deactivated users. */
  usersByName?(name: string): readonly MentionedUser[]
  userById?(id: UserId): MentionedUser | undefined
  /** `shown_name` overrides the displayed name: system groups are shown by description. */
  groupByName?(name: string): { id: GroupId; name: string; shown_name?: string } | undefined
  /** Only channels whose name the sender may know. */
  channelByName?(name: string): { id: ChannelId; name: string } | undefined
  channelById?(id: ChannelId): { id: ChannelId; name: string } | undefined
  /** Newest message of a topic that the sender can see; with it, a permalink follows when the topic is moved. */
  latestMessageOfTopic?(channelId: ChannelId, topic: string): number | undefined
  customEmoji?(name: string): { id: string; name: string; source_url: string; still_url?: string | null } | undefined
  linkifiers?: readonly CompiledLinkifier[]
  translateEmoticons?: boolean
  /** For code blocks without a language. */
  defaultCodeLanguage?: string | null
  emptyTopicDisplayName?: string
  /** Default true. Links are rendered either way. */
  inlineImagePreview?: boolean
  /** An upload's properties. Without this function, the type is inferred from the file name. */
  uploadedFile?(pathId: string): UploadedFile | undefined
  /** Preview of a linked page. Its URL is added to `previewUrls` either way. */
  linkPreview?(url: string): LinkPreview | undefined
  /** URL from which clients fetch an external picture, for organizations with an image proxy. Default: its own URL. */
  externalImageUrl?(url: string): string
  /** Shown while a thumbnail is being made. */
  loadingImageUrl?: string
  extraEmojiUrl?(name: string): string
}

export interface Rendered {
  html: string
  rendererVersion: number
  /** Users mentioned personally, to notify; excludes silent and quoted mentions. */
  mentionedUserIds: Set<UserId>
  /** Groups to notify. */
  mentionedGroupIds: Set<GroupId>
  channelWildcard: boolean
  topicWildcard: boolean
  isMeMessage: boolean
  hasLink: boolean
  /** Different URLs outside the organization that the text links to; those of linkifiers don't count. */
  outsideLinkCount: number
  hasImage: boolean
  /** Linked `path_id`s of the organization's own uploads, in order, without duplicates. */
  attachmentPaths: string[]
  /** Linked external pages that may be previewed, in order, without duplicates. */
  previewUrls: string[]
}
