import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FlaggedMessages } from './flagged-messages.ts'
import type { Received, Receivers } from './receivers.ts'
import type { Recipients } from './recipients.ts'
import { type Snapped, seconds, secondsOrNull } from './row.ts'
import { TablesFile } from './tables-file.ts'

type MessageRow = Snapped<'message'>

const messagesPerFile = 1_000
/** perf: rows created before other requests run */
const rowsAtOnce = 2_000
/** The topic of direct messages: a control character, since channels allow empty topics. */
const directTopic = '\u0007'
/** An ordinary message, as opposed to the notice that a topic was resolved. */
const ordinary = 1

interface MessageWriting {
  readonly folder: string
  readonly orgId: number
  readonly recipients: Recipients
  readonly receivers: Receivers
  readonly flagged: FlaggedMessages
  readonly perFile?: number | undefined
  written(name: string, path: string): Promise<void>
}

export class Clients {
  readonly #ids = new Map<string, number>()

  id(name: string): number {
    const known = this.#ids.get(name)
    if (known !== undefined) return known
    const id = this.#ids.size + 1
    this.#ids.set(name, id)
    return id
  }

  get rows(): object[] {
    return [...this.#ids].map(([name, id]) => ({ id, name }))
  }
}

/** Writes `messages-000001.json` and so on: messages, and their flags for each person. */
export class MessageFiles {
  readonly clients = new Clients()
  readonly #writing: MessageWriting
  readonly #perFile: number
  #held: MessageRow[] = []
  #files = 0
  #lastUserMessage = 0
  messages = 0

  constructor(writing: MessageWriting) {
    this.#writing = writing
    this.#perFile = writing.perFile ?? messagesPerFile
  }

  get userMessages(): number {
    return this.#lastUserMessage
  }

  async add(rows: readonly MessageRow[]): Promise<void> {
    for (const row of rows) {
      this.#held.push(row)
      if (this.#held.length >= this.#perFile) await this.#write()
    }
  }

  /** Writes the rest; an organization without messages gets one empty file. */
  async end(): Promise<void> {
    if (this.#held.length > 0 || this.#files === 0) await this.#write()
  }

  async #write(): Promise<void> {
    const rows = this.#held
    this.#held = []
    const name = `messages-${String(++this.#files).padStart(6, '0')}.json`
    const file = new TablesFile(join(this.#writing.folder, name))
    try {
      this.messages += await file.table('zerver_message', this.#messageRows(rows))
      await file.table('zerver_usermessage', this.#userMessageRows(rows))
      await file.end()
    } catch (error) {
      file.destroy()
      throw error
    }
    await this.#writing.written(name, file.path)
  }

  async *#messageRows(rows: readonly MessageRow[]): AsyncGenerator<object> {
    const { recipients, orgId } = this.#writing
    let since = 0
    for (const row of rows) {
      const conversation = recipients.conversation(row.conversation_id)
      const recipient = recipients.of(row.conversation_id, row.sender_id)
      if (!conversation || recipient === undefined) continue
      const isToChannel = 'channel' in conversation
      yield {
        id: row.id,
        sender: row.sender_id,
        recipient,
        realm: orgId,
        type: ordinary,
        is_channel_message: isToChannel,
        subject: isToChannel ? row.topic : directTopic,
        content: row.content,
        // the importing server renders it
        rendered_content: null,
        rendered_content_version: null,
        date_sent: seconds(row.sent_at),
        sending_client: this.clients.id(row.client),
        last_edit_time: secondsOrNull(row.last_edited_at),
        edit_history: row.edit_history === null ? null : JSON.stringify(row.edit_history),
        has_attachment: row.has_attachment,
        has_image: row.has_image,
        has_link: row.has_link,
      }
      if (++since % 200 === 0) await nextTurn()
    }
  }

  async *#userMessageRows(rows: readonly MessageRow[]): AsyncGenerator<string[]> {
    const { recipients, receivers, flagged } = this.#writing
    let some: string[] = []
    for (const row of rows) {
      const conversation = recipients.conversation(row.conversation_id)
      if (!conversation) continue
      const members = 'members' in conversation ? conversation.members : undefined
      const marks = await flagged.of(row.id)
      // perf: large organizations have hundreds of millions of these rows
      for (const [user, mask] of receivers.of(receivedOf(row), members, marks))
        some.push(`{"id":${++this.#lastUserMessage},"user_profile":${user},"message":${row.id},"flags_mask":${mask}}`)
      if (some.length < rowsAtOnce) continue
      yield some
      some = []
      await nextTurn()
    }
    yield some
  }
}

const receivedOf = (row: MessageRow): Received => ({
  id: row.id,
  sender: row.sender_id,
  conversation: row.conversation_id,
  senderRead: row.sender_read,
  isToEveryone: row.channel_wildcard,
})
