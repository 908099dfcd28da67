import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Organization } from '#platform/organization'
import { Person, type TestOrganization, type TestServer } from '#test'
import { keyIn, writtenMails } from '../../../../test/harness/mail.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { registerAccount } from '../../sign-in/accounts/api.ts'
import { sendInvites } from '../../sign-in/invitations/api.ts'
import { runImport } from './actions/run.ts'
import { type ExportParts, writeExport } from './sources/zulip/fixture.ts'
import type { Outcome, Request } from './task.ts'

export async function takeIn(
  server: TestServer,
  org: Organization | undefined,
  parts: ExportParts,
  more: Partial<Request> = {},
): Promise<{ outcome: Outcome; report: string }> {
  const { file, dispose } = await writeExport(parts)
  try {
    return await takeInFile(server, org, file, more)
  } finally {
    await dispose()
  }
}

export async function takeInFile(
  server: TestServer,
  org: Organization | undefined,
  file: string,
  more: Partial<Request> = {},
): Promise<{ outcome: Outcome; report: string }> {
  const report = join(file, '..', 'report.txt')
  const request = {
    ...{ source: 'zulip' as const, file, into: org && { org }, report },
    ...{ isDryRun: false, grantRoles: false, download: false },
    ...more,
  }
  const outcome = await runImport(server.runtime, request, () => {})
  return { outcome, report: await readFile(report, 'utf8') }
}

/** Accepts an invitation for an imported account's address. */
export async function claimed({ server, org, subdomain, owner }: TestOrganization, email: string, full_name: string) {
  await owner.call(sendInvites, { invitee_emails: email, stream_ids: [] })
  const mail = (await writtenMails(server)).at(-1)
  if (!mail) throw new Error('nobody was invited')
  const key = keyIn(mail)
  const joined = await owner.call(registerAccount, { key, full_name, password: 'correct horse battery' })
  const account = org.get(peopleCache).byId.get(joined.user_id as never)
  if (!account) throw new Error('nobody joined')
  return new Person(server, org, subdomain, account)
}

export interface FetchedMessage {
  id: number
  content: string
  sender_full_name: string
  subject: string
  timestamp: number
  flags: string[]
  display_recipient: string | { full_name: string }[]
  reactions: { emoji_name: string }[]
  last_edit_timestamp?: number
}

/** Oldest first. */
export async function readable(person: Person): Promise<FetchedMessage[]> {
  const found = new Map<number, FetchedMessage>()
  const fetch = async (narrow: object[]) => {
    const { messages } = await person.send('GET', '/messages', {
      ...{ anchor: 'oldest', num_before: 0, num_after: 1_000, narrow, apply_markdown: false },
      allow_empty_topic_name: true,
    })
    for (const message of messages as FetchedMessage[]) found.set(message.id, message)
  }
  await fetch([])
  await fetch([{ operator: 'channels', operand: 'public' }])
  const { streams } = (await person.send('GET', '/streams', { include_all: true, exclude_archived: false })) as {
    streams: { stream_id: number }[]
  }
  for (const { stream_id } of streams) await fetch([{ operator: 'channel', operand: stream_id }])
  return [...found.values()].sort((a, b) => a.id - b.id)
}
