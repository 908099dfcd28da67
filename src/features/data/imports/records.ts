import type { TopicsPolicy } from '../../channels/channels/wire.ts'
import type { ChannelPermissionName, GroupPermissionName } from '../../people/organization/permission-settings.ts'
import type { PermissionSettingName } from '../../people/organization/settings.ts'
import type { FieldType } from '../../people/profile-fields/field-types.ts'
import type { Meter } from './meter.ts'

/**
 * The records of an archive, independent of its format. A source reads its format and yields records; the writer turns
 * them into rows, or, in a dry run, into the report only.
 *
 * Keys are the source's own ids as text, unique within their kind. Records can refer to keys that are missing: the
 * writer creates placeholders for people, leaves out everything else, and counts both in the report.
 */

export interface FileSource {
  /** Equal for the same file in several messages, which is stored once; without a key, each is a separate file. */
  key?: string | undefined
  name: string
  /** In bytes; undefined if the archive doesn't say. */
  size?: number | undefined
  contentType?: string | undefined
  /** Opens the file; can be called repeatedly. Throws `Unreadable` if it is missing. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

export interface PersonRecord {
  key: string
  /** Not validated. */
  email?: string | undefined
  fullName: string
  /** The role in the source; the importing user decides if it is granted. */
  role: 'administrator' | 'moderator' | 'member' | 'guest'
  isBot: boolean
  owner?: string | undefined
  isActive: boolean
  timezone?: string | undefined
  avatar?: FileSource | undefined
  createdAt?: Date | undefined
  /**
   * Values by the field's key: a text, or keys of people. A field that isn't in the catalog becomes a text field named
   * after its key, for example a job title or a phone number.
   */
  profile?: Readonly<Record<string, string | readonly string[]>> | undefined
}

export interface ProfileFieldRecord {
  key: string
  name: string
  type: FieldType
  hint?: string | undefined
  /** The choices of a list by their values, or the type of an external account. */
  data?: Readonly<Record<string, unknown>> | undefined
  isRequired?: boolean
  isTheirs?: boolean
  isInSummary?: boolean
  matchesUsers?: boolean
}

/** Each role includes the higher ones; `fullmembers` are members who joined long enough ago. */
export type RoleName = 'owners' | 'administrators' | 'moderators' | 'fullmembers' | 'members' | 'everyone'

/** The holders of a permission: people and groups by key, and roles. Empty means no one. */
export interface Holders {
  people: readonly string[]
  groups: readonly string[]
  roles: readonly RoleName[]
}

export interface GroupRecord {
  key: string
  name: string
  description: string
  people: readonly string[]
  groups: readonly string[]
  roles?: readonly RoleName[] | undefined
  /** Without it, the defaults of a new group. */
  permissions?: Permissions<GroupPermissionName> | undefined
}

export type Permissions<Name extends string> = Readonly<Partial<Record<Name, Holders>>>

export interface EmojiRecord {
  name: string
  image: FileSource
  author?: string | undefined
}

export interface MembershipRecord {
  person: string
  isMuted?: boolean
  isPinned?: boolean
  color?: string | undefined
  /** If history isn't shared, the person can read messages from this time on. Without it, all messages. */
  since?: Date | undefined
}

export interface ChannelRecord {
  key: string
  name: string
  description: string
  isPrivate: boolean
  isWebPublic?: boolean
  historyIsShared: boolean
  isArchived: boolean
  createdAt?: Date | undefined
  creator?: string | undefined
  members: readonly MembershipRecord[]
  /** Without it, the defaults of a new channel. */
  permissions?: Permissions<ChannelPermissionName> | undefined
  /** Allows, forbids, or requires empty topics. */
  topicsPolicy?: TopicsPolicy | undefined
}

/** Everything but messages, in memory: sources don't open files until they are written. */
export interface Catalog {
  organization: {
    /**
     * Identifies the organization among those of the source, like a workspace id: a later archive with this key adds to
     * the earlier one. Without it, the name is used.
     */
    key?: string | undefined
    name?: string | undefined
    description?: string | undefined
    /** Without it, the defaults of a new organization. */
    permissions?: Permissions<PermissionSettingName> | undefined
  }
  people: readonly PersonRecord[]
  profileFields?: readonly ProfileFieldRecord[] | undefined
  groups: readonly GroupRecord[]
  emoji: readonly EmojiRecord[]
  channels: readonly ChannelRecord[]
}

/** Markdown, with references that only the writer can resolve. */
export type Text = readonly Piece[]

export type Piece =
  | string
  /** `label` is used if the person, group, channel, or message isn't known. */
  | { person: string; label: string; silent?: boolean }
  | { group: string; label: string; silent?: boolean }
  | { channel: string; label: string; topic?: string }
  /** A link to an earlier message; `label` is its text. */
  | { message: string; label: string }
  /**
   * A file by its index in `files`; pictures are shown. `bare`: only its URL, if the text around it makes the link.
   * Files without a piece are appended to the text.
   */
  | { file: number; bare?: boolean }

export interface ReactionRecord {
  person: string
  /** The source's name. The writer looks for `unicode`, then for this name among Unicode emoji, then in the catalog. */
  name: string
  unicode?: string | undefined
}

/** An item of a poll or a list: one it began with, or one added by someone. Each of these counts from 0. */
export interface ItemName {
  index: number
  addedBy?: string | undefined
}

export type WidgetSubmission = { person: string } & (
  | { adds: string; index: number; description?: string }
  | { votes: ItemName; isFor: boolean }
  /** Toggles the item's completion. */
  | { strikes: ItemName }
  /** Changes the question or title; only by the author. */
  | { names: string }
)

export interface WidgetRecord {
  /** JSON with `widget_type` and `extra_data`; undefined if the text defines it: `/poll`, `/todo`. */
  begins?: string | undefined
  submissions: readonly WidgetSubmission[]
}

export interface MessageRecord {
  /** Unique among messages; used by links, replies, and reports. */
  key: string
  place: { channel: string; topic: string } | { people: readonly string[] }
  sender: string
  /** The sender's name if it isn't the account's, for example of a webhook. */
  senderName?: string | undefined
  sentAt: Date
  editedAt?: Date | undefined
  /** Earlier states, oldest first, if the source has them. */
  history?: readonly { editedAt: Date; editor?: string | undefined; text?: Text; topic?: string }[] | undefined
  text: Text
  files: readonly FileSource[]
  reactions: readonly ReactionRecord[]
  starredBy?: readonly string[] | undefined
  /** People who haven't read it; everyone else has. */
  unreadBy?: readonly string[] | undefined
  isPinned?: boolean | undefined
  widget?: WidgetRecord | undefined
}

/** Something that can't be imported: `loss` is counted, `where` is a line of the report. */
export interface Loss {
  /** One of a fixed set of sentences per source, like "Messages without an author". */
  loss: string
  where: string
}

/**
 * An open archive. It must yield the same in the same order every time: an interrupted import resumes after the number
 * of messages it has written.
 */
export interface OpenSource {
  catalog(): Promise<Catalog>
  /** Ordered by time, then by the archive's order. */
  messages(): AsyncIterable<MessageRecord>
  /** Kinds of data that the format never contains, one sentence each; reported before anything is written. */
  readonly neverThere: readonly string[]
  close(): Promise<void>
}

export interface Source {
  /** As users type it: `slack`. */
  readonly name: string
  /** Opens an archive on disk; throws `Unreadable` if it has another format. */
  open(file: string, means: SourceMeans): Promise<OpenSource>
}

export interface SourceMeans {
  scratch: string
  lose(loss: Loss): void
  change(what: string, where: string): void
  download: boolean
  /** Measures reading: of the archive until the catalog is complete, then of the messages. */
  meter: Meter
}

/** The input is not an archive of the format, or a part of it can't be read. */
export class Unreadable extends Error {}
