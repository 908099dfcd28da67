import type { TopicsPolicy } from '../channels/wire.ts'
import type { ChannelPermissionName, GroupPermissionName } from '../organization/permission-settings.ts'
import type { PermissionSettingName } from '../organization/settings.ts'
import type { FieldType } from '../profile-fields/field-types.ts'
import type { Meter } from './meter.ts'

/**
 * What an archive of another chat says, in terms of none of them. A source reads its format and yields these records; the
 * writer makes rows of them, or, in a dry run, the report alone.
 *
 * Keys are the source's own ids as text, unique within their kind. Whatever a record names by key may be missing: the
 * writer makes placeholders of people and leaves out what cannot be known, and the report counts both.
 */

/** Where the bytes of a file are. */
export interface FileSource {
  /** Equal for the same file in several messages, which is then kept once; without it each is a file of its own. */
  key?: string | undefined
  name: string
  /** In bytes; undefined where the archive does not say. */
  size?: number | undefined
  contentType?: string | undefined
  /** Opens the file again at each call; throws `Unreadable` where it is not there. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

export interface PersonRecord {
  key: string
  /** As the source states it, not checked; undefined where there is none. */
  email?: string | undefined
  fullName: string
  /** What the source says; whether it is granted is decided by whoever imports. */
  role: 'administrator' | 'moderator' | 'member' | 'guest'
  isBot: boolean
  /** The key of the person whom a bot belongs to. */
  owner?: string | undefined
  isActive: boolean
  timezone?: string | undefined
  avatar?: FileSource | undefined
  createdAt?: Date | undefined
  /**
   * Values of profile fields by the field's key: a text, or the keys of people. A field that the catalog does not state is
   * one of text with its key for a name, like a title or a telephone number.
   */
  profile?: Readonly<Record<string, string | readonly string[]>> | undefined
}

/** A field of everybody's profile. */
export interface ProfileFieldRecord {
  key: string
  name: string
  type: FieldType
  hint?: string | undefined
  /** The choices of a list by the values that stand for them, or which account elsewhere it is. */
  data?: Readonly<Record<string, unknown>> | undefined
  isRequired?: boolean
  /** Whether people write in their own. */
  isTheirs?: boolean
  isInSummary?: boolean
  matchesUsers?: boolean
}

/** Everybody who has a role or a higher one; of `fullmembers` those who joined long enough ago. */
export type RoleName = 'owners' | 'administrators' | 'moderators' | 'fullmembers' | 'members' | 'everyone'

/** Who may do something: people and groups by their keys, and everybody of a role. Nobody, where all are empty. */
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
  /** Whose holders are in it as well. */
  roles?: readonly RoleName[] | undefined
  /** What the source says of who may do what with it; nothing said: as it is for a new group. */
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
  /** Where history is not shared: what is written from then on is the person's to read. Without it, everything. */
  since?: Date | undefined
}

export interface ChannelRecord {
  key: string
  name: string
  description: string
  isPrivate: boolean
  isWebPublic?: boolean
  /** Whether who joins later reads what was written before. */
  historyIsShared: boolean
  isArchived: boolean
  createdAt?: Date | undefined
  creator?: string | undefined
  members: readonly MembershipRecord[]
  /** What the source says of who may do what in it; nothing said: as it is for a new channel. */
  permissions?: Permissions<ChannelPermissionName> | undefined
  /** Whether topics may be empty, or have to be. */
  topicsPolicy?: TopicsPolicy | undefined
}

/** What the source states once; whole in memory, so sources keep it small: files are opened when they are written. */
export interface Catalog {
  organization: {
    /**
     * What tells it from others of the same source for ever, like the id of a workspace: a later archive with this key
     * adds to what an earlier one brought. Without it, the name does.
     */
    key?: string | undefined
    name?: string | undefined
    description?: string | undefined
    /** Who may do what in the whole of it; nothing said: as it is for a new organization. */
    permissions?: Permissions<PermissionSettingName> | undefined
  }
  people: readonly PersonRecord[]
  /** In their order. */
  profileFields?: readonly ProfileFieldRecord[] | undefined
  groups: readonly GroupRecord[]
  emoji: readonly EmojiRecord[]
  channels: readonly ChannelRecord[]
}

/** A text in Markdown, with what only the writer can name left open. */
export type Text = readonly Piece[]

export type Piece =
  | string
  /** `label` is what to write where the person, group, channel or message is not known. */
  | { person: string; label: string; silent?: boolean }
  | { group: string; label: string; silent?: boolean }
  | { channel: string; label: string; topic?: string }
  /** A link to a message that came before; `label` is its text. */
  | { message: string; label: string }
  /**
   * A file of the message, by its place in `files`; pictures are shown. `bare`: only its address, where the text around
   * makes the link. Files that no piece names stand at the end.
   */
  | { file: number; bare?: boolean }

export interface ReactionRecord {
  person: string
  /** The name that the source knows; the writer looks for it among unicode emoji by `unicode`, then by name, then in the catalog. */
  name: string
  /** The characters of a unicode emoji, where the source has them. */
  unicode?: string | undefined
}

/** An item of a poll or a list: one that it began with, or one that somebody has added; each counts from 0. */
export interface ItemName {
  index: number
  addedBy?: string | undefined
}

/** What somebody did with a poll or a to-do list. */
export type Deed = { person: string } & (
  | { adds: string; index: number; description?: string }
  | { votes: ItemName; isFor: boolean }
  /** Done, or not done any more. */
  | { strikes: ItemName }
  /** Another question or title, which is its author's to give. */
  | { names: string }
)

/** A poll, a to-do list or a form that a message is. */
export interface WidgetRecord {
  /** What it began as, in JSON with `widget_type` and `extra_data`; undefined where the text says so: `/poll`, `/todo`. */
  begins?: string | undefined
  /** Oldest first. */
  deeds: readonly Deed[]
}

export interface MessageRecord {
  /** Unique among messages; for links, replies and reports. */
  key: string
  place: { channel: string; topic: string } | { people: readonly string[] }
  sender: string
  /** The name under which it was sent, where that is not the account's own: of a webhook, for example. */
  senderName?: string | undefined
  sentAt: Date
  editedAt?: Date | undefined
  /** Earlier states, oldest first, where the source has them. */
  history?: readonly { editedAt: Date; editor?: string | undefined; text?: Text; topic?: string }[] | undefined
  text: Text
  files: readonly FileSource[]
  reactions: readonly ReactionRecord[]
  /** Who has marked it with a star. */
  starredBy?: readonly string[] | undefined
  /** Who has not read it; everybody else has. */
  unreadBy?: readonly string[] | undefined
  isPinned?: boolean | undefined
  widget?: WidgetRecord | undefined
}

/** What cannot be taken over, told to whoever imports: `loss` is counted, `where` is a line of the report. */
export interface Loss {
  /** A sentence of a fixed set per source, like "Messages without an author". */
  loss: string
  where: string
}

/**
 * An opened archive. Everything it yields is the same at each reading, in the same order: an import that was interrupted
 * goes on by the number of messages that are written.
 */
export interface OpenSource {
  catalog(): Promise<Catalog>
  /** In order of time, equal times in the archive's order. */
  messages(): AsyncIterable<MessageRecord>
  /** What the format never has, one sentence each; said before anything is written. */
  readonly neverThere: readonly string[]
  close(): Promise<void>
}

export interface Source {
  /** As it is typed: `slack`. */
  readonly name: string
  /** Opens an archive that lies on disk; throws `Unreadable` when it is none of this format. */
  open(file: string, means: SourceMeans): Promise<OpenSource>
}

export interface SourceMeans {
  /** An empty folder for what has to be sorted or unpacked; removed afterwards. */
  scratch: string
  lose(loss: Loss): void
  /** Something is taken over in another form. */
  change(what: string, where: string): void
  /** Whether files may be fetched from the addresses that the source names. */
  download: boolean
  /** Told what there is to read and what is read: of the archive before there is a catalog, then of the messages. */
  meter: Meter
}

/** What was given is not an archive of the format, or a part of it cannot be read. */
export class Unreadable extends Error {}
