import { z } from '#contract'
import { type Config, count, declareOptions, oneOf, option, wholeNumber } from '#platform/config'

export const incomingMailOptions = declareOptions('mail', {
  incomingMail: option(
    oneOf(['on', 'off']).optional(),
    'on|off',
    'Turn incoming email into messages. On by default with --smtp-listen. Turn it on if another mail server delivers with loquat mail deliver.',
  ),
  smtpListen: option(
    z
      .string()
      .refine((text) => parseListen(text), { error: 'must be HOST:PORT, such as 127.0.0.1:2525 or [::]:25' })
      .optional(),
    'HOST:PORT',
    'Address to listen on for incoming email (SMTP): emails to channels and replies to notifications.',
  ),
  smtpConnectionsPerAddress: option(
    wholeNumber(1, 100).default(5),
    'N',
    'SMTP connections allowed at once from one IPv4 address or IPv6 /64. Raise it if an upstream mail server opens more.',
  ),
  smtpTrustedAuthservId: option(
    z
      .string()
      .regex(/^[^\s;"]{1,255}$/, 'must be the name that the server in front writes')
      .optional(),
    'NAME',
    'Name of the upstream mail server whose Authentication-Results header is trusted. Emails that fail its checks are rejected.',
  ),
  maxIncomingMailMib: option(
    wholeNumber(1, 1_000).default(40),
    'N',
    'Maximum size of an incoming email in transit, in MiB. Attachments take about a third more than their file size.',
  ),
  senderMailsPerHour: option(count(100), 'N', 'Maximum incoming emails per sender per hour. 0 means no limit.', {
    reloadable: true,
  }),
  channelMailsPerHour: option(
    count(600),
    'N',
    'Maximum incoming emails per channel, or replies per person, per hour. 0 means no limit.',
    { reloadable: true },
  ),
})

export function parseListen(text: string): { host: string; port: number } | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/i.exec(text)
  const port = Number(match?.[3])
  return match && port <= 65_535 ? { host: (match[1] ?? match[2]) as string, port } : undefined
}

export function takesMail(config: Config): boolean {
  const { incomingMail, smtpListen } = incomingMailOptions(config)
  return incomingMail === undefined ? smtpListen !== undefined : incomingMail === 'on'
}
