import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UserId } from '#contract'
import type { BlobStore } from '#platform/blobs'
import { projectRoot } from '#platform/config'
import { unhurried } from '#platform/db'
import { Html, html } from '#platform/html'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { blobKey } from '../../../messages/attachments/paths.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import { pictureBlob } from '../../../people/organization/picture.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { newestMessage } from '../archive/store.ts'
import { characters, messageHtml, type Surroundings } from './message-html.ts'
import * as pages from './page-html.ts'
import * as store from './store.ts'

const messagesOnPage = 100
const readAtOnce = 500
const messagesInIndex = 2_000
const searchedCharacters = 1_000

interface SiteWriting {
  readonly org: Organization
  readonly blobs: BlobStore
  /** Must be empty. */
  readonly folder: string
  /** Defaults to all public channels. */
  readonly channels: readonly Channel[]
  readonly perPage?: number
  readonly progress?: (percent: number) => void
}

export interface SiteCounts {
  channels: number
  topics: number
  messages: number
  files: number
}

interface Topic {
  readonly number: number
  readonly name: string
  messages: number
  lastAt: Date
  readonly firsts: number[]
}

export const publicChannels = (org: Organization): Channel[] =>
  org
    .get(channelsCache)
    .inOrder()
    .filter(({ isPrivate }) => !isPrivate)

/** Writes public channels as HTML pages that can be read and searched without a server. */
export async function writeSite(writing: SiteWriting): Promise<SiteCounts> {
  return new Site(writing).write()
}

class Site {
  readonly #writing: SiteWriting
  readonly #perPage: number
  readonly #topics = new Map<number, Map<string, Topic>>()
  readonly #files = new Map<number, { key: string; file: string }>()
  readonly #emoji = new Set<string>()
  readonly #counts: SiteCounts = { channels: 0, topics: 0, messages: 0, files: 0 }
  #index: unknown[] = []
  #indexFiles = 0

  constructor(writing: SiteWriting) {
    this.#writing = writing
    this.#perPage = writing.perPage ?? messagesOnPage
  }

  async write(): Promise<SiteCounts> {
    const { org, folder, channels } = this.#writing
    const upTo = await org.db.read((tx) => newestMessage(tx, org.id))
    for (const name of ['files', 'emoji', 'search']) await mkdir(join(folder, name), { recursive: true })
    for (const name of ['palette.css', 'site/site.css', 'site/search.js'])
      await copyFile(join(projectRoot, 'assets', name), join(folder, basename(name)))
    // links can lead to topics of all channels, so find those first
    for (const channel of channels) await this.#findTopics(channel, upTo)
    for (const channel of channels) await this.#writeChannel(channel, upTo)
    await this.#writeIndex()
    await writeFile(join(folder, 'search/files.js'), `loquatSearch.files(${this.#indexFiles})\n`)
    await this.#writeFirstPage()
    await this.#writeFiles()
    return this.#counts
  }

  async #findTopics({ id, conversationId }: Channel, upTo: number): Promise<void> {
    const topics = new Map<string, Topic>()
    this.#topics.set(id, topics)
    for (let after = 0; ; ) {
      const rows = await this.#writing.org.db.read(
        (tx) => store.placedMessages(tx, conversationId, after, upTo, readAtOnce),
        unhurried,
      )
      for (const { id: message, topic: name, sent_at } of rows) {
        const key = name.toLowerCase()
        const topic = topics.get(key) ?? { number: topics.size + 1, name, messages: 0, lastAt: sent_at, firsts: [] }
        if (topic.messages % this.#perPage === 0) topic.firsts.push(message)
        topic.messages++
        topic.lastAt = sent_at
        topics.set(key, topic)
      }
      if (rows.length < readAtOnce) return
      after = rows.at(-1)?.id ?? upTo
      await nextTurn()
    }
  }

  async #writeChannel(channel: Channel, upTo: number): Promise<void> {
    const { folder } = this.#writing
    const topics = [...(this.#topics.get(channel.id)?.values() ?? [])]
    await mkdir(join(folder, `channel-${channel.id}`), { recursive: true })
    topics.sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime())
    const body = pages.topicList(this.#description(channel, '../'), topics)
    await this.#page(`channel-${channel.id}/index.html`, `# ${channel.name}`, [], body)
    for (const topic of topics)
      for (let page = 0; page < topic.firsts.length; page++) {
        await this.#writeTopicPage(channel, topic, page, upTo)
        this.#tell()
      }
    this.#counts.channels++
    this.#counts.topics += topics.length
  }

  #tell(): void {
    const topics = [...this.#topics.values()].flatMap((all) => [...all.values()])
    const all = topics.reduce((total, { messages }) => total + messages, 0)
    this.#writing.progress?.(Math.floor((this.#counts.messages / Math.max(1, all)) * 100))
  }

  async #writeTopicPage(channel: Channel, topic: Topic, page: number, upTo: number): Promise<void> {
    const { org } = this.#writing
    const [from, next] = [topic.firsts[page] as number, topic.firsts[page + 1]]
    const { messages, reactions, files } = await org.db.read(async (tx) => {
      const last = next === undefined ? upTo : next - 1
      const messages = await store.topicMessages(tx, channel.conversationId, topic.name, from, last, this.#perPage)
      const ids = messages.map(({ id }) => id)
      return { messages, reactions: await store.reactionsOf(tx, ids), files: await store.filesOf(tx, ids) }
    }, unhurried)
    const around = this.#surroundings('../', files)
    const people = org.get(peopleCache).byId
    const name = (id: UserId) => people.get(id)?.fullName ?? 'Unknown user'
    const file = pages.topicFile(topic.number, page)
    const texts = messages.map(({ rendered_content }) => messageHtml(rendered_content, around))
    const shown = messages.map(
      ({ id, sender_id, sent_at, last_edited_at }, at): pages.PageMessage => ({
        id,
        sender: name(sender_id),
        isBot: (people.get(sender_id)?.botType ?? null) !== null,
        sentAt: sent_at,
        isEdited: last_edited_at !== null,
        content: texts[at]?.html ?? '',
        reactions: reactions
          .filter(({ message_id }) => message_id === id)
          .map(({ emoji_name, emoji_code, reaction_type, count }) => ({
            shown: reaction_type === 'unicode_emoji' ? characters(emoji_code) : `:${emoji_name}:`,
            name: emoji_name,
            count,
          })),
      }),
    )
    const links = pages.pageLinks(topic.number, page, topic.firsts.length)
    const above = [[`# ${channel.name}`, 'index.html']] as const
    await this.#page(
      `channel-${channel.id}/${file}`,
      pages.topicName(topic.name),
      above,
      pages.messageList(shown, links),
    )
    for (const [at, { id, sender_id, sent_at }] of messages.entries())
      this.#index.push([
        `channel-${channel.id}/${file}#message-${id}`,
        `# ${channel.name} › ${pages.topicName(topic.name)}`,
        name(sender_id),
        pages.utc(sent_at),
        (texts[at]?.text ?? '').slice(0, searchedCharacters).toWellFormed(),
      ])
    this.#counts.messages += messages.length
    if (this.#index.length >= messagesInIndex) await this.#writeIndex()
    await nextTurn()
  }

  #surroundings(root: string, held: readonly store.HeldFile[]): Surroundings {
    const files = new Map(held.map((file) => [file.path_id, file]))
    return {
      upload: (pathId) => {
        const file = files.get(pathId)
        if (!file) return undefined
        const name = `files/${file.id}-${fileName(file.name)}`
        this.#files.set(file.id, { key: blobKey(file.path_id), file: name })
        return `${root}${name}`
      },
      emoji: (file) => {
        this.#emoji.add(file)
        return `${root}emoji/${file}`
      },
      conversation: (channelId, topicName, messageId) => {
        const topics = this.#topics.get(channelId)
        if (!topics) return undefined
        if (topicName === null) return `${root}channel-${channelId}/index.html`
        const topic = topics.get(topicName.toLowerCase())
        if (!topic) return undefined
        const page =
          messageId === null
            ? 0
            : Math.max(
                0,
                topic.firsts.findLastIndex((first) => first <= messageId),
              )
        const mark = messageId === null ? '' : `#message-${messageId}`
        return `${root}channel-${channelId}/${pages.topicFile(topic.number, page)}${mark}`
      },
    }
  }

  #description({ renderedDescription }: { renderedDescription: string }, root: string): Html {
    return html`<div class="text">${new Html(messageHtml(renderedDescription, this.#surroundings(root, [])).html)}</div>`
  }

  async #page(path: string, title: string, above: readonly (readonly [string, string])[], body: Html): Promise<void> {
    const { org, folder } = this.#writing
    const organization = org.get(organizationCache).name
    const root = path.includes('/') ? '../' : ''
    const first = path === 'index.html' ? [] : [[organization, `${root}index.html`] as const]
    await writeFile(
      join(folder, path),
      pages.pageHtml({ title, root, organization, above: [...first, ...above], body }),
    )
  }

  async #writeFirstPage(): Promise<void> {
    const { org, channels } = this.#writing
    const facts = org.get(organizationCache)
    const listed = channels.map((channel) => {
      const topics = [...(this.#topics.get(channel.id)?.values() ?? [])]
      const messages = topics.reduce((sum, one) => sum + one.messages, 0)
      return {
        id: channel.id,
        name: channel.name,
        description: this.#description(channel, ''),
        topics: topics.length,
        messages,
      }
    })
    const about = this.#description(facts, '')
    await this.#page('index.html', facts.name, [], pages.channelList(listed, org.now(), about))
  }

  /** A script, because a page opened from disk can't load other files. */
  async #writeIndex(): Promise<void> {
    const messages = this.#index
    this.#index = []
    if (messages.length === 0) return
    const text = `loquatSearch.add(${JSON.stringify(messages)})\n`
    await writeFile(join(this.#writing.folder, `search/${++this.#indexFiles}.js`), text)
  }

  async #writeFiles(): Promise<void> {
    const { org, blobs, folder } = this.#writing
    const copy = async (key: string, file: string) => {
      const stream = await blobs.stream(key)
      if (!stream) return
      await pipeline(stream, createWriteStream(join(folder, file)))
      this.#counts.files++
    }
    for (const { key, file } of this.#files.values()) await copy(key, file)
    for (const file of this.#emoji) await copy(pictureBlob(org.id, 'emoji', file), `emoji/${file}`)
  }
}

/** Safe in file systems and URLs; types that a browser would run become text files. */
function fileName(name: string): string {
  const safe = name.replace(/[^\w.-]+/g, '_').slice(-80) || 'file'
  return /\.(?:x?html?|svgz?|xml|xsl|m?js|mht|mhtml|shtml)$/i.test(safe) ? `${safe}.txt` : safe
}
