import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { parseAuthentication } from './authentication.ts'
import { automaticBy } from './automatic.ts'
import { type Invitation, invitationsIn } from './invitation.ts'
import { hasSeparateHtml, joinsWithinQuotes } from './mail-parts.ts'
import { mailText } from './mail-text.ts'
import type { Order } from './order.ts'
import type { MailFile, ReadMail } from './read-mail.ts'
import { subjectOf } from './subject.ts'

const maxFiles = 50
/** Smaller embedded pictures are tracking pixels and lines. */
const tiniestPicture = 2_048
const limits = { maxNestingDepth: 32, maxHeadersSize: 2 ** 20, maxRfc822NestingDepth: 3 }

/** Parses a mail file and writes its attachments into the order's folder. Throws if it isn't a mail. */
export async function readMailFile({ file, folder, wishes }: Order): Promise<ReadMail> {
  const bytes = await readFile(file)
  const parser = joinsWithinQuotes(new PostalMime(limits))
  const mail = await parser.parse(bytes)
  const values = (name: string) => mail.headers.filter(({ key }) => key === name).map(({ value }) => value)
  const subject = subjectOf(mail.subject ?? '')
  const isReply =
    subject.isReply || [...values('in-reply-to'), ...values('references')].some((ids) => ids.trim() !== '')
  const bodies = {
    text: mail.text,
    html: mail.html,
    isForwarded: subject.isForwarded,
    isReply,
    isMixed: hasSeparateHtml(parser),
  }
  return {
    from: mailbox(mail.from),
    subject: subject.text.replace(/\p{Cc}/gu, ' ').toWellFormed(),
    identity: identityOf(mail, bytes),
    automatic: automaticBy(values),
    hops: values('received').length,
    loopMarks: values('x-loop').map((value) => value.trim().toLowerCase()),
    authentication: values('authentication-results').flatMap((value) => parseAuthentication(value) ?? []),
    texts: wishes.map((wish) => mailText(bodies, wish)),
    invitations: invitationsOf(mail.attachments),
    files: await filesOf(mail.attachments, folder),
  }
}

function mailbox(from: Address | undefined): ReadMail['from'] {
  if (!from?.address) return null
  const clean = (text: string) =>
    text
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, 200)
      .toWellFormed()
  return { name: clean(from.name), address: clean(from.address) }
}

function identityOf({ messageId }: Email, bytes: Buffer): string {
  const digest = createHash('sha256')
  const id = messageId?.trim()
  if (id) return digest.update(`id ${id}`).digest('hex')
  // servers on the way add headers, but the body stays the same
  const blankLines = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')].filter((at) => at >= 0)
  const end = Math.min(...blankLines)
  return digest
    .update('body ')
    .update(blankLines.length === 0 ? bytes : bytes.subarray(end))
    .digest('hex')
}

const isCalendar = ({ mimeType }: Attachment) => mimeType === 'text/calendar' || mimeType === 'application/ics'

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer)

function invitationsOf(attachments: readonly Attachment[]): Invitation[] {
  const found = new Map<string, Invitation>()
  for (const one of attachments.filter(isCalendar))
    for (const invitation of invitationsIn(Buffer.from(bytesOf(one)).toString('utf8').slice(0, 200_000)))
      found.set(invitation.uid || JSON.stringify(invitation), invitation)
  return [...found.values()]
}

async function filesOf(attachments: readonly Attachment[], folder: string): Promise<MailFile[]> {
  const files: MailFile[] = []
  for (const one of attachments) {
    const { filename, mimeType, related } = one
    // the same calendar is often sent twice: as an unnamed part for display, and as a file
    if (isCalendar(one) && filename === null) continue
    const bytes = bytesOf(one)
    if (bytes.length === 0 || (related && bytes.length < tiniestPicture)) continue
    if (files.length === maxFiles) break
    const path = join(folder, `file-${files.length}`)
    await writeFile(path, bytes, { mode: 0o600 })
    files.push({ filename: filename ?? nameFor(mimeType), mimeType, path, size: bytes.length })
  }
  return files
}

function nameFor(mimeType: string): string {
  if (mimeType === 'message/rfc822') return 'mail.eml'
  const [kind = '', ending = ''] = mimeType.split('/')
  return /^[a-z0-9]{2,5}$/.test(ending) ? `${kind}.${ending}` : 'file'
}
