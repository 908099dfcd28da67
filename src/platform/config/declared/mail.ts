import { z } from '#contract'
import { address, option } from '../option.ts'
import { inSection } from '../section.ts'

export const mailOptions = inSection('mail', {
  smtpUrl: option(
    address(/^smtps?$/, 'smtp://HOST:PORT').optional(),
    'URL',
    'SMTP server for outgoing email: smtp://USER:PASSWORD@HOST:PORT, or smtps:// for implicit TLS. Set it in the environment. Without it, emails are written to files in the data directory.',
    { secret: true, reloadable: true },
  ),
  mailFrom: option(
    z.email({ error: 'must be an email address' }).optional(),
    'ADDRESS',
    "Sender address of emails. Defaults to noreply at the organization's host.",
    { reloadable: true },
  ),
})
