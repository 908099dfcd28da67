import type { UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { isAuthentic, type MailFile, type ReadMail } from '#platform/received-mail'
import type { Host } from '#platform/serve'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { cannotPost } from '../../../channels/channels/errors.ts'
import { removeAttachments } from '../../../messages/attachments/actions/attachment.ts'
import { type Bringing, takeFile } from '../../../messages/attachments/actions/upload.ts'
import { uploadUrl } from '../../../messages/attachments/paths.ts'
import type { AttachmentRow } from '../../../messages/attachments/rows.ts'
import { readableMessage } from '../../../messages/messages/access/readable.ts'
import { readerOf } from '../../../messages/messages/access/reader.ts'
import { checkCanSend } from '../../../messages/messages/access/send.ts'
import { type ComposeContext, compose, composeContext, type Place } from '../../../messages/messages/actions/compose.ts'
import { type Outgoing, sendMessage } from '../../../messages/messages/actions/send.ts'
import { reviewFromOutside } from '../../../messages/messages/held-messages/actions.ts'
import type { ReportingRule } from '../../../messages/messages/moderation-rules/wire.ts'
import { shortContent, shortTopic } from '../../../messages/messages/shortened-text.ts'
import { checkNotLocked } from '../../../messages/messages/topic-locks/access.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import { ensureSystemBot } from '../../../people/users/actions/system-bots.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import {
  type Addressee,
  checkLimitsOfSender,
  checkNotFromRestricted,
  isUnknown,
  startSendersInterval,
} from '../access.ts'
import { fromOutside, messageText } from '../mail-message.ts'
import * as store from '../store.ts'
import { textsIn } from '../texts.ts'
import { trustedResult } from '../trusted-results.ts'

/** The public API's display name, which isn't translated. */
const noTopic = '(no topic)'

type Writable = Exclude<Addressee, { kind: 'ourselves' }>

/** `full`: it can't be held for moderators, because too many others are. */
type Posting = 'message' | 'repeated' | 'held' | 'blocked' | 'full'

/** Sends a mail as a message, once, unless a moderation rule holds or blocks it. Throws the API's errors. */
export async function postMail(host: Host, addressee: Writable, mail: ReadMail, text: string): Promise<Posting> {
  const { org } = addressee
  const place = addressee.kind === 'channel' ? `channel ${addressee.channelId}` : `reply ${addressee.userId}`
  if (await org.db.read((tx) => store.messageOf(tx, org.id, mail.identity, place))) return 'repeated'
  const asked = await writerOf(addressee)
  const where = addressee.kind === 'channel' ? channelPlace(addressee, mail) : await replyPlace(asked, addressee)
  const { files, tooLarge } = fitting(host, mail.files)
  const results = trustedResult(host.config, mail)
  const isFromAuthentic = results !== undefined && isAuthentic(results)
  const taken: AttachmentRow[] = []
  try {
    for (const file of files) taken.push(await takeFile(bringing(host, org, asked.viewer.id), file))
    const outgoing = await composed(asked, addressee, where, mail, text, taken, tooLarge)
    const posting = await org.transact(asked.viewer.id, async (mutation) => {
      // the same mail may be arriving twice at the same time
      if (await store.messageOf(mutation.tx, org.id, mail.identity, place)) throw new CameBefore()
      const reportedBy = await checkPlace(mutation, addressee, mail, outgoing, isFromAuthentic)
      const review = isUnknown(mutation, addressee, mail, isFromAuthentic)
        ? await reviewFromOutside(mutation, outgoing)
        : undefined
      if (review?.is === 'refused') {
        host.notice(`Dropped an email to a channel (${place}), because it breaks moderation rule ${review.ruleId}`)
        return 'blocked'
      }
      if (review && review.is !== 'reported') return review.is
      const { id } = await sendMessage(mutation, { ...outgoing, reportedBy: review?.reportedBy ?? reportedBy })
      await store.insert(mutation.tx, {
        org_id: org.id,
        identity: mail.identity,
        place,
        message_id: id,
        received_at: mutation.now,
      })
      return 'message'
    })
    if (posting === 'blocked' || posting === 'full') await removeFiles(asked, taken)
    return posting
  } catch (error) {
    await removeFiles(asked, taken)
    if (error instanceof CameBefore) return 'repeated'
    throw error
  }
}

async function removeFiles({ org, viewer }: ComposeContext, files: readonly AttachmentRow[]): Promise<void> {
  if (files.length > 0) await org.transact(viewer.id, (mutation) => removeAttachments(mutation, files))
}

class CameBefore extends Error {}

const bringing = (host: Host, org: Organization, id: UserId): Bringing => ({
  org,
  server: host,
  get: (cache) => org.get(cache),
  transact: (work) => org.transact(id, work),
})

function fitting({ config }: Host, files: readonly MailFile[]) {
  const most = config.maxFileUploadMib * 2 ** 20
  return {
    files: files.filter(({ size }) => size <= most),
    tooLarge: files.filter(({ size }) => size > most).map(({ filename }) => filename),
  }
}

async function writerOf(addressee: Writable): Promise<ComposeContext> {
  const { org } = addressee
  const id = addressee.kind === 'reply' ? addressee.userId : addressee.senderId
  const bot = org.get(peopleCache).findSystemBot('emailgateway')
  const writer = id ?? (bot ?? (await org.transact(null, (mutation) => ensureSystemBot(mutation, 'emailgateway')))).id
  const viewer = org.viewer(writer)
  if (!viewer) throw cannotPost()
  return composeContext(org, viewer)
}

function channelPlace({ org, channelId }: Extract<Writable, { kind: 'channel' }>, { subject }: ReadMail): Place {
  const channel = org.get(channelsCache).byId.get(channelId)
  if (!channel) throw cannotPost()
  const policy = channel.topicsPolicy === 'inherit' ? settingsOf(org).topics_policy : channel.topicsPolicy
  const topic = policy === 'empty_topic_only' ? '' : shortTopic(subject) || noTopic
  return { recipient: { kind: 'channel', channel }, topic }
}

async function replyPlace(
  asked: ComposeContext,
  { org, messageId }: Extract<Writable, { kind: 'reply' }>,
): Promise<Place> {
  const reader = await readerOf(asked)
  const { conversation_id, member_ids, topic } = await asked.read((tx) => readableMessage(tx, reader, messageId))
  if (member_ids) {
    const people = org.get(peopleCache).byId
    return { recipient: { kind: 'direct', people: member_ids.flatMap((id) => people.get(id) ?? []) }, topic: '' }
  }
  const channel = org.get(channelsCache).ofConversation(conversation_id)
  if (!channel) throw cannotPost()
  return { recipient: { kind: 'channel', channel }, topic }
}

async function composed(
  asked: ComposeContext,
  addressee: Writable,
  place: Place,
  mail: ReadMail,
  text: string,
  taken: readonly AttachmentRow[],
  tooLarge: readonly string[],
): Promise<Outgoing> {
  const files = taken.map(({ name, path_id }) => ({ name, url: uploadUrl(path_id) }))
  const isReply = addressee.kind === 'reply'
  const shownSender = !isReply && addressee.options.showsSender ? mail.from : null
  const parts = { text, invitations: mail.invitations, files, tooLarge, shownSender }
  const content = messageText(textsIn(addressee.org.language), parts)
  const outgoing = await compose(asked, {
    place,
    content: shortContent(isReply ? content : fromOutside(content), addressee.org.language),
    client: 'Mail',
  })
  // a person who replies has read the message
  return { ...outgoing, senderRead: isReply }
}

/**
 * The mail gateway can post in any channel; the address is checked again in the transaction. Returns the moderation rule
 * that reports the message, if any.
 */
async function checkPlace(
  mutation: Mutation,
  addressee: Writable,
  mail: ReadMail,
  outgoing: Outgoing,
  isFromAuthentic: boolean,
): Promise<ReportingRule | undefined> {
  let reportedBy: ReportingRule | undefined
  if (addressee.kind === 'channel') {
    checkNotFromRestricted(mutation.org, addressee.channelId, mail)
    if (addressee.senderId === undefined) {
      reportedBy = await checkLimitsOfSender(mutation, outgoing, mail)
      await startSendersInterval(mutation, addressee.channelId, mail, isFromAuthentic)
    }
  }
  if (addressee.kind === 'reply' || addressee.senderId !== undefined) {
    await checkCanSend(mutation, outgoing)
    return undefined
  }
  const channel = mutation.get(channelsCache).byId.get(addressee.channelId)
  if (!channel || channel.isArchived) throw cannotPost()
  checkNotLocked(mutation, channel, outgoing.topic)
  return reportedBy
}
