import { getHeldMessages } from '../../../src/features/messages/messages/held-messages/api.ts'
import { getModmail } from '../../../src/features/messages/modmail/api.ts'
import { getMessageReports } from '../../../src/features/messages/reports/api.ts'
import { getApplications } from '../../../src/features/sign-in/accounts/applications/api.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Count } from '../../parts/count.tsx'
import { a } from '../../texts/applications.ts'
import { h } from '../../texts/held.ts'
import { m } from '../../texts/modmail.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

/** Shows next to a page's title how much is waiting for moderators there. */
const waitingCount = (type: string, load: () => Promise<number>, words: (n: number) => string) =>
  function WaitingCount() {
    const { value = 0 } = useLoaded(load, { types: [type] })
    return <Count count={value} words={words(value)} />
  }

const limit = 1

export const ReportCount = waitingCount(
  'message_report',
  async () => (await api.call(getMessageReports, { limit })).open_count,
  r.openReports,
)

export const ModmailCount = waitingCount(
  'modmail',
  async () => (await api.call(getModmail, { limit })).waiting,
  m.waiting,
)

export const HeldCount = waitingCount(
  'held_message',
  async () => (await api.call(getHeldMessages, { limit })).total,
  h.waiting,
)

export const ApplicationCount = waitingCount(
  'application',
  async () => (await api.call(getApplications, { limit })).total,
  a.waiting,
)
