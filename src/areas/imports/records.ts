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
  /** Values of profile fields by the field's name, like a title or a telephone number. */
  profile?: Readonly<Record<string, string>> | undefined
}

export interface GroupRecord {
  key: string
  name: string
  description: string
  people: readonly string[]
  groups: readonly string[]
}

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
  }
  people: readonly PersonRecord[]
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
  /** Whether files may be fetched from the addresses that the source names. */
  download: boolean
}

/** What was given is not an archive of the format, or a part of it cannot be read. */
export class Unreadable extends Error {}
