import { flagOf } from '#platform/config'
import { isAddress, openPost } from '#platform/mail'
import { FailedError, UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import { jsonFlag as json } from './org.ts'
import type { Means } from './terminal.ts'
import { Trial } from './trial.ts'

const hints: readonly (readonly [RegExp, string])[] = [
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNECTION|timeout/i,
    `Check the host and port of ${flagOf('smtpUrl')}, and the firewall: many providers block port 25.`,
  ],
  [
    /EAUTH|535|authentication/i,
    `Check the user and password in ${flagOf('smtpUrl')}; encode special characters, such as @ as %40.`,
  ],
  [
    /certificate|SSL|TLS|ESOCKET/i,
    'Check the host name: it must be the one in the certificate. smtps:// is for port 465, smtp:// for the others.',
  ],
  [/5\d\d|sender|relay/i, `Check ${flagOf('mailFrom')}: the server must be allowed to send as this address.`],
]

export const testMail = (means: Means): Command => ({
  name: 'mail test',
  summary: 'Send a test email',
  about: 'It goes to the configured SMTP server directly, not through the outbox, so you see what the server says.',
  takes: ['ADDRESS'],
  flags: { json },
  async run(input) {
    const { config, taken } = input
    const [to = ''] = taken
    if (!isAddress(to)) throw new UsageError(`'${to}' is not an email address`)
    const { smtpUrl, mailFrom, url } = config
    if (!smtpUrl) throw new FailedError(`there is no ${flagOf('smtpUrl')}, so emails are written to files`)
    const trial = new Trial(means.terminal, input)
    const { host } = new URL(smtpUrl)
    let hint = ''
    await trial.step(`email to ${to}`, async () => {
      const post = openPost(config, () => {})
      const now = new Date()
      const text = `This is a test email from Loquat${url ? ` at ${url}` : ''}, sent at ${now.toISOString()}. Email works.`
      const about = {
        id: now.getTime(),
        org_id: 0,
        key: `test ${now.getTime()}`,
        created_at: now,
        due_at: now,
        attempts: 1,
      }
      const letter = { to_name: '', to_address: to, from_name: 'Loquat', subject: 'Test email from Loquat', extra: {} }
      const domain = url ? new URL(url).hostname : 'localhost'
      try {
        await post.send({ ...about, ...letter, body_text: text, body_html: `<p>${text}</p>` } as never, domain)
      } catch (error) {
        const { message, code = '' } = error as { message: string; code?: string }
        hint =
          hints.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1] ?? 'The message is from the mail server.'
        throw error
      }
      return `${host} accepted it${mailFrom ? ` from ${mailFrom}` : ` from noreply@${domain}`}. Check the inbox and the spam folder`
    })
    trial.end(hint)
  },
})
