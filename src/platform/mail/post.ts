import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { type Config, onReload, projectRoot } from '#platform/config'
import type { StoredMail } from './store.ts'
import { mailLogo } from './template.ts'

export interface Post {
  /** Resolves once the mail is accepted; `host` is the organization's. */
  send(mail: StoredMail, host: string): Promise<void>
}

export interface MailExtra {
  /** The conversation's key: mail programs group mails of one conversation. */
  readonly thread?: string
  /** One-click unsubscribe URL (RFC 8058). */
  readonly unsubscribe?: string
  /** Reply address, if replies are received. */
  readonly replyTo?: string
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

function threadOf({ org_id, extra }: StoredMail, domain: string): Pick<SendMailOptions, 'references' | 'inReplyTo'> {
  const { thread } = extra as MailExtra
  if (thread === undefined) return {}
  // no mail has this ID: all mails of the conversation reply to the same nonexistent one, so that they're grouped
  const root = `<thread.${digestOf(`${org_id} ${thread}`)}@${domain}>`
  return { references: root, inReplyTo: root }
}

function unsubscribing({ extra }: StoredMail): Record<string, string> {
  const { unsubscribe } = extra as MailExtra
  if (unsubscribe === undefined || !/^https?:\/\/[^\s<>]+$/.test(unsubscribe)) return {}
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function replying({ extra }: StoredMail): Pick<SendMailOptions, 'replyTo'> {
  const { replyTo } = extra as MailExtra
  return replyTo === undefined ? {} : { replyTo: checkAddress(replyTo) }
}

/** Makes text safe for a header: one line without control characters. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 300)

export const isAddress = (text: string): boolean =>
  /^[^\s\p{Cc}@<>()[\],;:\\"]+@[^\s\p{Cc}@<>()[\],;:\\"]+$/u.test(text)

export function checkAddress(address: string): string {
  if (!isAddress(address)) throw new Error('This is not an address that mail can be sent to')
  return address
}

/** Mails of earlier versions have no logo. */
async function attached({ body_html }: StoredMail): Promise<Pick<SendMailOptions, 'attachments'>> {
  if (!body_html.includes(`cid:${mailLogo}`)) return {}
  logo ??= readFile(join(projectRoot, 'assets', 'mail-logo.png'))
  return {
    attachments: [
      {
        cid: mailLogo,
        content: await logo,
        contentType: 'image/png',
        contentDisposition: 'inline',
        filename: 'logo.png',
      },
    ],
  }
}
let logo: Promise<Buffer> | undefined

async function envelope(mail: StoredMail, host: string, from: string | undefined): Promise<SendMailOptions> {
  const sender = checkAddress(from ?? `noreply@${host.includes('.') ? host : `${host}.invalid`}`)
  const to = checkAddress(mail.to_address)
  const digest = digestOf(`${mail.org_id} ${mail.key} ${mail.id}`)
  const domain = sender.split('@')[1] as string
  return {
    from: { name: oneLine(mail.from_name), address: sender },
    to: { name: oneLine(mail.to_name), address: to },
    envelope: { from: sender, to },
    subject: oneLine(mail.subject),
    text: mail.body_text,
    html: mail.body_html,
    date: mail.created_at,
    // the same for every attempt, so that duplicates can be detected
    messageId: `<${digest}@${domain}>`,
    ...threadOf(mail, domain),
    ...replying(mail),
    ...(await attached(mail)),
    // the server recognizes its own mail by X-Loop when it comes back
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Loop': oneLine(host), ...unsubscribing(mail) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Opens the configured destination of mail; `notice` is called once if that's a folder. */
export function openPost(config: Config, notice: (text: string) => void): Post {
  let post = postOf(config, notice)
  onReload(config, () => {
    post = postOf(config, notice)
  })
  return { send: (mail, host) => post.send(mail, host) }
}

/** perf: the mail library is loaded when the first email is sent. */
function onFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

function postOf(config: Config, notice: (text: string) => void): Post {
  const { smtpUrl, mailFrom } = config
  if (!smtpUrl) return folderPost(config, notice)
  const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000 } as object
  const transport = onFirstUse(async () => (await import('nodemailer')).createTransport(smtpUrl, timeouts))
  return {
    async send(mail, host) {
      await (await transport()).sendMail(await envelope(mail, host, mailFrom))
    },
  }
}

function folderPost({ dataDir, mailFrom }: Config, notice: (text: string) => void): Post {
  const folder = join(dataDir, 'mail')
  const settings = { streamTransport: true, buffer: true, newline: 'windows' } as const
  const transport = onFirstUse(async () => (await import('nodemailer')).createTransport(settings))
  let told = false
  return {
    async send(mail, host) {
      if (!told) notice(`No SMTP server is configured; writing emails to ${folder} instead`)
      told = true
      const { message } = await (await transport()).sendMail(await envelope(mail, host, mailFrom))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${mail.created_at.toISOString().replaceAll(':', '-')}-${mail.id}.eml`
      // private, because links in it sign users in; hidden by its name until it's complete
      await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
      await rename(join(folder, `.${name}`), join(folder, name))
    },
  }
}
