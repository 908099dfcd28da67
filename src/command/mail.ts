import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '#platform/config'
import { PipeError, pipeCodes, UsageError } from './errors.ts'
import type { Command, Input } from './flags.ts'
import type { Delivered } from './operations/mail.ts'
import { perform } from './perform.ts'
import type { Means } from './terminal.ts'

export const deliverMail = (means: Means): Command => ({
  name: 'mail deliver',
  summary: 'Accept an email from a mail server on standard input',
  about:
    'For the pipe transport of Postfix, Exim, and others. Run it as the same user as the server. Exit codes: 0 if the email became a message, 67 if the address is unknown, 65 or 77 if it was rejected, 75 to try again later.',
  takes: ['RECIPIENT'],
  flags: {
    sender: {
      value: 'ADDRESS',
      doc: 'Envelope sender; empty or MAILER-DAEMON for bounces.',
      required: true,
    },
  },
  uses: ['mail'],
  async run(input) {
    try {
      await deliver(means, input)
    } catch (error) {
      if (error instanceof PipeError) throw error
      if (error instanceof UsageError && error.hint) throw error
      // the mail server retries temporary failures, so no mail is lost
      throw new PipeError(`it can't be accepted now: ${(error as Error).message}`, pipeCodes.notNow)
    }
  },
})

async function deliver(means: Means, { config, flags, taken }: Input): Promise<void> {
  const { mailFolder } = await import('../features/integrations/incoming-mail/actions/receive.ts')
  const folder = await mailFolder()
  try {
    const file = join(folder, 'mail')
    await keep(means.terminal.stdin as Readable, file, config)
    const outcome = await perform(means, config, 'deliverMail', {
      file,
      sender: flags.sender === 'MAILER-DAEMON' ? '' : (flags.sender ?? ''),
      recipients: [taken[0] as string],
    })
    throwUnlessTaken(outcome)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the mail to a file, as received by SMTP. */
async function keep(stream: Readable, file: string, config: Config): Promise<void> {
  const { incomingMailOptions } = await import('../features/integrations/incoming-mail/options.ts')
  const most = incomingMailOptions(config).maxIncomingMailMib * 2 ** 20
  const out = createWriteStream(file, { mode: 0o600 })
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) {
      out.destroy()
      throw new PipeError('the email is too large', pipeCodes.badData)
    }
    if (!out.write(chunk)) await new Promise<void>((resolve) => out.once('drain', () => resolve()))
  }
  await new Promise<void>((resolve, reject) => {
    out.once('error', reject)
    out.end(() => resolve())
  })
}

function throwUnlessTaken(outcome: Delivered): void {
  switch (outcome.kind) {
    case 'taken':
      return
    case 'unknown':
      throw new PipeError('unknown address', pipeCodes.noUser)
    case 'off':
      throw new PipeError("this server doesn't receive email: --incoming-mail is off", pipeCodes.notNow)
    case 'later':
      throw new PipeError("it can't be accepted now", pipeCodes.notNow)
    case 'refused':
      throw new PipeError(outcome.reason, outcome.outcome === 'unreadable' ? pipeCodes.badData : pipeCodes.notPermitted)
  }
}
