import { z } from '#contract'
import { type Config, count, declareOptions, oneOf, option, wholeNumber } from '#platform/config'

export const incomingMailOptions = declareOptions({
  incomingMail: option(
    oneOf(['on', 'off']).optional(),
    'on|off',
    'Whether mail becomes messages: on by itself where the server listens for it, and to be said where another mail server hands it over with loquat mail deliver.',
  ),
  smtpListen: option(
    z
      .string()
      .refine((text) => parseListen(text), { error: 'must be HOST:PORT, such as 127.0.0.1:2525 or [::]:25' })
      .optional(),
    'HOST:PORT',
    'Where the server takes mail for channels, and answers to its own mail, by SMTP.',
  ),
  smtpConnectionsPerAddress: option(
    wholeNumber(1, 100).default(5),
    'N',
    'SMTP connections allowed at once from one IPv4 address or IPv6 /64. Raise it for a mail server in front that opens more.',
  ),
  smtpTrustedAuthservId: option(
    z
      .string()
      .regex(/^[^\s;"]{1,255}$/, 'must be the name that the server in front writes')
      .optional(),
    'NAME',
    'The mail server in front whose Authentication-Results are believed: mail that it has found to be forged is refused.',
  ),
  maxIncomingMailMib: option(
    wholeNumber(1, 1_000).default(40),
    'N',
    'Largest mail that is taken, in MiB, as it travels: a third more than what is attached.',
  ),
  senderMailsPerHour: option(count(100), 'N', 'Mails that are taken from one sender in an hour; 0 for any number.'),
  channelMailsPerHour: option(
    count(600),
    'N',
    'Mails that are taken for one channel, or as answers of one person, in an hour; 0 for any number.',
  ),
})

/** Undefined for what is no place to listen. */
export function parseListen(text: string): { host: string; port: number } | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/i.exec(text)
  const port = Number(match?.[3])
  return match && port <= 65_535 ? { host: (match[1] ?? match[2]) as string, port } : undefined
}

/** Whether mail comes in at all. */
export function takesMail(config: Config): boolean {
  const { incomingMail, smtpListen } = incomingMailOptions(config)
  return incomingMail === undefined ? smtpListen !== undefined : incomingMail === 'on'
}
